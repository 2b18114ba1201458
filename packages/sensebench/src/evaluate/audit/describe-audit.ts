/** Describes an audit in sentences, and as text with tables for a terminal. */
import type { Benchmark, Table } from '@sensebench/metrics/internal/core';
import { type TextTableOptions, tableToText } from '../../report/index.ts';
import type { Audit } from './audit-dataset.ts';
import {
  baselinesTable,
  frequenciesTable,
  labelWordsTable,
  nearDuplicatesTable,
  regionsTable,
  shownP,
  templatesTable,
} from './audit-tables.ts';

/** The number of label words shown in a terminal. */
const FEW = 10;

export function auditFindings(audit: Audit): string[] {
  return [
    ...baselineFinding(audit),
    ...templateFinding(audit),
    ...frequencyFindings(audit),
    ...duplicateFindings(audit),
    ...labelWordFinding(audit),
    ...regionFinding(audit),
  ];
}

function baselineFinding({ baselines }: Audit): string[] {
  const asked = baselines.flatMap(({ model, solved }) => (solved === null ? [] : [{ model, solved }]));
  if (asked.length === 0) return [];
  const best = asked.reduce((most, each) => (each.solved > most.solved ? each : most));
  const floor = asked.find(({ model }) => model === 'majority');
  if (!floor) return [`The best baseline (${best.model}) solves ${shown(best.solved)} of the items.`];
  const label = `the most frequent label, which solves ${shown(floor.solved)} of the items`;
  if (best.solved <= floor.solved) return [`No baseline is better than ${label}.`];
  return [`The best baseline (${best.model}) solves ${shown(best.solved)} of the items and is better than ${label}.`];
}

function templateFinding({ templates: { texts, templates, repeated, top } }: Audit): string[] {
  if (texts === 0) return ['The items have no texts to read: only labels are counted.'];
  const most = top.length > 0 ? `, and the most frequent has ${shown(top[0].share)}` : '';
  return [`${texts} distinct texts have ${templates} templates; ${shown(repeated)} of the texts share theirs with another${most}.`];
}

function frequencyFindings({ frequencies }: Audit): string[] {
  return frequencies
    .filter(({ distinct }) => distinct > 0)
    .map(({ of, distinct, once, top, topShare }) =>
      distinct === top.length
        ? `${of}s: ${distinct}; the most frequent is in ${shown(top[0].share)} of the items.`
        : `${of}s: ${distinct}, ${once} of them in one item only; the ${top.length} most frequent make up ${shown(topShare)} of all uses.`,
    );
}

function duplicateFindings({ nearDuplicates: { pairs } }: Audit): string[] {
  const found = pairs.filter(({ equal, near }) => equal + near > 0);
  if (pairs.length === 0) return ['There is one split only, so none can repeat another.'];
  if (found.length === 0) return pairs.some(({ texts }) => texts > 0) ? ['No split repeats a text of another, exactly or nearly.'] : [];
  return found.map(
    ({ split, other, of, texts, equal, near, share }) =>
      `${split} repeats ${other}: of ${texts} distinct texts (${of}) ${equal} are equal and ${near} nearly (${shown(share)}).`,
  );
}

function labelWordFinding({ labelWords }: Audit): string[] {
  if (!labelWords || labelWords.tested === 0) return [];
  const { tested, found, words } = labelWords;
  const [first] = words;
  const most = found > 0 ? `; the clearest, "${first.word}" of the ${first.part}, has p ${shownP(first.pHolm)}` : '';
  return [`${found} of ${tested} words give the label away (Fisher, Holm, 0.05)${most}.`];
}

function regionFinding({ regions }: Audit): string[] {
  const named = regions.filter(({ region }) => region !== 'none');
  if (named.every(({ items }) => items === 0)) return ['No item names a place that the table of regions knows.'];
  const most = named.reduce((best, each) => (each.items > best.items ? each : best));
  const absent = named.filter(({ items }) => items === 0).map(({ region }) => region);
  const none = absent.length > 0 ? `; no item names ${absent.join(', ')}` : '';
  return [`${most.region} is named in ${shown(most.share)} of the items, the most of all regions${none}.`];
}

export function describeAudit(audit: Audit, { benchmark, width }: TextTableOptions & { benchmark: Benchmark }): string {
  const text = (title: string, table: Table) => (table.rows.length > 0 ? [`${title}\n${tableToText(table, { width })}`] : []);
  const splits = Object.entries(audit.splits).map(([name, items]) => `${name} ${items}`);
  return [
    `Audit of ${audit.dataset} (${benchmark.title}), split ${audit.split}; items: ${splits.join(', ')}`,
    auditFindings(audit)
      .map((line) => `- ${line}`)
      .join('\n'),
    ...text('Baselines', baselinesTable(audit, benchmark.ownMetrics)),
    ...text('Templates', templatesTable(audit)),
    ...audit.frequencies.flatMap((each) => text('Frequencies', frequenciesTable(each))),
    ...text('Near-duplicates across splits', nearDuplicatesTable(audit)),
    ...text('Words and labels, the clearest first', labelWordsTable(audit, FEW)),
    ...text('Regions of the world', regionsTable(audit, benchmark.ownMetrics)),
  ].join('\n\n');
}

function shown(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)}%`;
}
