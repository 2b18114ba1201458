/** Everyday sentences with silver tags: our own captions and facts, the same with other words, CommonGen's training sentences. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { tokenizeCoco } from '../../packages/metrics/src/nlp/tokens/tokenize-coco.ts';
import { tokenizeTreebank } from '../../packages/metrics/src/nlp/tokens/tokenize-treebank.ts';
import { loadSentenceReader } from '../../packages/sensebench/src/nlp/analysis/sentence-reader.ts';
import { dataPath } from '../corpora.ts';
import { createSubstitute } from '../substitute-words.ts';

export interface SilverTags {
  forms: string[];
  /** Empty where two readers disagree. */
  tags: string[];
}

/** So many sentences with other words are made of each sentence of our own. */
const COPIES = 4;
const BATCH = 512;

/** Tags of the deep model. */
async function tagDeep(texts: readonly string[]): Promise<SilverTags[]> {
  const { infos, reader } = await loadSentenceReader({ deep: true });
  const tagged: SilverTags[] = [];
  for (let at = 0; at < texts.length; at += BATCH) {
    const forms = texts.slice(at, at + BATCH).map((text) => tokenizeTreebank(text).map((token) => token.text));
    const readings = await reader.read(
      forms.map((words) => words.map((form) => infos.of(form))),
      { parse: false, entities: false },
    );
    readings.forEach(({ tags }, i) => {
      tagged.push({ forms: forms[i], tags });
    });
  }
  return tagged;
}

/** Captions, references and facts of the starter corpus. */
export function readOwnTexts(): string[] {
  const read = (file: string) => readFileSync(fileURLToPath(new URL(`../../corpus/${file}`, import.meta.url)), 'utf8');
  const rows = <T>(file: string) =>
    read(file)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as T);
  return [
    ...read('captions/captions.txt').trim().split('\n'),
    ...rows<{ scene: string[] }>('captions/references.jsonl').flatMap(({ scene }) => scene),
    ...rows<{ text: string }>('qa/facts.jsonl').map(({ text }) => text),
  ];
}

/** Our own texts, and copies of them in which content words gave way to others of the same form. */
export async function ownSentences(): Promise<SilverTags[]> {
  const own = (await tagDeep(readOwnTexts())).filter(({ forms }) => forms.length > 0);
  const substitute = createSubstitute('everyday tags');
  return [...own, ...Array.from({ length: COPIES }, () => own.map(({ forms, tags }) => ({ forms: substitute(forms, tags), tags }))).flat()];
}

/** CommonGen's training sentences. Where CoreNLP's parse is at hand and has another tag, a word teaches nothing. */
export async function commonGenSentences(parses: readonly string[]): Promise<SilverTags[]> {
  const second = readTags(parses);
  return (await tagDeep(commonGenSets().flat())).map(({ forms, tags }) => {
    const other = second.get(tokenizeCoco(forms.join(' ')).join(' '));
    return other ? { forms, tags: agreed({ forms, tags }, other) } : { forms, tags };
  });
}

/** The sentences of each concept-set, each sentence once; those that dev has as well are left out. */
export function commonGenSets(): string[][] {
  const letters = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const rows = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { concept_set: string; scene: string[] });
  const seen = new Set(rows(readFileSync(dataPath('commongen/dev.jsonl'), 'utf8')).flatMap(({ scene }) => scene.map(letters)));
  const sets = new Map<string, string[]>();
  for (const { concept_set: name, scene } of rows(gunzipSync(readFileSync(dataPath('commongen/train.jsonl.gz'))).toString('utf8'))) {
    const own = sets.get(name) ?? [];
    sets.set(name, own);
    for (const text of scene) {
      const key = letters(text);
      if (key === '' || seen.has(key)) continue;
      seen.add(key);
      own.push(text.replace(/\s+/g, ' ').trim());
    }
  }
  return [...sets.values()].filter((set) => set.length > 0);
}

type TaggedWord = [word: string, tag: string, lemma: string];

/** Tags by the coco tokens of a sentence, from lines of oracles/spice/ParseCaptions.java. */
function readTags(files: readonly string[]): Map<string, TaggedWord[]> {
  const known = new Map<string, TaggedWord[]>();
  for (const file of files) {
    for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
      const { text, sentences } = JSON.parse(line) as { text: string; sentences: { tokens: TaggedWord[] }[] };
      known.set(
        text,
        sentences.flatMap(({ tokens }) => tokens),
      );
    }
  }
  return known;
}

/** EWT has IN for the preposition "to"; small "i" is a foreign word for CoreNLP. */
const SAME = new Set(['IN TO', 'PRP FW']);

function agreed({ forms, tags }: SilverTags, other: readonly TaggedWord[]): string[] {
  let next = 0;
  return forms.map((form, i) => {
    if (next >= other.length || form.toLowerCase() !== other[next][0]) return tags[i];
    const tag = other[next++][1];
    return tag === tags[i] || SAME.has(`${tags[i]} ${tag}`) ? tags[i] : '';
  });
}
