// Bytes that are no JSON, JSON that no engine can hold, and the pointer to the place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../vocabulary/failure.ts';
import { HttpProblem } from '../server/problem.ts';
import { MAX_DEPTH, readJson } from './json-body.ts';

const read = (text: string | Uint8Array) => readJson(Buffer.from(text as string));

function refusal(text: string | Uint8Array): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof HttpProblem) return `${error.status} ${error.code}`;
    if (error instanceof Failure) return `${error.issues[0]?.code} ${error.issues[0]?.pointer}`;
    throw error;
  }
  return 'taken';
}

const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

test('whatever JSON.stringify writes of storable values is read back alike', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8, stringUnit: 'grapheme' }), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes('\\u0000') && !text.includes('__proto__') && text.isWellFormed());
      assert.deepEqual(read(text), JSON.parse(text));
    }),
  );
});

test('bytes that are no UTF-8, in any disguise', () => {
  for (const bytes of [
    [0xff, 0xfe, 0x7b, 0],
    [0x22, 0xc0, 0x80, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
    [0x22, 0xf5, 0x80, 0x80, 0x80, 0x22],
    [0x22, 0xc3],
  ]) {
    assert.equal(refusal(Uint8Array.from(bytes)), '400 invalid_utf8');
  }
  assert.equal(refusal(Buffer.from('{"a":1}', 'utf16le')), '400 invalid_json');
  assert.equal(refusal('\ufeff{}'), '400 invalid_json');
});

test('text that is no JSON', () => {
  for (const text of ['', ' ', '{', '{"a":1,}', "{'a':1}", '{"a":01}', '{"a":NaN}', '// x\n{}', '{"a":"\n"}', '{}{}']) {
    assert.equal(refusal(text), '400 invalid_json', text);
  }
});

test(`${MAX_DEPTH} levels are taken, one more is not, and a hundred thousand are refused as quickly`, () => {
  assert.equal(refusal(nested(MAX_DEPTH)), 'taken');
  assert.equal(refusal(nested(MAX_DEPTH + 1)), `too_deep ${'/0'.repeat(MAX_DEPTH)}`);
  assert.equal(refusal(nested(100_000)), `too_deep ${'/0'.repeat(MAX_DEPTH)}`);
  assert.match(refusal(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`), /^too_deep (\/a){16}$/);
});

test('NUL and lone surrogates are found in values and in keys', () => {
  assert.equal(refusal('{"a":{"b":["x","\\u0000"]}}'), 'nul_character /a/b/1');
  assert.equal(refusal('{"a":"\\ud800"}'), 'lone_surrogate /a');
  assert.equal(refusal('{"a":"\\udc00\\ud800"}'), 'lone_surrogate /a');
  assert.equal(refusal('{"\\u0000":1}'), 'nul_character /\u0000');
  assert.match(refusal('{"\\udfff":1}'), /^lone_surrogate \/\ufffd$/);
  assert.equal(refusal('{"a":"\\ud83d\\ude00"}'), 'taken');
});

test('numbers that are no longer numbers', () => {
  assert.equal(refusal('{"a":1e400}'), 'number_out_of_range /a');
  assert.equal(refusal(`[${'9'.repeat(1_000_000)}]`), 'number_out_of_range /0');
  assert.equal(refusal('[-0, 9007199254740993, 1e-400]'), 'taken');
});

test('keys that poison copies are refused, keys that only look like it are inert', () => {
  assert.equal(refusal('{"signals":{"__proto__":{"polluted":1}}}'), 'forbidden_key /signals/__proto__');
  assert.equal(refusal('{"\\u005f_proto__":1}'), 'forbidden_key /__proto__');
  const value = read('{"constructor":{"prototype":{"polluted":1}},"toString":1,"hasOwnProperty":2}') as object;
  assert.deepEqual(Object.keys(value), ['constructor', 'toString', 'hasOwnProperty']);
  assert.equal(({} as { polluted?: unknown }).polluted, undefined);
});

test('the last of duplicate keys counts, and pointers are escaped', () => {
  assert.deepEqual(read('{"a":1,"a":2}'), { a: 2 });
  assert.equal(refusal('{"a/b~c":["\\u0000"]}'), 'nul_character /a~1b~0c/0');
});
