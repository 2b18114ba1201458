/** The HTTP side of the server. */
export { createApi, type StudioApi } from './create-api.ts';
export { loadPages } from './pages.ts';
export { isLoopback, isNearby, networkOf } from './safety/client-address.ts';
export { hostCheck } from './safety/host.ts';
