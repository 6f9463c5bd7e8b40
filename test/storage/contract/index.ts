// The one suite that every storage engine must pass.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { aroundContract } from './audit-and-idempotency.ts';
import { candidatesContract } from './candidates.ts';
import type { EngineUnderTest } from './engine-under-test.ts';
import { peopleContract } from './members.ts';
import { outcomesContract } from './outcomes.ts';
import { recordsContract } from './records.ts';
import { tenantsContract } from './tenants.ts';
import { transactionsContract } from './transactions.ts';
import { windowsContract } from './windows.ts';

export function storageContract(engine: EngineUnderTest): void {
  describe(`storage contract: ${engine.name}`, () => {
    test('a store that was opened is ready', async () => {
      await engine.store.ready();
      assert.ok(['sqlite', 'postgres'].includes(engine.store.engine));
    });
    tenantsContract(engine);
    peopleContract(engine);
    outcomesContract(engine);
    recordsContract(engine);
    aroundContract(engine);
    windowsContract(engine);
    candidatesContract(engine);
    transactionsContract(engine);
    after(() => engine.close());
  });
}
