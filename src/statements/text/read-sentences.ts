/** Sentences of documents that pass the cheap rules, each with its document and place; of those that say the same the first stays. */
import type { LedgerRow } from '../../core/index.ts';
import { createTextNumbers } from '../../files/index.ts';
import { splitSentences } from '../../nlp/tokens/index.ts';
import { contentKey } from './content-key.ts';
import { readDocuments } from './read-documents.ts';
import { brokenSentenceRule } from './sentence-rules.ts';

export interface FoundSentence {
  /** Numbers of the document in its file and of the sentence in its document. */
  number: string;
  text: string;
  document: string;
  /** Character at which it begins in the document's text. */
  offset: number;
}

/** Longer ones are not looked at. */
const MOST_CHARACTERS = 1000;
/** Drops after which the reader is told to store them. */
const DROPS_AT_ONCE = 10_000;

/** Undefined after many drops and no sentence. Twenty to forty bytes of memory for each sentence that passes the rules. */
export async function* readSentences(
  path: string,
  drop: (row: LedgerRow) => void,
  { idOf }: { idOf(number: string): string },
): AsyncGenerator<FoundSentence | undefined> {
  const known = createTextNumbers();
  let waiting = 0;
  for await (const { number, name, text } of readDocuments(path)) {
    for (const [i, found] of sentencesOf(text).entries()) {
      const sentence = { number: `${number}.${i}`, text: found.text, document: name, offset: found.offset };
      const broken =
        found.text.length > MOST_CHARACTERS
          ? { rule: 'too long', value: found.text.length, limit: MOST_CHARACTERS }
          : (brokenSentenceRule(found.text) ?? (known.isNew(contentKey(found.text)) ? null : { rule: 'says the same as an earlier one' }));
      if (!broken) {
        waiting = 0;
        yield sentence;
        continue;
      }
      drop({ step: 'read', ids: [idOf(sentence.number)], text: found.text.slice(0, 300), ...broken });
      if (++waiting % DROPS_AT_ONCE === 0) yield undefined;
    }
  }
}

/** Line by line: a line end is the end of a sentence, and a heading has its own line. */
function sentencesOf(text: string): { text: string; offset: number }[] {
  const sentences: { text: string; offset: number }[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    if (line.trim() !== '')
      for (const { text: sentence, start } of splitSentences(line)) {
        const plain = sentence.replace(/\s+/g, ' ').trim();
        if (plain !== '') sentences.push({ text: plain, offset: offset + start });
      }
    offset += line.length + 1;
  }
  return sentences;
}
