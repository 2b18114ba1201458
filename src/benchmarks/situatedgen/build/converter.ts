/** The conversion that builds use; its version stands in the step cache, and rises when its results change. */
import { passStatements } from './pass-statements.ts';
import type { PipelineTools } from './pipeline.ts';

export const converter: PipelineTools['convert'] = { version: 0, run: async (rows) => passStatements(rows) };
