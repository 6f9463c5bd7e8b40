// Tests which files are read as a policy.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { UsageError } from './output.ts';
import { readPolicyFile } from './policy-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-policy-'));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'policy.json');

function read(content: unknown) {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readPolicyFile(file, 'policy.json');
}

test('reads thresholds, rules or both', () => {
  const [thresholds, rules] = [{ monitor: 30 }, [{ name: 'a rule' }]];
  assert.deepEqual(read({ thresholds, rules }), { thresholds, rules });
  assert.deepEqual(read({ rules: [] }), { thresholds: undefined, rules: [] });
  assert.deepEqual(read({ thresholds }), { thresholds });
  assert.deepEqual(read(`\ufeff${JSON.stringify({ rules })}`), { thresholds: undefined, rules });
});

test('says what is wrong with any other file', () => {
  const others = [
    {},
    [],
    null,
    'null',
    '7',
    { rules: {} },
    { rules: ['a rule'] },
    { rules: null },
    { rules: [], more: 1 },
  ];
  for (const other of others) {
    const message = 'policy.json: expected an object with thresholds, rules (a list of objects) or both';
    assert.throws(() => read(other), new UsageError(message), JSON.stringify(other));
  }
  assert.throws(() => read('{'), UsageError);
  assert.throws(() => readPolicyFile(join(folder, 'none'), 'none'), new UsageError('none does not exist'));
});
