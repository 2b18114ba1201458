/** Names of the countries that the table statements speak of, as English prose writes them; data of the countries-list package. */
import { countries, type TCountryCode } from 'countries-list';

/** Countries whose English name carries the article. */
const WITH_ARTICLE = new Set('GB NL PH US'.split(' '));

/** Names that everyday English prefers to those of the package. */
const USUAL_NAMES: Record<string, string> = { TR: 'Turkey' };

export function nameOf(code: TCountryCode): string {
  return USUAL_NAMES[code] ?? countries[code].name;
}

export function placeOf(code: TCountryCode): string {
  return WITH_ARTICLE.has(code) ? `the ${nameOf(code)}` : nameOf(code);
}
