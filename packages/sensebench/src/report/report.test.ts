import { createHash } from 'node:crypto';
import type { Table } from '@sensebench/metrics/internal/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeFormula, escapeHtml, escapeLatex, escapeMarkdown, escapeScriptJson } from './escape.ts';
import { renderPage } from './page.ts';
import { Plot, renderFigure } from './plots/index.ts';
import { percent, tableToCsv, tableToHtml, tableToLatex, tableToMarkdown } from './table.ts';
import { tableToText } from './text-table.ts';

const HOSTILE = `<script>alert("1")</script> & 'x' | a_b $5 50% \\ {#} ~^ \u202Eevil\u0000`;

const table: Table = {
  columns: [
    { key: 'system', label: 'System' },
    { key: 'f1', label: 'F1', format: percent(1) },
  ],
  rows: [
    { system: 'ours', f1: 0.8057 },
    { system: HOSTILE, f1: null },
  ],
};

describe('escaping', () => {
  it('leaves no markup, control or direction mark of a hostile text alive', () => {
    expect(escapeHtml(HOSTILE)).toBe(
      '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39; | a_b $5 50% \\ {#} ~^ \\u202eevil\ufffd',
    );
    expect(escapeLatex('50% of $5 & a_b\n#1 \\ ~')).toBe('50\\% of \\$5 \\& a\\_b \\#1 \\textbackslash{} \\textasciitilde{}');
    expect(escapeMarkdown('a|b\n<i>*x*</i>')).toBe('a\\|b &lt;i&gt;\\*x\\*&lt;/i&gt;');
  });

  it('keeps any value inside a script element, and gives it back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = escapeScriptJson(value);
        expect(text).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(escapeScriptJson('</script><!--')).toBe('"\\u003c/script\\u003e\\u003c!--"');
  });
});

describe('a table', () => {
  it('is written in every format, with a dash for what is undefined', () => {
    expect(tableToHtml(table)).toContain('<tr><th scope="row">ours</th><td class="number">80.6</td></tr>');
    expect(tableToHtml(table)).not.toContain('<script>');
    expect(tableToMarkdown(table).split('\n').slice(0, 3)).toEqual(['| System | F1 |', '| --- | ---: |', '| ours | 80.6 |']);
    expect(tableToLatex(table)).toMatch(/^% needs \\usepackage\{booktabs\} in the preamble\n\\begin\{tabular\}/);
    expect(tableToLatex(table)).toContain('\\toprule\nSystem & F1 \\\\\n\\midrule\nours & 80.6 \\\\');
    expect(tableToCsv(table).split('\n')[1]).toBe('ours,0.8057');
    expect(tableToText({ ...table, rows: [table.rows[0], { system: 'b', f1: null }] })).toBe(
      'System    F1\n──────  ────\nours    80.6\nb          –',
    );
  });
});

describe('a table with bold cells and intervals', () => {
  const scores: Table = {
    ...table,
    sortable: true,
    rows: [{ system: 'ours', f1: 0.8057 }],
    bold: (_, { key }) => key === 'f1',
    aside: (_, { key }) => (key === 'f1' ? '[79.0, 82.0]' : undefined),
  };

  it('writes both; CSV keeps the value alone', () => {
    expect(tableToHtml(scores)).toContain('<table class="sortable">');
    expect(tableToHtml(scores)).toContain('<td class="number"><b>80.6</b> <small>[79.0, 82.0]</small></td>');
    expect(tableToMarkdown(scores)).toContain('| ours | **80.6** \\[79.0, 82.0\\] |');
    expect(tableToLatex(scores)).toContain('ours & \\textbf{80.6} [79.0, 82.0] \\\\');
    expect(tableToCsv(scores).split('\n')[1]).toBe('ours,0.8057');
  });
});

describe('a long table', () => {
  it('is laid out whatever its length', () => {
    const rows = Array.from({ length: 200_000 }, (_, i) => ({ n: i }));
    const lines = tableToText({ columns: [{ key: 'n', label: 'number' }], rows }).split('\n');
    expect(lines).toHaveLength(200_002);
    expect(lines.at(-1)).toBe('199999');
  });
});

describe('a table for a spreadsheet', () => {
  it.each([
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['+1+cmd|x', "'+1+cmd|x"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    [' =1', "' =1"],
    ['\uff1d1', "'\uff1d1"],
    ['-0.5', '-0.5'],
    ['+1e-3', '+1e-3'],
    ['a=b', 'a=b'],
  ])('holds no formula: %j', (text, written) => {
    expect(tableToCsv({ columns: [{ key: 'a', label: text }], rows: [{ a: text }] })).toBe(`${written}\n${written}`);
  });

  it('keeps numbers', () => {
    expect(tableToCsv({ columns: [{ key: 'a', label: 'a' }], rows: [{ a: -0.5 }, { a: -1e-9 }] })).toBe('a\n-0.5\n-1e-9');
    expect(escapeFormula('- a list')).toBe("'- a list");
  });
});

describe('a page', () => {
  it('draws plots without a browser and asks for nothing from outside', () => {
    const figure = renderFigure({
      caption: 'Two <bars>',
      options: {
        marks: [
          Plot.barY(
            [
              { x: 'a', y: 1 },
              { x: 'b', y: 2 },
            ],
            { x: 'x', y: 'y' },
          ),
        ],
      },
    });
    expect(figure.match(/<rect/g)?.length).toBe(2);
    expect(figure).toContain('<figcaption>Two &lt;bars&gt;</figcaption>');
    const page = renderPage({
      title: HOSTILE,
      sections: [{ id: 'a', title: 'A', html: figure }],
      data: { rows: [HOSTILE] },
      footer: 'made by a test',
    });
    expect(page).not.toMatch(/<script>alert/);
    expect(page.replace(/xmlns(:\w+)?="[^"]*"/g, '')).not.toMatch(/https?:\/\//);
  });
});

describe('the policy of a page', () => {
  const figure = renderFigure({ caption: 'Dots', options: { color: { legend: true }, marks: [Plot.dot(['a'], { x: [1], fill: ['a'] })] } });
  const page = renderPage({ title: 'a', sections: [{ id: 'a', title: 'A', html: figure }], script: 'document.title = "b";' });
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

  it('names its script and all its styles by their hashes, and allows nothing else', () => {
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain(`script-src ${hash('document.title = "b";')};`);
    const styles = Array.from(page.matchAll(/<style>(.*?)<\/style>/gs), ([, css]) => hash(css));
    expect(styles).toHaveLength(1);
    expect(page.indexOf('<style>')).toBeLessThan(page.indexOf('</head>'));
    expect(page).toContain('font-size:13px !important');
    expect(policy).toContain(`style-src ${styles.join(' ')};`);
    expect(renderPage({ title: 'a', sections: [] })).toContain("script-src 'none'");
  });

  it('leaves no style attribute, which it would block', () => {
    expect(page).not.toMatch(/ style=/);
    expect(figure).toContain('font-size:13px !important');
  });
});

describe('a figure with a legend', () => {
  it('names the drawing, not the first swatch', () => {
    const html = renderFigure({
      caption: 'Three dots',
      options: {
        color: { legend: true },
        marks: [Plot.dot(['a', 'b', 'c'], { x: [1, 2, 3], y: [1, 2, 3], fill: (each: string) => each })],
      },
    });
    const [named, ...others] = html.split('<svg').filter((part) => part.includes('aria-label="Three dots"'));
    expect(others).toEqual([]);
    expect(named).toContain('<circle');
  });
});
