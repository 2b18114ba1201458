/** Abbreviations of Stanford's PTBTokenizer 3.4.1: the words that keep their full stop, and those that open a sentence. */
import { chars, choice, many, optional, sequence, some, times, words } from '../patterns.ts';
import { ascii } from './characters.ts';

// The lists are the tokenizer's own; a word with ^ is one only with that capital.
export const AFTER_SENTENCE_END =
  'jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri ' +
  'ala ariz ^Az ^Ark calif colo conn ct dak ^Del fla ga ^Ill ind kan kans ky ^La ^Mass md mich minn ^Miss mo mont neb nev okla ^Ore ^Pa penn tenn ' +
  '^Tex va vt ^Wash wis wisc wyo inc co cos corp ltd plc rt bancorp bhd assn univ intl sys tel est ext sq jr sr bros ed.d ph.d blvd rd esq etc al seq bldg';
const company = sequence(times('p', 1, 2), 't', chars('ye'), optional('s'));
export const abbreviationAtEnd = sequence(choice(words(AFTER_SENTENCE_END), company), '.');
const foreignRelations = choice(sequence(words('canada sino korean eu japan non'), '-u.s'), sequence('u.s.-', words('u.k u.s.s.r')));
export const acronym = choice(sequence(ascii, many('.', ascii)), foreignRelations);
export const longAcronym = choice(sequence(ascii, some('.', ascii)), foreignRelations);
export const TITLES =
  'mr mrs ms ^Miss dr drs prof profs sen sens rep reps atty attys lt col gen messrs gov govs adm rev maj sgt cpl pvt capt st ste ave pres lieut hon brig ' +
  'cmdr comdr pfc spc supt supts det mt ft adj adv asst assoc ens insp mlle mme msgr sfc vs alex wm jos cie a.k.a cf treas ph invt elec natl mfg mtg dept';
export const titleOrAcronym = choice(words(TITLES), acronym);
export const BEFORE_NUMBER = 'ca fig figs prop no nos art bldg pp op';
export const beforeNumber = sequence(words(BEFORE_NUMBER), '.');
/** Words that, after an acronym, start a new sentence. */
export const sentenceOpeners = words(
  '^About ^According ^Additionally ^After ^An ^A ^As ^At ^But ^Earlier ^He ^Her ^Here ^However ^If ^In ^It ^Last ^Many ^More ^Mr. ^Ms. ^Now ^Once ^One ' +
    '^Other ^Our ^She ^Since ^So ^Some ^Such ^That ^The ^Their ^Then ^There ^These ^They ^This ^We ^When ^While ^What ^Yet ^You',
);
