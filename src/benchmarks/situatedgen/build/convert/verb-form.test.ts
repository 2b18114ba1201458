import { describe, expect, it } from 'vitest';
import { inflectVerb } from './verb-form.ts';

describe('verb forms', () => {
  it('follow the spelling rules', () => {
    expect(['prevent', 'carry', 'stop', 'rebel', 'visit', 'play', 'fix'].map((verb) => inflectVerb(verb, 'VBD'))).toEqual([
      'prevented',
      'carried',
      'stopped',
      'rebelled',
      'visited',
      'played',
      'fixed',
    ]);
    expect(['make', 'get', 'lie', 'see', 'nod', 'agree', 'tie', 'eat'].map((verb) => inflectVerb(verb, 'VBG'))).toEqual([
      'making',
      'getting',
      'lying',
      'seeing',
      'nodding',
      'agreeing',
      'tying',
      'eating',
    ]);
    expect(['go', 'watch', 'fly', 'play', 'radio'].map((verb) => inflectVerb(verb, 'VBZ'))).toEqual([
      'goes',
      'watches',
      'flies',
      'plays',
      'radios',
    ]);
  });

  it('know the irregular verbs', () => {
    expect(['win', 'write', 'put', 'lead'].map((verb) => [inflectVerb(verb, 'VBD'), inflectVerb(verb, 'VBN')])).toEqual([
      ['won', 'won'],
      ['wrote', 'written'],
      ['put', 'put'],
      ['led', 'led'],
    ]);
  });
});
