/** Starts the pages. */
import { render } from 'preact';
import { App } from './app.tsx';
import { applyTheme } from './parts/theme.tsx';

applyTheme();
const root = document.getElementById('app');
if (root) render(<App />, root);
