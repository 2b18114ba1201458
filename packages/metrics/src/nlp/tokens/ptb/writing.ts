/** How Stanford's PTBTokenizer 3.4.1 writes a token: quotation marks, brackets, fractions and currencies as in the Penn Treebank. */

export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00A0');
}

export function withoutSoftHyphens(text: string): string {
  return text.includes('\u00AD') ? text.replaceAll('\u00AD', '') || '-' : text;
}

export function plainAmpersand(text: string): string {
  return text.replace(/&amp;/gi, '&');
}

const FRACTIONS: Record<string, string> = { '\u00BC': '1/4', '\u00BD': '1/2', '\u00BE': '3/4', '\u2153': '1/3', '\u2154': '2/3' };

export function plainFraction(text: string): string {
  return FRACTIONS[text] ?? text;
}

/** The treebank writes pounds as # and has a dollar sign for all that it does not know. */
export function plainCurrency(text: string): string {
  return text
    .replace('\u00A2', 'cents')
    .replace('\u00A3', '#')
    .replace(/[\u0080\u00A4\u20A0\u20AC]/, '$');
}

const BRACKETS: Record<string, string> = { '(': '-LRB-', ')': '-RRB-', '{': '-LCB-', '}': '-RCB-', '[': '-LSB-', ']': '-RSB-' };

export function bracketName(text: string): string {
  return BRACKETS[text];
}

/** Round brackets alone are renamed inside smileys and telephone numbers. */
export function bracketed(text: string): string {
  return text.replace(/[()]/g, bracketName);
}

export function leftQuotes(text: string): string {
  return curled(text.replace(/&apos;|'/g, '`').replace(/"|&quot;/g, '``'));
}

export function latexQuotes(text: string): string {
  return curled(text.replace(/&apos;|'/g, "'").replace(/"|&quot;/g, "''"));
}

function curled(text: string): string {
  return text
    .replace(/[\u0091\u2018\u201B\u2039]/g, '`')
    .replace(/[\u0092\u2019\u203A]/g, "'")
    .replace(/[\u0093\u201C\u00AB]/g, '``')
    .replace(/[\u0094\u201D\u00BB]/g, "''");
}
