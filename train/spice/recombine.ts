/** Makes new sentences from phrases of parsed captions: `npx tsx train/spice/recombine.ts <parses> <count> > sentences.txt`. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createRandom } from '../../packages/metrics/src/core/index.ts';

interface Tree {
  label: string;
  children: (Tree | string)[];
}

const random = createRandom(17);
const [path, count] = process.argv.slice(2);
const bytes = readFileSync(path);
const rows = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trim().split('\n');

const nounPhrases: { words: string[]; plural: boolean }[] = [];
const places: string[] = [];
const verbPhrases: { lemma: string; rest: string }[] = [];
const forms = new Map<string, string>();

function readTree(text: string): Tree {
  const pieces = text.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const read = (): Tree => {
    const tree: Tree = { label: pieces[at + 1], children: [] };
    at += 2;
    while (pieces[at] !== ')') tree.children.push(pieces[at] === '(' ? read() : pieces[at++]);
    at++;
    return tree;
  };
  return read();
}

const wordsOf = (tree: Tree | string): string[] => (typeof tree === 'string' ? [tree] : tree.children.flatMap(wordsOf));
const labelsOf = (tree: Tree | string): string[] => (typeof tree === 'string' ? [] : [tree.label, ...tree.children.flatMap(labelsOf)]);

function harvest(tree: Tree | string, lemmas: ReadonlyMap<string, string>): void {
  if (typeof tree === 'string') return;
  const words = wordsOf(tree);
  const inner = labelsOf(tree).slice(1);
  const first = tree.children[0];
  if (words.every((word) => /^[a-z'-]+$/.test(word))) {
    if (tree.label === 'NP' && words.length > 1 && words.length <= 5 && !inner.some((label) => /^(VP|S|SBAR|PP|FRAG)$/.test(label))) {
      nounPhrases.push({ words, plural: inner.at(-1) === 'NNS' });
    }
    if (tree.label === 'PP' && words.length <= 6 && !inner.includes('VP')) places.push(words.join(' '));
    const verb = typeof first === 'string' ? '' : (first?.label ?? '');
    if (tree.label === 'VP' && words.length > 1 && words.length <= 9 && /^VB[GZPD]$/.test(verb) && !inner.includes('VP')) {
      const lemma = lemmas.get(words[0]) ?? words[0];
      if (!['be', 'have', 'do'].includes(lemma)) verbPhrases.push({ lemma, rest: words.slice(1).join(' ') });
    }
  }
  for (const child of tree.children) harvest(child, lemmas);
}

for (const row of rows) {
  const { tokens, tree } = JSON.parse(row) as { tokens: [string, string, string][]; tree: string };
  for (const [word, tag, lemma] of tokens) if (tag.startsWith('VB')) forms.set(`${lemma} ${tag}`, word);
  harvest(readTree(tree), new Map(tokens.map(([word, , lemma]) => [word, lemma])));
}

/** Regular forms where the captions have none. */
function inflect(lemma: string, tag: string): string {
  const known = forms.get(`${lemma} ${tag}`);
  if (known !== undefined || tag === 'VB' || tag === 'VBP') return known ?? lemma;
  const stem = lemma.endsWith('e') ? lemma.slice(0, -1) : lemma;
  if (tag === 'VBG') return `${stem}ing`;
  if (tag === 'VBZ') return /(s|x|z|ch|sh|o)$/.test(lemma) ? `${lemma}es` : lemma.replace(/([^aeiou])y$/, '$1ie').concat('s');
  return `${lemma.replace(/([^aeiou])y$/, '$1i').replace(/e$/, '')}ed`;
}

const chance = (share: number) => random.next() < share;
const nounPhrase = () => {
  const { words, plural } = random.choice(nounPhrases);
  const [article, ...rest] = words;
  const swap = /^(an?|the)$/.test(article) && chance(0.45);
  const others = plural ? ['the', 'his', 'her', 'my', 'some', 'their'] : ['the', 'a', 'his', 'her', 'my', 'our', 'this', 'every'];
  return { text: [swap ? random.choice(others) : article, ...rest].join(' '), plural };
};
const verbPhrase = (tag: string) => {
  const { lemma, rest } = random.choice(verbPhrases);
  const more = chance(0.3) ? random.choice([nounPhrase().text, random.choice(places)]) : rest;
  return `${inflect(lemma, tag)} ${more}`;
};

function clause(): string {
  const pronoun = chance(0.22) ? random.choice(['i', 'he', 'she', 'we', 'they', 'someone', 'people', 'it', 'you']) : null;
  const noun = nounPhrase();
  const plural = pronoun === null ? noun.plural : ['i', 'we', 'they', 'people', 'you'].includes(pronoun);
  const subject = pronoun ?? (chance(0.1) ? `${noun.text} ${random.choice(places)}` : noun.text);
  const past = chance(0.4);
  const finite = past ? 'VBD' : plural ? 'VBP' : 'VBZ';
  const be = subject === 'i' ? (past ? 'was' : 'am') : past ? (plural ? 'were' : 'was') : plural ? 'are' : 'is';
  const kind = random.next();
  if (kind < 0.5) return `${subject} ${verbPhrase(finite)}${chance(0.2) ? ` and ${verbPhrase(finite)}` : ''}`;
  if (kind < 0.72) return `${subject} ${be} ${verbPhrase('VBG')}`;
  if (kind < 0.78) return `${subject} ${random.choice(['can', 'will', 'should', 'must'])} ${verbPhrase('VB')}`;
  if (kind < 0.86) return `${subject} ${inflect(random.choice(['want', 'like', 'decide', 'begin', 'try']), finite)} to ${verbPhrase('VB')}`;
  if (kind < 0.92) return `${subject} ${be} ${random.choice([random.choice(places), nounPhrase().text])}`;
  return `${subject} ${verbPhrase('VBG')}`;
}

function sentence(): string {
  const kind = random.next();
  if (kind < 0.06) return `there is ${nounPhrase().text} ${random.choice([random.choice(places), verbPhrase('VBG')])}`;
  if (kind < 0.1) return verbPhrase('VB');
  const start = chance(0.05) ? `${random.choice(places)} ${clause()}` : clause();
  const end = random.next();
  if (end < 0.1) return `${start} ${random.choice(['while', 'before', 'after', 'when'])} ${verbPhrase('VBG')}`;
  if (end < 0.18) return `${start} ${random.choice(['while', 'as', 'when', 'because', 'so'])} ${clause()}`;
  if (end < 0.23) return `${start} to ${verbPhrase('VB')}`;
  return end < 0.3 ? `${start} ${random.choice(places)}` : start;
}

const made = new Set<string>();
while (made.size < Number(count)) {
  const text = sentence();
  const length = text.split(' ').length;
  if (length >= 5 && length <= 18) made.add(text);
}
console.log([...made].join('\n'));
