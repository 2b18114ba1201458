/** The version of the package, for signatures and manifests. */
import { version as own } from '../../package.json' with { type: 'json' };

export const version: string = own;
