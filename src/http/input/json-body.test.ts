// Tests bytes that are not JSON, JSON that no engine can store, and the pointer of each issue.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../vocabulary/failure.ts';
import { HttpProblem } from '../server/problem.ts';
import { MAX_DEPTH, readJson } from './json-body.ts';

const read = (text: string | Uint8Array) => readJson(Buffer.from(text as string));

function result(text: string | Uint8Array): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof HttpProblem) return `${error.status} ${error.code}`;
    if (error instanceof Failure) return `${error.issues[0]?.code} ${error.issues[0]?.pointer}`;
    throw error;
  }
  return 'accepted';
}

const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

test('reads back what JSON.stringify writes for storable values', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8, stringUnit: 'grapheme' }), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes('\\u0000') && !text.includes('__proto__') && text.isWellFormed());
      assert.deepEqual(read(text), JSON.parse(text));
    }),
  );
});

test('rejects bytes that are not UTF-8', () => {
  for (const bytes of [
    [0xff, 0xfe, 0x7b, 0],
    [0x22, 0xc0, 0x80, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
    [0x22, 0xf5, 0x80, 0x80, 0x80, 0x22],
    [0x22, 0xc3],
  ]) {
    assert.equal(result(Uint8Array.from(bytes)), '400 invalid_utf8');
  }
  assert.equal(result(Buffer.from('{"a":1}', 'utf16le')), '400 invalid_json');
  assert.equal(result('\ufeff{}'), '400 invalid_json');
});

test('rejects text that is not JSON', () => {
  for (const text of ['', ' ', '{', '{"a":1,}', "{'a':1}", '{"a":01}', '{"a":NaN}', '// x\n{}', '{"a":"\n"}', '{}{}']) {
    assert.equal(result(text), '400 invalid_json', text);
  }
});

test(`accepts ${MAX_DEPTH} levels and rejects one more or a hundred thousand`, () => {
  assert.equal(result(nested(MAX_DEPTH)), 'accepted');
  assert.equal(result(nested(MAX_DEPTH + 1)), `too_deep ${'/0'.repeat(MAX_DEPTH)}`);
  assert.equal(result(nested(100_000)), `too_deep ${'/0'.repeat(MAX_DEPTH)}`);
  assert.match(result(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`), /^too_deep (\/a){16}$/);
});

test('rejects NUL and lone surrogates in values and in keys', () => {
  assert.equal(result('{"a":{"b":["x","\\u0000"]}}'), 'nul_character /a/b/1');
  assert.equal(result('{"a":"\\ud800"}'), 'lone_surrogate /a');
  assert.equal(result('{"a":"\\udc00\\ud800"}'), 'lone_surrogate /a');
  assert.equal(result('{"\\u0000":1}'), 'nul_character /\u0000');
  assert.match(result('{"\\udfff":1}'), /^lone_surrogate \/\ufffd$/);
  assert.equal(result('{"a":"\\ud83d\\ude00"}'), 'accepted');
});

test('rejects numbers that are not finite', () => {
  assert.equal(result('{"a":1e400}'), 'number_out_of_range /a');
  assert.equal(result(`[${'9'.repeat(1_000_000)}]`), 'number_out_of_range /0');
  assert.equal(result('[-0, 9007199254740993, 1e-400]'), 'accepted');
});

test('rejects __proto__ keys; similar keys are inert', () => {
  assert.equal(result('{"signals":{"__proto__":{"polluted":1}}}'), 'forbidden_key /signals/__proto__');
  assert.equal(result('{"\\u005f_proto__":1}'), 'forbidden_key /__proto__');
  const value = read('{"constructor":{"prototype":{"polluted":1}},"toString":1,"hasOwnProperty":2}') as object;
  assert.deepEqual(Object.keys(value), ['constructor', 'toString', 'hasOwnProperty']);
  assert.equal(({} as { polluted?: unknown }).polluted, undefined);
});

test('keeps the last of duplicate keys and escapes pointers', () => {
  assert.deepEqual(read('{"a":1,"a":2}'), { a: 2 });
  assert.equal(result('{"a/b~c":["\\u0000"]}'), 'nul_character /a~1b~0c/0');
});
