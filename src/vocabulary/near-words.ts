// Tells another form or a misspelling of a word from another word.

/** Endings of the forms of one word: `fail` and `failed`, `changes` and `changed`. */
const ENDINGS = ['', 's', 'd', 'es', 'ed'];
/** Shorter words are close to too many others: `log` to `lot`, `sent` to `set`. */
const SHORT = 5;
/** Words at least this long may lack two letters, or have one that does not belong. */
const LONG = 8;
const VOWELS = 'aeiou';

/**
 * Whether the word is `known`, another form of it, or a common misspelling: one that lacks a letter, doubles one, or has another vowel.
 * Any other letter makes another word: `layout` is not `payout`, `selected` not `rejected`, and `paused` not `passed`. Nor does the first
 * letter ever differ: `unregister` is not `register`, and `bypassed` not `passed`.
 */
export function isNearWord(word: string, known: string): boolean {
  return isForm(word, known) || isMisspelling(word, known);
}

/** Whether both words have one stem: `failed` and `fail`. */
export function isForm(word: string, known: string): boolean {
  return ENDINGS.some((ending) => {
    const stem = word.slice(0, word.length - ending.length);
    return word.endsWith(ending) && ENDINGS.some((other) => stem + other === known);
  });
}

function isMisspelling(word: string, known: string): boolean {
  if (known.length < SHORT || word[0] !== known[0] || word.at(-1) !== known.at(-1)) return false;
  if (word.length > known.length) return hasOneMore(word, known);
  const isLong = known.length >= LONG;
  const lacking = known.length - word.length;
  return lacking <= (isLong ? 2 : 1) && isContained(word, known, isLong || lacking === 0 ? isSameSound : isSame);
}

/** Whether `known` has the letters of `word` in their order. */
function isContained(word: string, known: string, equal: (one: string, other: string) => boolean): boolean {
  let at = 0;
  for (const letter of known) if (at < word.length && equal(word[at] as string, letter)) at += 1;
  return at === word.length;
}

/** Whether `word` is `known` with one more letter: in a long word any one, otherwise one twice. */
function hasOneMore(word: string, known: string): boolean {
  if (word.length !== known.length + 1) return false;
  for (let at = 1; at < word.length; at += 1) {
    const isExtra = known.length >= LONG || word[at] === word[at - 1];
    if (isExtra && word.slice(0, at) + word.slice(at + 1) === known) return true;
  }
  return false;
}

function isSame(one: string, other: string): boolean {
  return one === other;
}

function isSameSound(one: string, other: string): boolean {
  return one === other || (VOWELS.includes(one) && VOWELS.includes(other));
}
