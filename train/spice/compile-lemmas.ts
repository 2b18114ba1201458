/** Compiles the caption parser's lemma rules from `word TAB tag TAB lemma`: `npx tsx train/spice/compile-lemmas.ts <file>`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { lemmaKind } from '../../packages/metrics/src/metrics/spice/parse/stanford-annotator.ts';

/** How many letters to cut off, and what to put there. */
type Change = string;

const changeOf = (word: string, lemma: string): Change => {
  let same = 0;
  while (same < word.length && word[same] === lemma[same]) same++;
  return `${word.length - same} ${lemma.slice(same)}`;
};

const examples = new Map<string, Map<string, Change>>();
for (const line of readFileSync(process.argv[2], 'utf8').split('\n')) {
  const [word, tag, lemma] = line.split('\t');
  if (lemma === undefined || !/^[a-z'-]+$/.test(word)) continue;
  const kind = lemmaKind(tag);
  const known = examples.get(kind) ?? new Map<string, Change>();
  known.set(word, changeOf(word, lemma));
  examples.set(kind, known);
}

/** For each ending, from short to long, what most words with it do, where that is not what its own ending says already. */
const lines: string[] = [];
for (const [kind, words] of [...examples].sort()) {
  const byEnding = new Map<string, Map<Change, number>>();
  for (const [word, change] of words) {
    const marked = `^${word}`;
    for (let at = 0; at <= marked.length; at++) {
      const ending = marked.slice(at);
      const counts = byEnding.get(ending) ?? new Map<Change, number>();
      counts.set(change, (counts.get(change) ?? 0) + 1);
      byEnding.set(ending, counts);
    }
  }
  const rules = new Map<string, Change>([['', '0 ']]);
  const inherited = (ending: string): Change => {
    for (let at = 1; at <= ending.length; at++) {
      const rule = rules.get(ending.slice(at));
      if (rule !== undefined) return rule;
    }
    return '0 ';
  };
  for (const ending of [...byEnding.keys()].sort((a, b) => a.length - b.length)) {
    const counts = [...(byEnding.get(ending) ?? [])].sort((a, b) => b[1] - a[1]);
    const [change] = counts[0];
    if (Number(change.split(' ')[0]) > ending.replace('^', '').length) continue;
    if (change !== inherited(ending)) rules.set(ending, change);
  }
  lines.push(`=${kind}`, ...[...rules].sort().map(([ending, change]) => `${ending} ${change}`));
}
writeFileSync('packages/metrics/weights/spice/lemmas.txt.gz', gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
process.stderr.write(`${lines.length} rules\n`);
