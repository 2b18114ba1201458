/** The slots of two frames that can be compared: filled by a place, or by a time, in both statements. */
import { contains, type Situation, sameSituation, situate } from './containment.ts';
import type { ContextSlot } from './context-slot.ts';
import { PLACE_PREPOSITION } from './frame-words.ts';

export interface SituatedSlot extends ContextSlot {
  situation: Situation;
  /** Equal for slots that can be compared. */
  key: string;
  /** "On the coast of the United States in California" is about California: the United States are not innermost. */
  innermost: boolean;
}

export interface ComparedSlots {
  one: SituatedSlot;
  two: SituatedSlot;
}

export function situateSlots(slots: readonly ContextSlot[]): SituatedSlot[] {
  const situated = slots.map((slot) => ({
    ...slot,
    situation: situate(slot),
    key: `${slot.context} ${slot.role} ${PLACE_PREPOSITION.test(slot.preposition) ? 'in' : slot.preposition}`,
  }));
  return situated.map((slot) => ({
    ...slot,
    innermost: !situated.some((other) => other.key === slot.key && contains(slot.situation, other.situation)),
  }));
}

/** In sentences that are alike word for word, slots are compared in their order. */
export function compareSlots(
  first: readonly SituatedSlot[],
  second: readonly SituatedSlot[],
  { alike }: { alike: boolean },
): ComparedSlots[] {
  const compared: ComparedSlots[] = [];
  if (alike && first.length === second.length) {
    for (const [i, one] of first.entries()) if (one.context === second[i].context) compared.push({ one, two: second[i] });
  } else {
    for (const one of first)
      for (const two of second) if (one.key === two.key && one.innermost && two.innermost) compared.push({ one, two });
  }
  if (compared.length < 2) return compared;
  // What both sentences name is no contrast; the others are.
  const contrasting = compared.filter(({ one, two }) => one.situation.name !== two.situation.name);
  return contrasting.length > 0 ? contrasting : compared;
}

export function slotName(slot: ContextSlot | undefined): string {
  return slot ? `${slot.preposition} ${slot.role}`.trim() : 'none';
}

/** The first two that are names of one thing, or of a place and what contains it. */
export function samePlace(compared: readonly ComparedSlots[]): string | undefined {
  const found = compared.find(
    ({ one: { situation: one }, two: { situation: two } }) => sameSituation(one, two) || contains(one, two) || contains(two, one),
  );
  return found && `${found.one.name} / ${found.two.name}`;
}

/** How many slots have a place or time that the other statement does not have. */
export function countDiffering(slots: readonly SituatedSlot[], others: readonly SituatedSlot[]): number {
  return slots.filter((slot) => !others.some((other) => sameSituation(slot.situation, other.situation))).length;
}
