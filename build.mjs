/** Builds dist/: the programs, then the pages of the studio, whose folder the first build would empty. tsdown's own command would warn about Node 20. */
import { build as buildPrograms } from 'tsdown';
import { build as buildPages } from 'vite';

await buildPrograms({ logLevel: 'warn' });
await buildPages({ logLevel: 'warn' });
