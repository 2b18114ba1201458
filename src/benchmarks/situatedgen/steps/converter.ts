/** The conversion that builds use: the rules of convert/, with their version, which stands in the step cache. */
import { CONVERT_VERSION, convertRows } from '../../../statements/convert/index.ts';
import type { PipelineTools } from './pipeline.ts';

export const converter: PipelineTools['convert'] = { version: CONVERT_VERSION, run: convertRows };
