import { describe, expect, it } from 'vitest';
import { croissant, croissantFaults, licenceUrl } from './croissant.ts';

const document = () =>
  croissant({
    name: 'my-set',
    description: 'Pairs.',
    licences: ['MIT', 'CC0-1.0'],
    url: 'https://example.org/my-set',
    creator: 'Example',
    datePublished: '2026-01-02',
    version: '1.0.0',
    keywords: ['commonsense'],
    citeAs: 'Example (2026)',
    files: [{ path: 'test.jsonl', description: 'test', encodingFormat: 'application/jsonlines', bytes: 12, sha256: 'a'.repeat(64) }],
    recordSets: [
      {
        name: 'test',
        file: 'test.jsonl',
        description: 'test',
        fields: [
          { name: 'keywords', description: 'in', type: 'text', array: -1, optional: false },
          { name: 'provenance', description: 'an object', type: null, optional: true },
        ],
      },
    ],
  });

describe('croissant', () => {
  it('says what version 1.1 requires', () => {
    expect(croissantFaults(document())).toEqual([]);
    expect(document()).toMatchObject({
      conformsTo: ['http://mlcommons.org/croissant/1.1'],
      license: ['https://spdx.org/licenses/MIT', 'https://spdx.org/licenses/CC0-1.0'],
      recordSet: [{ field: [{ '@id': 'test/keywords', isArray: true, source: { fileObject: { '@id': 'test.jsonl' } } }] }],
    });
  });

  it('leaves out what nobody gave', () => {
    const bare = croissant({ name: 'x', description: 'y', version: '1', keywords: [], citeAs: 'z', files: [], recordSets: [] });
    for (const property of ['license', 'url', 'creator', 'datePublished']) expect(bare).not.toHaveProperty(property);
  });

  it('finds what is missing, doubled or leads nowhere', () => {
    const wrong = document();
    wrong.name = '';
    wrong.url = 'about:blank';
    wrong.datePublished = 'soon';
    (wrong.distribution as { '@id': string }[])[0]['@id'] = 'test';
    expect(croissantFaults(wrong)).toEqual([
      'name is missing',
      '@id "test" occurs twice',
      'test/keywords: its source is not a file of the dataset',
      'datePublished is not a date',
      'url is not an address',
    ]);
  });

  it('writes licences as addresses', () => {
    expect(licenceUrl('CC BY-SA 4.0')).toBe('https://spdx.org/licenses/CC-BY-SA-4.0');
    expect(licenceUrl('https://example.org/l')).toBe('https://example.org/l');
  });
});
