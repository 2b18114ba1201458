/** The countries that the table statements speak of, from the countries-list package: undisputed states, named as English prose names them. */
import { countries, type TCountryCode } from 'countries-list';

/** Sovereign states by ISO 3166-1 code; disputed territories, dependencies and the Vatican are left out. */
const CODES =
  'AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FR GA GB GD GE GH GM GN GR GT GW GY HN HR HT HU ID IE IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PG PH PK PL PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SZ TD TG TH TJ TL TM TN TO TR TT TV TZ UA UG US UY UZ VC VE VN VU WS ZA ZM ZW'.split(
    ' ',
  ) as TCountryCode[];

/** Countries whose English name carries the article. */
const WITH_ARTICLE = new Set('AE BS CD CF CG DO GB GM KM MH MV NL PH SB SC US'.split(' '));

/** Names that everyday English prefers to those of the package. */
const USUAL_NAMES: Record<string, string> = { TR: 'Turkey', ST: 'São Tomé and Príncipe' };

export type Country = { code: TCountryCode; place: string };

export function nameOf(code: TCountryCode): string {
  return USUAL_NAMES[code] ?? countries[code].name;
}

export function placeOf(code: TCountryCode): string {
  return WITH_ARTICLE.has(code) ? `the ${nameOf(code)}` : nameOf(code);
}

export function listCountries(): Country[] {
  return CODES.map((code) => ({ code, place: placeOf(code) }));
}
