/** What the colours of a report mean: the benchmark's own words where they fit what was found, else the common ones. */
import type { Benchmark } from '../../core/index.ts';
import { escapeHtml, type Found, foundIn } from '../../report/index.ts';
import type { EvaluatedRun } from '../scores/read-run.ts';
import { readEvidence } from './read-evidence.ts';

const COMMON = 'What was looked for is coloured where it is [first in the output]; [missing what is struck out] is not in it.';
const KINDS = /\[(first|second|both|later|missing)(?: ([^\]]+))?\]/g;

/** `[first]` is drawn in the colour of that name, `[missing in neither]` with other words. Empty where nothing is marked. */
export function renderLegend({ legend = COMMON }: Pick<Benchmark, 'legend'>, runs: readonly EvaluatedRun[]): string {
  const found = foundKinds(runs);
  if (found.size === 0) return '';
  const named = Array.from(legend.matchAll(KINDS), ([, kind]) => kind);
  // A legend of two sentences does not fit evidence that knows only one group.
  const grouped = named.includes('second') && !(['second', 'both', 'later'] as const).some((kind) => found.has(kind));
  const html = escapeHtml(grouped ? COMMON : legend).replace(KINDS, (_, kind: string, words = kind) =>
    kind === 'first' || kind === 'second' ? `<mark class="${kind}">${words}</mark>` : `<span class="chip ${kind}">${words}</span>`,
  );
  return `<p class="legend">${html}</p>`;
}

function foundKinds(runs: readonly EvaluatedRun[]): Set<Found> {
  const kinds = new Set<Found>();
  for (const { evidence } of runs) {
    for (const own of evidence.values()) {
      for (const { groups } of readEvidence(own)?.sought ?? []) kinds.add(foundIn(groups));
    }
  }
  return kinds;
}
