/** Paths and words that pass through SQL, a shell and a scheduler unchanged. */
import { InputError } from '../../core/index.ts';

/** A blank, a quote or ${x} would mean something to one of them. */
export function demandPlainPath(path: string): void {
  if (!/^\/[A-Za-z0-9_./-]*$/.test(path))
    throw new InputError(`"${path}" cannot be sent to an engine`, { expected: 'an absolute path of letters, digits and _ . / -' });
}

/** The words of a command for sh; each must be plain. */
export function shellWords(words: readonly string[]): string {
  for (const word of words)
    if (!/^[A-Za-z0-9_./:=@,+-]+$/.test(word))
      throw new InputError(`"${word}" cannot be sent to an engine`, { expected: 'letters, digits and _ . / : = @ , + -' });
  return words.join(' ');
}
