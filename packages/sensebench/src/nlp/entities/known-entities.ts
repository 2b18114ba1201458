/** Entities that the same models found earlier, by the hash of the text: they replace a run of the deep model, which is slow to load. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Analysis, TextEntity, Tools } from '@sensebench/metrics/internal/core';

type Span = readonly [start: number, end: number, type: TextEntity['type']];

/** One file: `models` is the id of the weights that found the entities. */
interface EntityFile {
  models: string;
  texts: Record<string, readonly Span[]>;
}

export type KnownEntities = ReadonlyMap<string, readonly Span[]>;

/** Nothing is known where the file is missing or other models wrote it. */
export function readKnownEntities(path: string, models: string): KnownEntities {
  if (!existsSync(path)) return new Map();
  const file = JSON.parse(readFileSync(path, 'utf8')) as EntityFile;
  return new Map(file.models === models ? Object.entries(file.texts) : []);
}

/** The content of such a file, with one text per line. */
export function writeKnownEntities(models: string, analyses: readonly Pick<Analysis, 'text' | 'entities'>[]): string {
  const lines = analyses
    .map(
      ({ text, entities }) =>
        `${JSON.stringify(keyOf(text))}:${JSON.stringify(entities.map(({ start, end, type }) => [start, end, type]))}`,
    )
    .sort();
  return `{"models":${JSON.stringify(models)},"texts":{\n${lines.join(',\n')}\n}}\n`;
}

/** Reads tags and trees alone of known texts, which loads no model of entities, and everything of the others. */
export function withKnownEntities(analyser: Pick<Tools, 'analyse'>, known: KnownEntities): Pick<Tools, 'analyse'> {
  return {
    async analyse(texts, options = {}) {
      if (options.entities === false) return analyser.analyse(texts, options);
      const spans = texts.map((text) => known.get(keyOf(text)));
      const [read, unread] = [true, false].map((wanted) => texts.filter((_, i) => (spans[i] !== undefined) === wanted));
      const tagged = (await analyser.analyse(read, { ...options, entities: false })).values();
      // Even an empty list of texts loads the models.
      const analysed = (unread.length > 0 ? await analyser.analyse(unread, options) : []).values();
      return spans.flatMap((own) => {
        const { value } = (own ? tagged : analysed).next();
        return value ? [own ? withSpans(value, own) : value] : [];
      });
    },
  };
}

function withSpans(analysis: Analysis, spans: readonly Span[]): Analysis {
  return { ...analysis, entities: spans.map(([start, end, type]) => ({ text: analysis.text.slice(start, end), type, start, end })) };
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
