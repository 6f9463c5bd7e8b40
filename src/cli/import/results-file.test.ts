// Tests the file of `import --results`: continued after an interruption, and never written over anything else.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { LineResult } from '../../flows/imports/import-result.ts';
import { UsageError } from '../output.ts';
import { ResultsFile } from './results-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-results-'));
after(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'results');

const result = (line: number, id = `evt_${line}`) => ({ line, id }) as LineResult;
const lines = (...results: LineResult[]) => results.map((one) => `${JSON.stringify(one)}\n`).join('');

async function writeResults(...results: LineResult[]): Promise<void> {
  const file = await ResultsFile.open(path);
  try {
    for (const one of results) await file.write(one);
  } finally {
    await file.close();
  }
}

test('leaves a file that contains anything else as it is', async () => {
  for (const text of ['notes', 'notes\n', '{"name":"x"}\n', '{"lines":[]}', `${lines(result(1))}notes\n`]) {
    writeFileSync(path, text);
    await assert.rejects(ResultsFile.open(path), UsageError, text);
    assert.equal(readFileSync(path, 'utf8'), text);
  }
  await assert.rejects(ResultsFile.open(folder), /is a folder/);
  await assert.rejects(ResultsFile.open(join(folder, 'none', 'results')), /does not exist/);
});

test('removes a line that a crash cut off, and continues after the last complete one', async () => {
  for (const partial of ['', '{', '{"line":3,"id":"evt']) {
    writeFileSync(path, `${lines(result(1), result(2))}${partial}`);
    await writeResults(result(1), result(2), result(3));
    assert.equal(readFileSync(path, 'utf8'), lines(result(1), result(2), result(3)), partial);
    writeFileSync(path, partial);
    await writeResults(result(1));
    assert.equal(readFileSync(path, 'utf8'), lines(result(1)), `only ${partial}`);
  }
});

test('refuses the results of another import at the line where they meet', async () => {
  writeFileSync(path, lines(result(1), result(2)));
  await assert.rejects(writeResults(result(1, 'evt_other'), result(2, 'evt_other')), /results of another import/);
  assert.equal(readFileSync(path, 'utf8'), lines(result(1), result(2)));
});

test('finds the last line of a long file', async () => {
  const many = Array.from({ length: 4_000 }, (_, index) => result(index + 1));
  writeFileSync(path, lines(...many));
  await writeResults(...many, result(4_001));
  assert.equal(readFileSync(path, 'utf8'), lines(...many, result(4_001)));
});
