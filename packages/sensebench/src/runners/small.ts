/** `small:NAME`, the bundled neural model (weights/small), which writes one sentence with every keyword and needs no other package. */

import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { defineRunner, type Item, type Runner, unknownName } from '@sensebench/metrics/internal/core';
import { weightsPath } from '@sensebench/metrics/internal/nlp/weights';
import { z } from 'zod';
import { sha256 } from '../files/index.ts';
import { type Constraint, type CopyNet, constrainedBeamSearch, type NextTokenScorer, openCopyNet } from '../nlp/language-models/index.ts';
import { demandKeywords } from './demand.ts';
import { joinWords, toConstraint, wordsOf } from './keyword-forms.ts';
import { listLength, rankingOptions } from './ranking-options.ts';

export interface SmallRunnerOptions {
  name: string;
  net: CopyNet;
  /** The hash of the weights. */
  hash: string;
  keywords(item: Item): readonly string[];
  beams?: number;
  maxOutputTokens?: number;
  /** The number of best finished sentences to return. */
  nbest?: number;
}

export function createSmallRunner({ name, net, hash, keywords, beams = 10, maxOutputTokens = 24, nbest }: SmallRunnerOptions): Runner {
  const known = new Set(net.words);
  return {
    id: `small:${name}`,
    settings: { beams, maxOutputTokens, reluctance: RELUCTANCE, ...(nbest ? { nbest } : {}) },
    nbest,
    depends: { model: hash },
    withoutPrompt: true,
    async predict({ item }) {
      const wanted = keywords(item).map((keyword) => keyword.toLowerCase());
      const source = wanted.flatMap(wordsOf);
      const found = await constrainedBeamSearch(
        writeOnce(net.scorer(source, { reluctance: RELUCTANCE })),
        wanted.map((keyword) => formsInside(keyword, known)),
        { beam: beams, maxLength: maxOutputTokens, stop: 'best', most: nbest },
      );
      const ranked = found.map(({ tokens, score }) => ({ text: joinWords(tokens), score }));
      return { text: ranked[0]?.text ?? '', ...(nbest ? { nbest: ranked } : {}) };
    },
  };
}

/** The search inserts every keyword, so that the model need not copy. It then writes "catches" where it would have copied "catch". */
const RELUCTANCE = 1.5;
/** The number of most frequent words (articles, prepositions, forms of "be") that may be repeated in a sentence. */
const SMALL_WORDS = 60;
/** Finite, so that a constraint can still win against another one. */
const UNLIKELY = -1e4;

/** Prevents the repetitions of a small model: no word twice in a row, no rarer word twice in a sentence, and nothing after the full stop. */
function writeOnce(scorer: NextTokenScorer): NextTokenScorer {
  const ids = new Map(scorer.vocabulary.map((word, id) => [word, id]));
  const stop = ids.get('.');
  return {
    ...scorer,
    async score(prefixes) {
      const rows = await scorer.score(prefixes);
      return prefixes.map((prefix, i) => {
        const row = Float32Array.from(rows[i]);
        const written = prefix.map((word) => ids.get(word) ?? scorer.unknown);
        const last = written.at(-1);
        if (stop !== undefined && last === stop) {
          const end = row[ids.get(scorer.end) ?? scorer.unknown];
          row.fill(UNLIKELY);
          row[ids.get(scorer.end) ?? scorer.unknown] = end;
        }
        for (const id of written) if (id >= SMALL_WORDS || id === last) row[id] = UNLIKELY;
        return row;
      });
    },
  };
}

/** The inflections that the model can generate; the keyword itself can always be copied. */
function formsInside(keyword: string, known: ReadonlySet<string>): Constraint {
  const [own, ...others] = toConstraint(keyword);
  return [own, ...others.filter((form) => form.every((word) => known.has(word)))];
}

/** Reads the model of that name. */
export async function loadSmallModel(name: string): Promise<{ name: string; net: CopyNet; hash: string }> {
  const folder = dirname(weightsPath('small/README.md'));
  const path = `${folder}/${name}.safetensors`;
  if (!/^[a-z]+$/.test(name) || !existsSync(path)) {
    const names = readdirSync(folder).flatMap((file) => /^([a-z]+)\.safetensors$/.exec(file)?.slice(1) ?? []);
    throw unknownName('small model', name, names, { expected: names.map((each) => `small:${each}`).join(', ') });
  }
  const bytes = await readFile(path);
  return { name, net: openCopyNet(bytes, path), hash: sha256(bytes) };
}

export const small = defineRunner({
  name: 'small',
  summary: 'the bundled neural model, which writes one sentence with every keyword',
  target: { grammar: 'NAME' },
  options: z.object({
    beams: z.number().int().positive().optional().describe('width of the beam (default: 10)'),
    maxTokens: z.number().int().positive().optional().describe('longest output in tokens (default: 24)'),
    ...rankingOptions,
  }),
  examples: ['small:NAME', 'small:NAME(beams=5)'],
  async create({ spec, target, options: { beams, maxTokens, ...ranking } }, { benchmark }) {
    const keywords = demandKeywords(benchmark, `the model "${spec}"`);
    return createSmallRunner({
      ...(await loadSmallModel(target)),
      keywords,
      beams,
      maxOutputTokens: maxTokens,
      nbest: listLength(ranking),
    });
  },
});
