/** Where the build puts the studio's pages: the same path from a source file of this room and from a built one. */
import { join } from 'node:path';

export const WEB_FOLDER = join(import.meta.dirname, '..', '..', 'dist', 'web');
