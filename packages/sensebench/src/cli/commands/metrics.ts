/** `sensebench metrics list|agree`: what each metric is, gives, needs and costs; which one agrees with people. */

import { type Action, defineAction, kebabCase, type Option, type OptionTable, type ToolNeeds } from '@sensebench/metrics/internal/core';
import { type AnyMetric, DEFAULT_METRICS, METRICS, optionTable } from '@sensebench/metrics/internal/metrics';
import { z } from 'zod';
import { agree } from './metrics-agree.ts';

const TOOL_NAMES: Readonly<Record<keyof ToolNeeds, string>> = {
  analyse: 'tagger',
  embedder: 'MiniLM',
  tiles: 'ONNX Runtime',
  encoder: 'encoder (default: MiniLM)',
  wordnet: 'WordNet',
  truecaser: 'truecaser',
  languageModel: 'a language model that you name',
  model: 'a model that you name',
};

const list = defineAction({
  summary: 'every metric: what it is, gives, needs and costs',
  options: z.object({}),
  examples: ['metrics list', 'metrics list --json'],
  run: async () => {
    const chosen = new Set<string>(DEFAULT_METRICS);
    const rows = Object.values(METRICS).map((metric) => ({
      name: metric.name,
      summary: metric.summary,
      outputs: metric.outputs,
      needs: needsOf(metric),
      cost: metric.cost,
      default: chosen.has(metric.name) || metric.outputs.some((output) => chosen.has(output)),
      options: describeOptions(optionTable(metric)),
    }));
    const text = rows.map(({ name, summary, outputs, needs, cost, options }) =>
      [
        `${name}: ${summary}`,
        `  gives ${outputs.join(', ')}`,
        `  needs ${needs.join(', ') || 'nothing'}; ${cost}`,
        ...options.map((option) => `  ${name}(${option.usage}): ${option.summary}`),
      ].join('\n'),
    );
    return { json: { metrics: rows }, text: text.join('\n') };
  },
});

export const actions: Readonly<Record<string, Action>> = { list, agree };

function describeOptions(table: OptionTable): { name: string; usage: string; summary: string }[] {
  return Object.entries(table).map(([name, option]) => {
    const fallback = 'default' in option && option.default !== undefined ? ` (default: ${option.default})` : '';
    return { name: kebabCase(name), usage: `${kebabCase(name)}${shownValue(option)}`, summary: option.summary + fallback };
  });
}

/** How the value of an option is written, after its name. */
function shownValue(option: Option): string {
  if (option.kind === 'flag') return '';
  if (option.kind === 'choice') return `=${option.choices.join('|')}`;
  return { number: '=n', file: '=FILE', tool: '=FOLDER' }[option.kind];
}

function needsOf({ needs = {}, withoutReferences }: AnyMetric): string[] {
  const tools = Object.entries(TOOL_NAMES).flatMap(([tool, name]) => (needs[tool as keyof ToolNeeds] ? [name] : []));
  return [...(withoutReferences ? [] : ['references']), ...tools];
}
