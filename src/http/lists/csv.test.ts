// Tests CSV: quoting, cells that a spreadsheet would run, and the columns of a schema.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { closed } from '../schemas/schema.ts';
import { columnsOf, csvLine } from './csv.ts';

test('quotes what a reader would split', () => {
  assert.equal(csvLine(['a', 'b,c', 'd"e', 'f\ng', null, 7]), 'a,"b,c","d""e","f\ng",,7');
});

test('disarms formulas and keeps numbers', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\u0000']) {
    assert.equal(csvLine([`${start}cmd()`]).replaceAll('"', ''), `'${start}cmd()`);
  }
  for (const cell of [' =cmd()', '\uff1dcmd()', '\u00a0@cmd()']) assert.equal(csvLine([cell]), `'${cell}`);
  assert.equal(csvLine([-20, true]), '-20,true');
  assert.equal(csvLine([['=cmd()', 'b']]), "'=cmd() b", 'a list of texts');
});

test('disarms formulas behind the separators of other locales', () => {
  assert.equal(csvLine(['x;=cmd();']), "x;'=cmd();");
  assert.equal(csvLine(['x;  +1;-1']), "x;  '+1;'-1");
  assert.equal(csvLine(['x\t\uff1d1']), "x\t'\uff1d1");
  assert.equal(csvLine(['x\r\n@1']), `"x\r\n'@1"`);
  assert.equal(csvLine(['x;"=cmd()']), `"x;""'=cmd()"`);
  assert.equal(csvLine(['x\t" "@1']), `"x\t"" ""'@1"`);
  assert.equal(csvLine(['a;b=1', 'a-b']), 'a;b=1,a-b', 'other text stays');
});

test('lists fired signals by code and other objects as JSON', () => {
  assert.equal(csvLine([[{ code: 'A' }, { code: 'B' }]]), 'A B');
  assert.equal(csvLine([{ id: 'x' }]), '"{""id"":""x""}"');
});

test('has one column for each field of the schema', () => {
  const schema = closed({ id: Type.String(), device: closed({ id: Type.String() }), tags: Type.Array(Type.String()) });
  assert.deepEqual(columnsOf(schema), [['id'], ['device', 'id'], ['tags']]);
});
