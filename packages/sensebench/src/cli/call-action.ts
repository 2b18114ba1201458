/** Reads the flags of an action from words, and runs it. */

import type { Action } from '@sensebench/metrics/internal/core';
import type { MetricThreads } from '../app/start/index.ts';
import { examplesText } from './examples-text.ts';
import { addFlags, addOutputFlags, type OutputFlags, readFlags } from './option-flags.ts';
import { newParser } from './parser.ts';
import { runAction } from './run-action.ts';

export interface ActionCall {
  /** As help shows it: `sensebench build commongen`. */
  name: string;
  words: readonly string[];
  threads?: MetricThreads;
}

export async function callAction(action: Action, { name, words, threads }: ActionCall): Promise<number> {
  const parser = newParser(name, action.summary);
  addFlags(parser, action);
  addOutputFlags(parser);
  for (const note of action.notes ?? []) parser.addHelpText('after', `\n${note}`);
  parser.addHelpText('after', examplesText(action.examples)).action(() => undefined);
  parser.parse([...words], { from: 'user' });
  const { json = false, output, quiet = false, ...flags } = parser.opts<Partial<OutputFlags>>();
  const ownFormat = 'format' in action.options.shape;
  const options = readFlags(action, flags, parser.processedArgs);
  return runAction(action, options, { json, output, quiet, threads, ...(ownFormat ? {} : { format: flags.format }) });
}
