// Tells another form or a misspelling of a word from another word.

/** Endings of the forms of one word: `fail` and `failed`, `changes` and `changed`. */
const ENDINGS = ['', 's', 'd', 'es', 'ed'];
/** Shorter words are close to too many others: `log` to `lot`, `sent` to `set`. */
const SHORT = 5;
/** Words at least this long may lack two letters, but not at the start, or have one that does not belong. */
const LONG = 8;
const VOWELS = 'aeiou';
/** A finger that misses a key hits the one beside it. */
const KEYBOARD = 'qwertyuiop asdfghjkl zxcvbnm';

/**
 * Whether the word is `known`, another form of it, or a common misspelling: one that lacks a letter, doubles or swaps letters, or has another
 * vowel or the letter of the next key. Any other letter makes another word: `selected` is not `rejected`, and `paused` not `passed`. Nor does
 * it have another beginning: `layout` is not `payout`, `unregister` not `register`, and `activated` not `deactivated`.
 */
export function isNearWord(word: string, known: string): boolean {
  return isForm(word, known) || (known.length >= SHORT && isMisspelling(word, known));
}

/** Whether both words have one stem: `failed` and `fail`. */
export function isForm(word: string, known: string): boolean {
  return ENDINGS.some((ending) => {
    const stem = word.slice(0, word.length - ending.length);
    return word.endsWith(ending) && ENDINGS.some((other) => stem + other === known);
  });
}

function isMisspelling(word: string, known: string): boolean {
  const lacking = known.length - word.length;
  if (lacking === -1) return hasOneMore(word, known);
  if (lacking === 0) return isRespelled(word, known) || hasSwapped(word, known);
  const isShort = lacking > (known.length >= LONG && word[0] === known[0] ? 2 : 1);
  return !isShort && isContained(word, known);
}

/** Whether `word` is `known` with one more letter: in a long word any one but the first, otherwise one twice. */
function hasOneMore(word: string, known: string): boolean {
  for (let at = 1; at < word.length; at += 1) {
    const isExtra = known.length >= LONG || word[at] === word[at - 1];
    if (isExtra && word.slice(0, at) + word.slice(at + 1) === known) return true;
  }
  return false;
}

/** Whether two words of one length differ between their first and last letters by vowels or letters of the next key: a `payer` is no `payee`. */
function isRespelled(word: string, known: string): boolean {
  if (word[0] !== known[0] || word.at(-1) !== known.at(-1)) return false;
  return [...word].every((letter, at) => isConfused(letter, known[at] as string));
}

function isConfused(one: string, other: string): boolean {
  if (one === other || (VOWELS.includes(one) && VOWELS.includes(other))) return true;
  return KEYBOARD.includes(one + other) || KEYBOARD.includes(other + one);
}

/** Whether two words of one length are equal once two adjacent letters are swapped. */
function hasSwapped(word: string, known: string): boolean {
  const at = [...word].findIndex((letter, index) => letter !== known[index]);
  return at >= 0 && word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2) === known;
}

/** Whether `known` has the letters of `word` in their order. */
function isContained(word: string, known: string): boolean {
  let at = 0;
  for (const letter of known) if (word[at] === letter) at += 1;
  return at === word.length;
}
