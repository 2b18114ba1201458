/** The store by itself, for `sensebench store`: backup, restoration, migrations and the links of owners. */
export { listOwnerLinks, revokeOwnerLink, rotateOwnerLinks } from '../people/owner-links.ts';
export { backup, checkBackup, restore } from './backup.ts';
export { migrate } from './migrate.ts';
export { openStore } from './open-store.ts';
