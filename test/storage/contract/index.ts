// The contract test suite that every storage engine must pass.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { activityContract } from './activity.ts';
import { alertsContract } from './alerts.ts';
import { assessmentsContract } from './assessments.ts';
import { candidatesContract } from './candidates.ts';
import type { EngineUnderTest } from './engine-under-test.ts';
import { recordsContract } from './event-records.ts';
import { isolationContract } from './isolation.ts';
import { membersContract } from './members.ts';
import { oldFailuresContract } from './old-failures.ts';
import { outcomesContract } from './outcomes.ts';
import { proofsContract } from './proof-records.ts';
import { rejectionsContract } from './rejections.ts';
import { sideEffectsContract } from './side-effects.ts';
import { tenantsContract } from './tenants.ts';
import { transactionsContract } from './transactions.ts';
import { windowsContract } from './windows.ts';

export function storageContract(engine: EngineUnderTest): void {
  describe(`storage contract: ${engine.name}`, () => {
    test('is ready after opening', async () => {
      await engine.store.ready();
      assert.ok(['sqlite', 'postgres'].includes(engine.store.engine));
    });
    tenantsContract(engine);
    membersContract(engine);
    outcomesContract(engine);
    assessmentsContract(engine);
    activityContract(engine);
    isolationContract(engine);
    recordsContract(engine);
    proofsContract(engine);
    sideEffectsContract(engine);
    oldFailuresContract(engine);
    rejectionsContract(engine);
    alertsContract(engine);
    windowsContract(engine);
    candidatesContract(engine);
    transactionsContract(engine);
    after(() => engine.close());
  });
}
