// The first start: an organization is made and its values are kept beside the data, safe from a crash at any moment.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { hashPassword } from '../compose/passwords.ts';
import type { Context } from '../flows/context.ts';
import { planSetUp, type SetUpPlan, type SetUpValues, setUp } from '../flows/tenants/set-up.ts';
import { operator } from './operator.ts';
import { sampleCurl } from './sample-event.ts';

const FILE = 'first-run.json';
/** The owner's log-in until they change it; no mail is ever sent there. */
const OWNER = 'owner@assay.local';
/** Holds the whole plan until its organization is known to be kept. */
const UNFINISHED = 'first-run.json.unfinished';

/**
 * Sets up the first organization when there is none, and returns its values; null when there was one already.
 * The values are on disk (`DATA_DIR/first-run.json`, mode 0600) before anything is kept: a crash loses no key.
 * Of several processes that start at once on one database, one gets the values.
 */
export async function firstRun(context: Context, dataDir: string, baseUrl: string): Promise<SetUpValues | null> {
  const unfinished = join(dataDir, UNFINISHED);
  const known = await context.store.tenants.organizations();
  const kept = readPlan(unfinished);
  const resumed = known.some(({ id }) => id === kept?.organization.id) ? kept : null;
  if (known.length > 0 && resumed === null) return null;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const plan = resumed ?? planSetUp(context, { name: 'Default', email: OWNER, baseUrl });
  if (resumed === null) writeDurably(unfinished, JSON.stringify(plan));
  const passwordHash = await hashPassword(plan.values.owner.password);
  const first = await setUp(context, operator(plan.organization.id), plan, passwordHash, { onlyFirst: true });
  const values = { ...plan.values, base_url: baseUrl };
  if (first) writeDurably(join(dataDir, FILE), `${JSON.stringify(values, null, 2)}\n`);
  rmSync(unfinished, { force: true });
  return first ? values : null;
}

/** What a person needs to see once. */
export function firstRunMessage(values: SetUpValues, dataDir: string): string {
  const { test, live } = values.environments;
  return `
Assay is set up. These values are shown once; they also stand in ${join(dataDir, FILE)} (delete it when you have them).

  Dashboard   ${values.base_url}/
  Demo shop   ${values.base_url}/demo/#key=${test.public_key}
  Log-in      ${values.owner.email}   ${values.owner.password}

  Test keys   ${test.public_key}   ${test.secret_key}
  Live keys   ${live.public_key}   ${live.secret_key}

Send a first event:

${sampleCurl(values.base_url, test.public_key)}
`;
}

/** Atomically and durably, readable by the owner alone. */
function writeDurably(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  writeFileSync(temporary, text, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(temporary, path);
  const folder = openSync(join(path, '..'), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function readPlan(path: string): SetUpPlan | null {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}
