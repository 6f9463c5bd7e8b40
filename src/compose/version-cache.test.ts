// Tests the cache of what environments have at a version.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Environment } from '../records/tenants.ts';
import { versionCache } from './version-cache.ts';

const at = (number: number, policyVersion = 1) => ({ number, policyVersion }) as Environment;
const versionOf = ({ policyVersion }: Environment) => policyVersion;

test('reads each version of each environment once, also when several calls ask for it at once', async () => {
  const reads: string[] = [];
  const cached = versionCache(
    () => 1,
    versionOf,
    async ({ number, policyVersion }) => {
      reads.push(`${number}/${policyVersion}`);
      return `policy ${number}/${policyVersion}`;
    },
  );
  assert.deepEqual(await Promise.all([cached(at(1)), cached(at(1))]), ['policy 1/1', 'policy 1/1']);
  assert.equal(await cached(at(1)), 'policy 1/1');
  assert.equal(await cached(at(1, 2)), 'policy 1/2');
  assert.equal(await cached(at(2)), 'policy 2/1');
  assert.deepEqual(reads, ['1/1', '1/2', '2/1']);
});

test('reads again in another generation', async () => {
  let generation = 1;
  const cached = versionCache(
    () => generation,
    versionOf,
    async () => `read in ${generation}`,
  );
  assert.equal(await cached(at(1)), 'read in 1');
  generation = 2;
  assert.equal(await cached(at(1)), 'read in 2');
});

test('a read that began in an earlier generation is neither cached nor shared with later calls', async () => {
  let generation = 1;
  const reads: ((policy: string) => void)[] = [];
  const cached = versionCache(
    () => generation,
    versionOf,
    () => new Promise<string>((resolve) => reads.push(resolve)),
  );
  const early = cached(at(1));
  generation = 2;
  const [late, other] = [cached(at(1)), cached(at(2))];
  reads[0]?.('lost');
  assert.equal(await early, 'lost');
  reads[1]?.('other');
  assert.equal(await other, 'other');
  reads[2]?.('current');
  assert.equal(await late, 'current');
  assert.equal(await cached(at(1)), 'current');
});

test('a call that waited for a failed read of another reads once itself', async () => {
  const failures = [new Error('first'), new Error('second')];
  const cached = versionCache(
    () => 1,
    versionOf,
    async () => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return 'policy';
    },
  );
  const results = await Promise.allSettled([cached(at(1)), cached(at(1))]);
  assert.deepEqual(
    results.map((result) => (result.status === 'rejected' ? String(result.reason) : result.value)),
    ['Error: first', 'Error: second'],
  );
  assert.equal(await cached(at(1)), 'policy');
});
