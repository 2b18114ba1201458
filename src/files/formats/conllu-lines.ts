/** CoNLL-U (Universal Dependencies): the lines of a text that was parsed, a sentence for each tree in it, with entities in MISC. */
import type { Analysis, TextEntity, Token } from '../../core/index.ts';
import { universalTag } from './universal-tag.ts';

/** `name` begins the ids of the sentences. A text without words has no lines. */
export function conlluLines({ text, tokens, entities }: Analysis, { name }: { name: string }): string[] {
  return sentencesOf(tokens).flatMap((sentence, i) => {
    const { first } = sentence;
    const words = tokens.slice(first, sentence.end);
    const shown = text.slice(words[0].start, words[words.length - 1].end);
    return [
      `# sent_id = ${name}-${i + 1}`,
      `# text = ${oneLine(shown)}`,
      ...words.map((word, place) => wordLine(word, { place, first, next: words[place + 1], entities })),
      '',
    ];
  });
}

/** Heads lead to one root in each sentence, and sentences follow each other. */
function sentencesOf(tokens: readonly Token[]): { first: number; end: number }[] {
  const sentences: { first: number; end: number; root: number }[] = [];
  for (const place of tokens.keys()) {
    const root = rootOf(tokens, place);
    const last = sentences.at(-1);
    if (last?.root === root) last.end = place + 1;
    else sentences.push({ first: place, end: place + 1, root });
  }
  return sentences;
}

function rootOf(tokens: readonly Token[], place: number): number {
  let root = place;
  for (let head = tokens[root].head ?? 0; head > 0; head = tokens[root].head ?? 0) root = head - 1;
  return root;
}

interface WordPlace {
  /** In the sentence, from 0. */
  place: number;
  /** The place of the sentence's first word in the text. */
  first: number;
  next?: Token;
  entities: readonly TextEntity[];
}

function wordLine(word: Token, { place, first, next, entities }: WordPlace): string {
  const head = word.head ? word.head - first : 0;
  const misc = [...(next && next.start === word.end ? ['SpaceAfter=No'] : []), ...entityOf(word, entities)].join('|');
  const fields = [
    oneLine(word.text),
    oneLine(word.lemma),
    universalTag(word),
    word.tag,
    '_',
    String(head),
    word.relation ?? '_',
    '_',
    misc,
  ];
  return [String(place + 1), ...fields.map((field) => field || '_')].join('\t');
}

/** Begin and inside, as in BIO. */
function entityOf({ start, end }: Token, entities: readonly TextEntity[]): string[] {
  const entity = entities.find((one) => one.start < end && start < one.end);
  return entity ? [`ner=${start <= entity.start ? 'B' : 'I'}-${entity.type}`] : [];
}

/** A field has no tab and no line break. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
