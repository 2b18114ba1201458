/** The self-contained page of an audit: its findings, then each part with a plot and a table. */
import type { Benchmark } from '@sensebench/metrics/internal/core';
import { escapeHtml, renderPage, type Section, tableToHtml, tableWithDownloads } from '../../report/index.ts';
import { PALETTE, Plot, renderFigure } from '../../report/plots/index.ts';
import type { Audit } from './audit-dataset.ts';
import { baselinesTable, frequenciesTable, labelWordsTable, nearDuplicatesTable, regionsTable, templatesTable } from './audit-tables.ts';
import { auditFindings } from './describe-audit.ts';

export function renderAuditPage(audit: Audit, { benchmark, version }: { benchmark: Benchmark; version: string }): string {
  const { ownMetrics } = benchmark;
  const found = auditFindings(audit).map((line) => `<li>${escapeHtml(line)}</li>`);
  return renderPage({
    title: `Audit: ${audit.dataset}`,
    subtitle: `${benchmark.title}, split ${audit.split}, ${audit.splits[audit.split]} items`,
    sections: [
      { id: 'findings', title: 'Findings', html: `<ul>${found.join('\n')}</ul>` },
      {
        id: 'baselines',
        title: 'Baselines',
        html: `${baselinesFigure(audit)}${tableWithDownloads(baselinesTable(audit, ownMetrics), 'baselines')}${note(SOLVED)}`,
      },
      { id: 'templates', title: 'Templates', html: `${templatesFigure(audit)}${tableWithDownloads(templatesTable(audit), 'templates')}` },
      {
        id: 'frequencies',
        title: 'Frequencies',
        html: audit.frequencies.map(frequenciesHtml).join('\n') || note('There is nothing to count.'),
      },
      { id: 'near-duplicates', title: 'Near-duplicates', html: duplicatesHtml(audit) },
      ...labelWordsSection(audit),
      {
        id: 'regions',
        title: 'Regions of the world',
        html: `${regionsFigure(audit)}${tableWithDownloads(regionsTable(audit, ownMetrics), 'regions')}${note(REGIONS)}`,
      },
    ],
    footer: `sensebench ${version}`,
  });
}

const SOLVED = 'Solved: with choices the right label, otherwise the full headline score.';
const REGIONS =
  'An item that names places of several regions counts in each of them. Names are only looked up, so that a person called Jordan counts for Asia.';

function note(text: string): string {
  return `<p class="note">${escapeHtml(text)}</p>`;
}

interface Bar {
  name: string;
  share: number;
}

/** Bars of shares, with names on the left. */
function bars(rows: readonly Bar[], { caption, label }: { caption: string; label: string }): string {
  if (rows.length === 0) return '';
  const shown = rows.map(({ name, share }) => ({ name: name.length > 40 ? `${name.slice(0, 39)}…` : name, share: 100 * share }));
  const longest = shown.reduce((most, { name }) => Math.max(most, name.length), 0);
  return renderFigure({
    caption,
    options: {
      height: 70 + 22 * shown.length,
      marginLeft: 20 + 7.5 * longest,
      marginRight: 20,
      x: { grid: true, label, labelOffset: 38, zero: true },
      y: { label: null, domain: [...new Set(shown.map(({ name }) => name))] },
      marks: [Plot.barX(shown, { x: 'share', y: 'name', fill: PALETTE[0] }), Plot.ruleX([0])],
    },
  });
}

function baselinesFigure({ baselines, split }: Audit): string {
  const rows = baselines.flatMap(({ model, solved }) => (solved === null ? [] : [{ name: model, share: solved }]));
  return bars(rows, { caption: `Items of ${split} solved by baselines without commonsense`, label: '% of items' });
}

function templatesFigure({ templates: { top } }: Audit): string {
  const rows = top.map(({ template, share }) => ({ name: template, share }));
  return bars(rows, { caption: 'The most frequent templates', label: '% of distinct texts' });
}

function frequenciesHtml(frequencies: Audit['frequencies'][number]): string {
  const { of, top } = frequencies;
  const rows = top.map(({ value, share }) => ({ name: value, share }));
  return `<h3>By ${of}</h3>${bars(rows, { caption: `The most frequent ${of}s`, label: '% of items' })}${tableWithDownloads(frequenciesTable(frequencies), of)}`;
}

function duplicatesHtml(audit: Audit): string {
  const { pairs } = audit.nearDuplicates;
  if (pairs.length === 0) return note('There is one split only.');
  const rows = pairs.map(({ split, other, of, share }) => ({ name: `${split} in ${other}: ${of}`, share: share ?? 0 }));
  const examples = pairs.flatMap(({ split, other, examples: some }) =>
    some.map(({ text, other: same, overlap }) => ({ split, text, other, same, overlap })),
  );
  const columns = [
    { key: 'split', label: 'split' },
    { key: 'text', label: 'text' },
    { key: 'other', label: 'split' },
    { key: 'same', label: 'near to' },
    { key: 'overlap', label: 'overlap' },
  ];
  const figure = bars(rows, { caption: 'Distinct texts of a split that are in another, or nearly', label: '% of texts' });
  return `${figure}${tableWithDownloads(nearDuplicatesTable(audit), 'near-duplicates')}${examples.length > 0 ? `<h3>Some that are near</h3>${tableToHtml({ columns, rows: examples })}` : ''}`;
}

function labelWordsSection(audit: Audit): Section[] {
  if (!audit.labelWords) return [];
  const words = audit.labelWords.words.slice(0, 20);
  const rows = words.map(({ word, part, label, share }) => ({ name: `${word} (${part}, ${label})`, share }));
  const figure = bars(rows, {
    caption: 'Share of the label among texts with the word, the clearest words first',
    label: '% with the label',
  });
  const table = tableWithDownloads(labelWordsTable(audit, words.length), 'label-words');
  return [{ id: 'label-words', title: 'Words that give a label away', html: `${figure}${table}` }];
}

function regionsFigure({ regions }: Audit): string {
  const rows = regions.map(({ region, share }) => ({ name: region, share }));
  return bars(rows, { caption: 'Items by the region of the world that they name', label: '% of items' });
}
