/** `sensebench metrics list|agree`: what each metric is, gives, needs and costs; which one agrees with people. */
import { z } from 'zod';
import { type Action, defineAction, type ToolNeeds } from '../../core/index.ts';
import { DEFAULT_METRICS, METRICS, type MetricEntry } from '../../metrics/index.ts';
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
    const rows = Object.entries(METRICS).map(([name, entry]) => ({
      name,
      summary: entry.summary,
      outputs: entry.outputs,
      needs: needsOf(entry),
      cost: entry.cost,
      default: chosen.has(name) || entry.outputs.some((output) => chosen.has(output)),
    }));
    const text = rows.map(({ name, summary, outputs, needs, cost }) =>
      [`${name}: ${summary}`, `  gives ${outputs.join(', ')}`, `  needs ${needs.join(', ') || 'nothing'}; ${cost}`].join('\n'),
    );
    return { json: { metrics: rows }, text: text.join('\n') };
  },
});

export const actions: Readonly<Record<string, Action>> = { list, agree };

function needsOf({ needs = {}, withoutReferences }: MetricEntry): string[] {
  const tools = Object.entries(TOOL_NAMES).flatMap(([tool, name]) => (needs[tool as keyof ToolNeeds] ? [name] : []));
  return [...(withoutReferences ? [] : ['references']), ...tools];
}
