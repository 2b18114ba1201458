import { describe, expect, it } from 'vitest';
import { renderCard } from './dataset-card.ts';

const HOSTILE = 'a `<b` <script>alert(1)</script>\n<img src=x onerror=alert(1)>';

describe('a dataset card', () => {
  it('has no HTML that came with the data', () => {
    const card = renderCard({
      title: HOSTILE,
      summary: HOSTILE,
      frontMatter: { pretty_name: 'x' },
      sections: [{ title: HOSTILE, text: HOSTILE, questions: [{ question: HOSTILE, answer: HOSTILE }] }],
    });
    expect(card).not.toContain('<');
    expect(card).toContain('&lt;script>alert(1)&lt;/script>');
    expect(card.split('\n').filter((line) => line.startsWith('# '))).toEqual([
      '# a `&lt;b` &lt;script>alert(1)&lt;/script> &lt;img src=x onerror=alert(1)>',
    ]);
  });

  it('keeps what is not HTML', () => {
    const card = renderCard({ title: 'A', summary: 'p > 0.05 & more', frontMatter: { pretty_name: 'A' }, sections: [] });
    expect(card).toBe('---\npretty_name: A\n---\n\n# A\n\np > 0.05 & more\n');
  });

  it('has its own front matter, whatever the name of the data', () => {
    const card = renderCard({ title: 'A', summary: 'B', frontMatter: { pretty_name: 'x\n---\n<script>' }, sections: [] });
    expect(card.split('\n').filter((line) => line === '---')).toHaveLength(2);
  });
});
