// The patterns of text that callers send, each with the sentence that an error shows. Programs find the expression in the API
// description.
import { EVENT_TYPE_FORM, EVENT_TYPE_PATTERN } from '../../vocabulary/event-types.ts';
import { VIEW_LIMITS } from '../../vocabulary/saved-views.ts';

/** Control characters, for a class in a `pattern`. As ranges: without the `u` flag `\p{Cc}` means letters, and tools omit it. */
const CONTROL = '\\u0000-\\u001f\\u007f-\\u009f';
/** Format characters, which are invisible (category Cf, without supplementary planes), likewise. */
const FORMAT = '\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb';
const INVISIBLE = `${CONTROL}${FORMAT}`;
/** Format characters, white space that is no control character, and letters without a mark, such as U+3164 (Hangul filler). */
const UNSEEN = `${FORMAT} \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\u115f\\u1160\\u2800\\u3164\\uffa0`;

/** Text in which something can be seen: a list shows nothing for a name of U+200B (zero width space), and has nothing to click. */
export const NOT_BLANK = `[^${CONTROL}${UNSEEN}]`;
export const EMPTY_OR_NOT_BLANK = `^$|${NOT_BLANK}`;
/**
 * On one line, because the text becomes the subject of an email. Unseen characters up to the first other one: if the first part could take
 * any, a text of 64 KB with a control character at its end took 1.5 s.
 */
export const ONE_LINE = `^[${UNSEEN}]*${NOT_BLANK}[^${CONTROL}]*$`;
/**
 * Neither `.` nor `..`: every HTTP client reads them as steps in a path, also when encoded (RFC 3986, 6.2.2.3), so the account could not be
 * read or erased. Without a lookahead, which the expressions of some languages lack.
 */
export const NOT_A_STEP = '^(?:$|[^.]|\\.[^.]|\\.\\.[\\s\\S])';
export const TIME_OF_DAY = '^([01][0-9]|2[0-3]):[0-5][0-9]$';
/** No control or format characters: with U+202E, an address could look like that of another member. */
export const EMAIL = `^[^\\s@${INVISIBLE}]{1,64}@[^\\s@${INVISIBLE}]{1,255}$`;
/** Also without the characters that separate addresses in a header. */
export const RECIPIENT = `^[^\\s@,;<>"${INVISIBLE}]{1,64}@[^\\s@,;<>"${INVISIBLE}]{1,189}$`;
export const PARAMETER_NAME = `^[a-z][a-z_]{0,${VIEW_LIMITS.parameter - 1}}$`;

const BLANK = 'Must not be blank.';
const SENTENCES: Readonly<Record<string, string>> = {
  [NOT_BLANK]: BLANK,
  [EMPTY_OR_NOT_BLANK]: BLANK,
  [ONE_LINE]: 'Must not be blank, and must have no line breaks or other control characters.',
  [NOT_A_STEP]: 'Must not be "." or "..", which cannot be part of a URL.',
  [TIME_OF_DAY]: 'Must be a time of day from 00:00 to 23:59.',
  [EMAIL]: 'Must be an email address without spaces and invisible characters.',
  [RECIPIENT]: 'Must be one email address without a name, spaces and invisible characters.',
  [PARAMETER_NAME]: `The name of a parameter must have lowercase letters and "_", at most ${VIEW_LIMITS.parameter}.`,
  [EVENT_TYPE_PATTERN]: `Must ${EVENT_TYPE_FORM}.`,
};

/** The problem with text that does not match the pattern, as a sentence. */
export function patternSentence(pattern: string): string {
  return SENTENCES[pattern] ?? `Must match ${pattern}.`;
}
