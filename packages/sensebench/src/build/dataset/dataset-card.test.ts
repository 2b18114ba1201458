import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { datasetCard } from './dataset-card.ts';
import type { DatasetContent } from './dataset-content.ts';
import type { CardFacts } from './datasheet.ts';
import type { RowField } from './row-fields.ts';

const HOSTILE = 'a `<b` <script>alert(1)</script>\n<img src=x onerror=alert(1)>';

const content: DatasetContent = {
  benchmark: { name: 'b' },
  name: 'A',
  summary: 'p > 0.05 & more',
  citation: 'C',
  collection: 'D',
  limits: 'E',
  row: z.object({ id: z.string() }),
  splits: {},
  ledger: [],
  stats: {},
  sources: [],
  people: [],
  config: {},
  seed: 1,
  versions: {},
};
const facts: CardFacts = { rows: { train: 1 }, fields: [], whole: true, licences: ['MIT'], dropped: {} };

describe('a dataset card', () => {
  it('has no HTML that came with the data', () => {
    const text = datasetCard(
      {
        ...content,
        title: HOSTILE,
        summary: HOSTILE,
        creator: HOSTILE,
        url: HOSTILE,
        sources: [{ name: HOSTILE, sha256: 'x', licence: HOSTILE, url: HOSTILE }],
        people: [{ task: HOSTILE, annotators: 1, decisions: 1, simulated: false, text: HOSTILE }],
        card: [{ title: HOSTILE, text: HOSTILE, questions: [{ question: HOSTILE, answer: HOSTILE }] }],
        config: { option: HOSTILE },
      },
      facts,
    );
    const [, , body] = text.split(/^---$/m);
    expect(body).not.toContain('<');
    expect(body).toContain('&lt;script>alert(1)&lt;/script>');
    expect(body.split('\n').filter((line) => line.startsWith('# '))).toEqual([
      '# a `&lt;b` &lt;script>alert(1)&lt;/script> &lt;img src=x onerror=alert(1)>',
    ]);
  });

  it('keeps what is not HTML', () => {
    expect(datasetCard(content, facts)).toContain('# A\n\np > 0.05 & more\n');
  });

  it('has one front matter, whatever the name of the data', () => {
    const text = datasetCard({ ...content, title: 'x\n---\n<script>' }, facts);
    expect(text.split('\n').filter((line) => line === '---')).toHaveLength(2);
  });

  describe('tells dataset hubs', () => {
    const matter = (given: Partial<typeof facts>) => parse(datasetCard(content, { ...facts, ...given }).split(/^---$/m)[1]);
    const fields: RowField[] = [
      { name: 'text', description: '', type: 'text', optional: false },
      { name: 'places', description: '', type: 'integer', array: -1, optional: true },
    ];

    it('the type of every column, or of none', () => {
      const features = [
        { name: 'text', dtype: 'string' },
        { name: 'places', sequence: 'int64' },
      ];
      expect(matter({ fields })).toMatchObject({ dataset_info: { features } });
      expect(matter({ fields, whole: false })).not.toHaveProperty('dataset_info');
      expect(matter({ fields: [...fields, { name: 'x', description: '', type: null, optional: false }] })).not.toHaveProperty(
        'dataset_info',
      );
    });

    it.each([
      [['CC BY 4.0'], { license: 'cc-by-4.0' }],
      [['CC0-1.0', 'MIT'], { license: ['cc0-1.0', 'mit'] }],
      [['MIT', 'WordNet'], { license: 'other', license_name: 'MIT, WordNet' }],
    ])('the licence %j', (licences, expected) => {
      expect(matter({ licences })).toMatchObject(expected);
    });

    it('no licence where nobody gave one', () => {
      expect(matter({ licences: [] })).not.toHaveProperty('license');
    });
  });
});
