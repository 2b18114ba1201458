/** The version of @sensebench/metrics, for signatures and manifests: all packages are released together under one version. */
import { version as own } from '../../package.json' with { type: 'json' };

export const version: string = own;
