import { describe, expect, it } from 'vitest';
import { readProposal } from './propose-statements.ts';

describe('a proposed statement', () => {
  it('is the first sentence of the answer, without what a model adds', () => {
    expect(readProposal(' People in Peru celebrate Inti Raymi in June. / People in')).toBe('People in Peru celebrate Inti Raymi in June.');
    expect(readProposal('\n\n"Tourists visit Rome to see the Colosseum"\nTourists visit')).toBe(
      'Tourists visit Rome to see the Colosseum.',
    );
  });

  it('is none where the model says nothing that could be a sentence', () => {
    expect([readProposal(''), readProposal(' / \n'), readProposal('Sure!')]).toEqual(['', '', '']);
  });
});
