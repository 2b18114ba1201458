/** Finds the spans that the pair view needs: the places and times to exchange, and whether a sentence begins with a name. */
import type { Analysis, EntityType, ToolNeeds, Tools } from '@sensebench/metrics/internal/core';
import type { PairSpans, SituatedGenItem, TextSpan } from './item.ts';
import { compareSlots, type SituatedSlot, situateSlots } from './pairs/compared-slots.ts';
import { readFrame } from './pairs/frame.ts';
import { isContinent } from './pairs/places.ts';

const NAMES: ReadonlySet<EntityType> = new Set<EntityType>([
  ...(['PERSON', 'NORP', 'FAC', 'ORG', 'GPE', 'LOC', 'PRODUCT', 'EVENT', 'WORK_OF_ART', 'LAW', 'LANGUAGE'] as const),
]);

/** Returns the items with `meta.spans`. */
export async function findPairSpans(
  items: readonly SituatedGenItem[],
  tools: (needs: ToolNeeds) => Promise<Tools>,
): Promise<SituatedGenItem[]> {
  const { analyse, truecaser, wordnet } = await tools({ analyse: true, truecaser: true, wordnet: true });
  const texts = [...new Set(items.flatMap(({ meta }) => meta.statements))];
  const found = await analyse(texts, { parse: true });
  const analysed = new Map(
    texts.map((text, i) => {
      const analysis = found[i];
      const entities = analysis.entities.map((one) =>
        one.type === 'LOC' && isContinent(one.text) ? { ...one, type: 'GPE' as const } : one,
      );
      const { slots } = readFrame(analysis.tokens, entities, wordnet);
      return [text, { slots: wholePlaces(situateSlots(slots), text), nameFirst: beginsWithName(analysis, { truecaser, wordnet }) }];
    }),
  );
  return items.map((item) => {
    const [first, second] = item.meta.statements.map((statement) => analysed.get(statement));
    if (!first || !second) return item;
    const exchanged = pairSlots(first.slots, second.slots).map(({ one, two }) => ({
      first: { start: one.start, end: one.end },
      second: { start: two.start, end: two.end },
    }));
    const spans: PairSpans = { exchanged, namesFirst: [first.nameFirst, second.nameFirst] };
    return { ...item, meta: { ...item.meta, spans } };
  });
}

/** "Cartagena, Spain" is one place. */
function wholePlaces(slots: readonly SituatedSlot[], text: string): SituatedSlot[] {
  const whole: SituatedSlot[] = [];
  for (const slot of [...slots].sort((a, b) => a.start - b.start)) {
    const before = whole.at(-1);
    const together = before?.context === 'GEO' && slot.context === 'GEO' && text.slice(before.end, slot.start) === ', ';
    if (before && together)
      whole[whole.length - 1] = { ...before, end: slot.end, name: text.slice(before.start, slot.end), innermost: true };
    else whole.push(slot);
  }
  return whole;
}

/** Pairs slots with the same role, or else places with places and times with times in order. Equal names need no exchange. */
function pairSlots(first: readonly SituatedSlot[], second: readonly SituatedSlot[]): { one: SituatedSlot; two: SituatedSlot }[] {
  const byRole = compareSlots(first, second, { alike: false });
  const byOrder = (['GEO', 'TEMP'] as const).flatMap((context) => {
    const [ones, twos] = [first, second].map((slots) => slots.filter((slot) => slot.context === context));
    return ones.slice(0, twos.length).map((one, i) => ({ one, two: twos[i] }));
  });
  const all = differing(byRole).length > 0 ? differing(byRole) : differing(byOrder);
  // Exchanging both places and times could give the same two truths again, so only the places are exchanged, as in Table 6.
  const places = all.filter(({ one }) => one.context === 'GEO');
  const pairs = places.length > 0 ? places : all;
  // Each place is exchanged once.
  return pairs.filter(({ one, two }, i) => !pairs.slice(0, i).some((other) => overlaps(other.one, one) || overlaps(other.two, two)));
}

function differing(pairs: readonly { one: SituatedSlot; two: SituatedSlot }[]): { one: SituatedSlot; two: SituatedSlot }[] {
  return pairs.filter(({ one, two }) => one.name.toLowerCase() !== two.name.toLowerCase());
}

function overlaps(a: TextSpan, b: TextSpan): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Decides by the tagger, the entities and the usual spelling. The first word loses its capital if two of them call it a common word. */
function beginsWithName({ text, tokens, entities }: Analysis, { truecaser, wordnet }: Pick<Tools, 'truecaser' | 'wordnet'>): boolean {
  const [first] = tokens;
  if (!first) return false;
  if (first.text === 'I' || /\p{Lu}/u.test(first.text.slice(1))) return true;
  const named = entities.some(
    ({ start, end, type }) => start <= first.start && end >= first.end && (NAMES.has(type) || isCapitalized(text, { start, end })),
  );
  const tagged = /^NNPS?$/.test(first.tag);
  const before = 'While ';
  const spelled = truecaser ? /^\p{Lu}/u.test(truecaser.restore(`${before}${text}`).slice(before.length)) : tagged;
  // A noun at the beginning is often mistaken for a name, as in "Snow is common", so the usual spelling and the dictionary decide.
  if (truecaser && !spelled && wordnet && wordnet.synsets(first.text.toLowerCase(), 'n').length > 0) return false;
  return [named, tagged, spelled].filter(Boolean).length > 1;
}

/** "May 5" and "Monday morning" are names of times; "Winter" alone is not treated as one. */
function isCapitalized(text: string, { start, end }: TextSpan): boolean {
  return /\s\p{Lu}/u.test(text.slice(start, end));
}
