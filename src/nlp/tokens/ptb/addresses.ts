/** Markup, web and mail addresses, and names of the net, as Stanford's PTBTokenizer 3.4.1 reads them. */
import { chars, choice, many, notChars, optional, sequence, some, times, words } from '../patterns.ts';
import { ascii, letter } from './characters.ts';

const tagName = sequence(ascii, many(chars('A-Za-z0-9_:.-')));
const attributeValue = choice(sequence("'", many(notChars("'")), "'"), sequence('"', many(notChars('"')), '"'));
const attribute = sequence(tagName, optional(many(' '), '=', many(' '), attributeValue));
export const tag = sequence(
  '<',
  choice(
    sequence(chars('!?'), chars('A-Za-z-'), many(notChars('>\r\n'))),
    sequence(tagName, many(some(' '), attribute), many(' '), optional('/')),
    sequence('/', tagName),
  ),
  many(' '),
  '>',
);
export const url = sequence(choice('http://', 'https://'), some(notChars(' \t\n\f\r"<>|(){}')), notChars(' \t\n\f\r"<>|.!?(){},-'));
const urlPath = sequence('/', some(notChars(' \t\n\f\r"<>|()')), notChars(' \t\n\f\r"<>|.!?(){},-'));
export const bareUrl = sequence(
  choice(
    sequence('www.', some(some(notChars(' \t\n\f\r"<>|.!?(){},')), '.'), times(ascii, 2, 4)),
    // The second list runs from the comma to the underscore: no digits, no capitals.
    sequence(some(some(notChars(' \t\n\f\r"`\'<>|.!?(){},-_$')), '.'), words('com net org edu')),
  ),
  optional(urlPath),
);
const mailPart = some(notChars(' \t\n\f\r"<>|(){}.\u00A0'));
export const mail = sequence(
  optional(choice('<', '&lt;')),
  chars('a-zA-Z0-9'),
  many(notChars(' \t\n\f\r"<>|()\u00A0{}')),
  '@',
  many(mailPart, '.'),
  mailPart,
  optional(choice('>', '&gt;')),
);
export const handle = choice(sequence('@', chars('a-zA-Z_'), many(chars('a-zA-Z_0-9'))), sequence('#', some(letter)));
