/** A user's own names, laid over any entity recognizer: the longest name wins, and what it overlaps gives way. */
import type { EntityType, TextEntity } from '@sensebench/metrics/internal/core';
import { tokenizeTreebank } from '@sensebench/metrics/internal/nlp/tokens/tokenize-treebank.ts';
import type { EntityRecognizer, EntitySentence } from './entities.ts';

/** Names by type: `{ GPE: ['Wakanda'], EVENT: ['the Purge'] }`; capitals do not matter. */
export type UserGazetteer = Partial<Record<EntityType, readonly string[]>>;

interface Node {
  next: Map<string, Node>;
  type?: EntityType;
}

export function withUserGazetteer(recognizer: EntityRecognizer, gazetteer: UserGazetteer): EntityRecognizer {
  const root: Node = { next: new Map() };
  for (const [type, names] of Object.entries(gazetteer) as [EntityType, readonly string[]][]) {
    for (const name of names) {
      const words = tokenizeTreebank(name).map(({ text }) => text.toLowerCase());
      if (words.length === 0) continue;
      let node = root;
      for (const word of words) {
        const child = node.next.get(word) ?? { next: new Map() };
        node.next.set(word, child);
        node = child;
      }
      node.type = type;
    }
  }
  return {
    id: `${recognizer.id}+gazetteer`,
    async recognize(sentences) {
      const found = await recognizer.recognize(sentences);
      return sentences.map((sentence, i) => merge(find(root, sentence), found[i]));
    },
  };
}

function find(root: Node, { text, tokens }: EntitySentence): TextEntity[] {
  const entities: TextEntity[] = [];
  for (let i = 0; i < tokens.length; i++) {
    let node: Node | undefined = root;
    let last = -1;
    let type: EntityType | undefined;
    for (let k = i; k < tokens.length; k++) {
      node = node.next.get(tokens[k].text.toLowerCase());
      if (!node) break;
      if (node.type) {
        last = k;
        type = node.type;
      }
    }
    if (!type) continue;
    const { start } = tokens[i];
    const { end } = tokens[last];
    entities.push({ text: text.slice(start, end), type, start, end });
    i = last;
  }
  return entities;
}

/** Both lists are in order of their start, so one walk is enough. */
function merge(own: readonly TextEntity[], found: readonly TextEntity[]): TextEntity[] {
  const merged: TextEntity[] = [];
  let next = 0;
  for (const entity of found) {
    while (next < own.length && own[next].end <= entity.start) merged.push(own[next++]);
    if (next === own.length || entity.end <= own[next].start) merged.push(entity);
  }
  return [...merged, ...own.slice(next)];
}
