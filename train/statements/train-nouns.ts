/** Counts how English uses each noun (bare, with "a", with "the", in the plural), in sentences that people wrote. */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { loadAnalyser } from '../../packages/sensebench/src/nlp/analysis/analyser.ts';
import { singularize } from '../../packages/sensebench/src/nlp/word-forms/index.ts';
import { dataPath, readSilver, weightsPath } from '../corpora.ts';

interface Tagged {
  form: string;
  tag: string;
}

interface Uses {
  bare: number;
  a: number;
  the: number;
  plural: number;
}

/** A noun that is seen less often says nothing. */
const LEAST = 2;

export async function trainNouns(): Promise<void> {
  const counts = new Map<string, Uses>();
  for (const { tokens, source } of readSilver()) if (source !== 'strategyqa-question') count(tokens, counts);
  for (const tokens of await readFacts()) count(tokens, counts);
  const lines = [...counts]
    .filter(([noun, { bare, a, the, plural }]) => /^[a-z][a-z-]+$/.test(noun) && bare + a + the + plural >= LEAST)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([noun, { bare, a, the, plural }]) => `${noun}\t${bare}\t${a}\t${the}\t${plural}`);
  writeFileSync(weightsPath('statements/nouns.tsv.gz'), gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
  console.log(`${lines.length} nouns`);
}

/** The facts of OpenBookQA, read by the fast models. */
async function readFacts(): Promise<Tagged[][]> {
  const lines = ['openbook.txt', 'crowdsourced-facts.txt'].flatMap((name) =>
    readFileSync(dataPath(`openbookqa/${name}`), 'utf8')
      .split('\n')
      .map((line) => line.replace(/"/g, '').trim())
      .filter((line) => line !== ''),
  );
  const { analyse } = await loadAnalyser();
  return (await analyse(lines, { entities: false })).map(({ tokens }) => tokens.map(({ text, tag }) => ({ form: text, tag })));
}

const INSIDE = /^(JJ|JJR|JJS|NN|NNP|VBN|VBG|HYPH)$/;

function count(tokens: readonly Tagged[], counts: Map<string, Uses>): void {
  for (const [i, { form, tag }] of tokens.entries()) {
    if (!/^NNS?$/.test(tag) || /^(NN|NNS|NNP|HYPH|POS)$/.test(tokens[i + 1]?.tag ?? '')) continue;
    if (tag === 'NNS') {
      usesOf(counts, singularize(form.toLowerCase())).plural++;
      continue;
    }
    let before = i - 1;
    while (before >= 0 && INSIDE.test(tokens[before].tag)) before--;
    const opening = tokens[before];
    const uses = usesOf(counts, form.toLowerCase());
    if (/^(a|an|another|each|every|one)$/i.test(opening?.form ?? '')) uses.a++;
    else if (/^the$/i.test(opening?.form ?? '')) uses.the++;
    else if (!/^(DT|PRP\$|POS|CD|WDT|WP\$)$/.test(opening?.tag ?? '')) uses.bare++;
  }
}

function usesOf(counts: Map<string, Uses>, noun: string): Uses {
  let uses = counts.get(noun);
  if (!uses) {
    uses = { bare: 0, a: 0, the: 0, plural: 0 };
    counts.set(noun, uses);
  }
  return uses;
}
