// Tests reading CSV from various programs: quotes, line ends, blank lines, invalid columns and line numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvLines } from './csv-lines.ts';

const COLUMNS = { fields: ['id', 'label', 'reason'], group: 'metadata.' };

async function read(content: string | Buffer, chunk = 7): Promise<[number, unknown][]> {
  const bytes = Buffer.from(content);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  const lines: [number, unknown][] = [];
  for await (const line of csvLines(pieces(), COLUMNS, 200)) {
    lines.push([line.number, JSON.parse(Buffer.from(line.bytes ?? []).toString())]);
  }
  return lines;
}

test('numbers records by their first line, with any line ending', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const rows = ['\ufeffid,label,reason,metadata.ticket', '1,x,"a', 'b",T-1', '', '2,"say ""no""",,', '3,é,ü,ß'];
    assert.deepEqual(await read(rows.join(end)), [
      [2, { id: '1', label: 'x', reason: `a${end}b`, metadata: { ticket: 'T-1' } }],
      [5, { id: '2', label: 'say "no"' }],
      [6, { id: '3', label: 'é', reason: 'ü', metadata: { ticket: 'ß' } }],
    ]);
  }
  assert.deepEqual(await read(''), []);
  assert.deepEqual(await read('id,label\n'), []);
});

test('skips lines of only spaces and tabs, and still counts them', async () => {
  assert.deepEqual(await read(' \t\nid,label\n  \n1,x\n\t\r\n2,y\n \n'), [
    [4, { id: '1', label: 'x' }],
    [6, { id: '2', label: 'y' }],
  ]);
  // A cell of spaces next to another one is a value, and a cell that contains a line end is not a blank line.
  assert.deepEqual(await read('id,label\n ,x\n'), [[2, { id: ' ', label: 'x' }]]);
});

test('reports extra and missing cells under unknown field names', async () => {
  assert.deepEqual(await read('id,label\n1,x,y,z\n2\n3,x\n'), [
    [2, { id: '1', label: 'x', 'column 3': 'y', 'column 4': 'z' }],
    [3, { id: '2', 'column 2': null }],
    [4, { id: '3', label: 'x' }],
  ]);
});

test('rejects bad columns, broken quotes, long records and other encodings', async () => {
  await assert.rejects(
    read('id,amount\n1,2\n'),
    /line 1: column 2 has the unknown name "amount"; allowed columns are id, label, reason/,
  );
  await assert.rejects(read('id,metadata.\n1,2\n'), /column 2 has the unknown name "metadata."/);
  await assert.rejects(read('id,id\n1,2\n'), /line 1: column 2 repeats the name "id"/);
  await assert.rejects(read('id,label\n1,x\n2,a"b\n3,y\n'), /invalid CSV near line 3: Invalid Opening Quote/);
  await assert.rejects(read('id,label\n1,"x\n2,y\n'), /invalid CSV near line \d: Quote Not Closed/);
  await assert.rejects(read(`id,label\n1,"${'x\n'.repeat(200)}`), /invalid CSV near line \d+: Max Record Size/);
  await assert.rejects(read(Buffer.from('id,label\n1,\xe9\n', 'latin1')), /not valid UTF-8/);
  await assert.rejects(
    read(Buffer.concat([Buffer.from('id,label\n1,'), Buffer.from('é').subarray(0, 1)])),
    /not valid UTF-8/,
  );
});

test('reads any text back unchanged, regardless of chunk sizes', async () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é', '😀'),
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, chunk) => {
        const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(','));
        const found = await read(`id,label\n${quoted.join('\n')}`, chunk);
        assert.deepEqual(
          found.map(([, fields]) => fields),
          rows.map(([id, label]) => ({ id, label })),
        );
      },
    ),
    { numRuns: 200 },
  );
});
