/** The HTTP side of the server. */
export { createApi, type StudioApi } from './create-api.ts';
export { loadPages } from './pages.ts';
