// An in-memory service for evaluations: the flows that handle live events, on an empty SQLite database.
import { randomBytes } from 'node:crypto';
import { operator } from '../../src/cli/operator.ts';
import type { Context } from '../../src/flows/context.ts';
import { planSetup, setUp } from '../../src/flows/tenants/set-up.ts';
import type { Policy } from '../../src/policy/policy.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { encodeBase32, ID_PREFIXES, type IdSource } from '../../src/vocabulary/ids.ts';
import { contextOver } from '../../test/context.ts';

export interface EvaluationService {
  context: Context;
  environment: Environment;
  policy: Policy;
}

let idCount = 0;

/** Creates ids that sort by time, then by order of creation. */
const newId: IdSource = (kind, at) => {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(at) << 16n);
  idCount += 1;
  view.setUint32(12, idCount);
  return `${ID_PREFIXES[kind]}_${encodeBase32(bytes)}`;
};

/** Opens a service with an empty database and the default policy. Close `context.store` at the end. */
export async function openEvaluationService(): Promise<EvaluationService> {
  const store = await openSqlite({ path: ':memory:' });
  const parts = { clock: Date.now, newId, randomBytes };
  const plan = planSetup(parts, { name: 'Evaluation', email: 'evaluation@example.org', baseUrl: 'http://127.0.0.1' });
  await setUp(contextOver(store), operator(plan.organization.id), plan, 'no password');
  const environment = (await store.tenants.environments(null)).find(({ kind }) => kind === 'live');
  if (environment === undefined) throw new Error('setup created no live environment');
  const policy = await store.tenants.policy(environment.number, environment.policyVersion);
  if (policy === null) throw new Error('setup created no policy');
  const context = contextOver(store, { newId });
  return { context, environment, policy };
}
