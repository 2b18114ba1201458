/** `sensebench models`: every kind of model, how it is named, and its options. */

import { defineAction, kebabCase, unknownName } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import type { SchemaField } from '../../files/index.ts';
import { describeModels } from '../../runners/models/index.ts';

export const action = defineAction({
  summary: 'the kinds of models, how they are named, and their options',
  arguments: [{ name: 'kind', summary: 'one of them, like openai', optional: true }],
  options: z.object({ kind: z.string().optional() }),
  examples: ['models', 'models openai', 'models --json'],
  async run({ kind }) {
    const all = await describeModels();
    const names = all.map(({ definition }) => definition.name);
    if (kind !== undefined && !names.includes(kind)) throw unknownName('kind of model', kind, names);
    const shown = all.filter(({ definition }) => kind === undefined || definition.name === kind);
    const models = shown.map(({ definition: { name, summary, examples }, usage, options }) => ({
      name,
      usage,
      summary,
      options: options.map((field) => ({ name: kebabCase(field.name), usage: usageOf(field), summary: summaryOf(field) })),
      examples,
    }));
    const text = models.map(({ usage, summary, options, examples }) =>
      [
        `${usage}: ${summary}`,
        ...options.map((option) => `  ${option.usage}: ${option.summary}`),
        ...examples.map((example) => `  example: ${example}`),
      ].join('\n'),
    );
    const hint = "Options stand in parentheses: --model 'openai:gpt-4o-mini(temperature=0.7,max-tokens=64)'";
    return { json: { models }, text: `${text.join('\n\n')}\n\n${hint}` };
  },
});

function usageOf({ name, kind, choices }: SchemaField): string {
  if (kind === 'boolean') return kebabCase(name);
  return `${kebabCase(name)}=${choices ? choices.join('|') : kind === 'number' ? 'n' : kind === 'json' ? '{…}' : 'TEXT'}`;
}

function summaryOf({ summary, default: fallback }: SchemaField): string {
  return fallback === undefined || fallback === false ? summary : `${summary} (default: ${String(fallback)})`.trim();
}
