/** What a chatty model says before its answer ("Sure! The sentence is: …"): cut, by one rule that docs/models.md states. */

const GREETING = /^(?:sure|certainly|of course|absolutely|okay|ok|great|yes)\b[^\n.!:]{0,40}[.!,]\s+/i;

/** At most twelve words that name the answer and end with a colon. Quotes and list marks before it are part of it. */
const OPENING =
  /^["'“*_\s]*(?=[^:\n]{0,120}\b(?:sentences?|answers?|outputs?|responses?|reply|replies|examples?|results?)\b)(?:[^\s:]+\s+){0,11}[^\s:]+:\s*/i;

const MOST_CUTS = 3;

/** The output itself where nothing would be left. */
export function cutPreamble(output: string): string {
  let text = output.trim();
  const greeting = GREETING.exec(text);
  if (greeting && OPENING.test(text.slice(greeting[0].length))) text = text.slice(greeting[0].length);
  let cut = false;
  for (let i = 0; i < MOST_CUTS; i++) {
    const opening = OPENING.exec(text);
    if (!opening) break;
    text = text.slice(opening[0].length);
    cut = true;
  }
  if (!cut) return output;
  const bare = text
    .replace(/^\**\s*/, '')
    .replace(/^["“]([^"“”]*)["”]?\s*$/s, '$1')
    .trim();
  return bare === '' ? output : bare;
}
