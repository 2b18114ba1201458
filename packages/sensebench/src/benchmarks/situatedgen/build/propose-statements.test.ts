import { describe, expect, it } from 'vitest';
import { readProposal } from './propose-statements.ts';

describe('a proposed statement', () => {
  it('is the first sentence of the answer, without what a model adds', () => {
    expect(readProposal(' People in Peru celebrate Inti Raymi in June. / People in')).toBe('People in Peru celebrate Inti Raymi in June.');
    expect(readProposal('\n\n"Tourists visit Rome to see the Colosseum"\nTourists visit')).toBe(
      'Tourists visit Rome to see the Colosseum.',
    );
  });

  it('has no preface', () => {
    expect(readProposal('The answer is: "Tourists visit Rome to see the Colosseum.')).toBe('Tourists visit Rome to see the Colosseum.');
    expect(readProposal('The answer is: February.')).toBe('');
    expect(readProposal('The capital of Peru is Lima.')).toBe('The capital of Peru is Lima.');
  });

  it('is none where the model says nothing that could be a sentence', () => {
    expect([readProposal(''), readProposal(' / \n'), readProposal('Sure!')]).toEqual(['', '', '']);
  });
});
