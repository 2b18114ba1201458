/** Reads everyday.txt: everyday sentences that nothing is trained on, with tags decided by hand, as `form/TAG` with blanks between. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export function readEveryday(): { form: string; tag: string }[][] {
  const text = readFileSync(fileURLToPath(new URL('./everyday.txt', import.meta.url)), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) =>
      line.split(' ').map((word) => {
        const slash = word.lastIndexOf('/');
        return { form: word.slice(0, slash), tag: word.slice(slash + 1) };
      }),
    );
}
