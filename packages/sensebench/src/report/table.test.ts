import type { Table } from '@sensebench/metrics/internal/core';
import { describe, expect, it } from 'vitest';
import { markText } from './escape.ts';
import { tableToHtml, tableWithDownloads } from './table.ts';

describe('a table with downloads', () => {
  it('holds its Markdown, LaTeX and CSV in its links, escaped for each', () => {
    const table: Table = {
      columns: [
        { key: 'system', label: 'System' },
        { key: 'score', label: 'Score', format: (value) => (100 * Number(value)).toFixed(1) },
      ],
      rows: [{ system: 'a & b, "c" <d>', score: 0.25 }],
    };
    const html = tableWithDownloads(table, 'scores');
    const files = new Map(
      [...html.matchAll(/download="([^"]+)" href="data:[^,]+,([^"]+)"/g)].map(([, name, text]) => [
        name,
        decodeURIComponent(text.replaceAll('&#39;', "'")),
      ]),
    );
    expect([...files.keys()]).toEqual(['scores.md', 'scores.tex', 'scores.csv']);
    expect(files.get('scores.md')).toContain('| a &amp; b, "c" &lt;d&gt; | 25.0 |');
    expect(files.get('scores.tex')).toContain('a \\& b, "c" <d> & 25.0 \\\\');
    expect(files.get('scores.csv')).toBe('System,Score\n"a & b, ""c"" <d>",0.25\n');
    expect(html).not.toContain('<d>');
  });
});

describe('text that is written from right to left', () => {
  it('has a direction of its own in cells, captions and headings, and other text stays as it was', () => {
    const table: Table = {
      caption: 'שלום & co.',
      columns: [
        { key: 'name', label: 'שם' },
        { key: 'score', label: 'Score' },
      ],
      rows: [
        { name: 'שלום (11B)', score: 1 },
        { name: 'Ada <b>', score: 2 },
      ],
      aside: (row) => (row.score === 1 ? 'مرحبا' : 'hello'),
    };
    const html = tableToHtml(table);
    for (const text of ['שלום &amp; co.', 'שם', 'שלום (11B)', 'مرحبا']) expect(html).toContain(`<bdi>${text}</bdi>`);
    expect(html).toContain('Ada &lt;b&gt;');
    expect(html.match(/<bdi>/g)).toHaveLength(5);
  });
});

describe('a text with marks', () => {
  it('is escaped inside and outside of them, and marks beyond its end are left out', () => {
    const html = markText('<i>snow</i> & ice', [
      { start: 3, end: 7, kind: 'first', title: '"snow"' },
      { start: 14, end: 17, kind: 'second', title: 'ice' },
      { start: 16, end: 40, kind: 'both', title: 'gone' },
    ]);
    expect(html).toBe(
      '&lt;i&gt;<mark class="first" title="&quot;snow&quot;">snow</mark>&lt;/i&gt; &amp; <mark class="second" title="ice">ice</mark>',
    );
  });
});
