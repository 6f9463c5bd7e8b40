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
import type { Context } from '../flows/context.ts';
import { planSetUp, type SetUpPlan, type SetUpValues, setUp } from '../flows/set-up.ts';
import { hashPassword } from './hash-password.ts';
import { sampleCurl } from './sample-event.ts';

const FILE = 'first-run.json';
/** Holds the whole plan until its organization is known to be kept. */
const UNFINISHED = 'first-run.json.unfinished';

/**
 * Sets up the first organization when there is none, and returns its values; null when there was one already.
 * The values are on disk (`DATA_DIR/first-run.json`, mode 0600) before anything is kept: a crash loses no key.
 */
export async function firstRun(context: Context, dataDir: string, baseUrl: string): Promise<SetUpValues | null> {
  const organizations = await context.store.tenants.organizations();
  const unfinished = readPlan(join(dataDir, UNFINISHED));
  const resumes = unfinished !== null && organizations.some(({ id }) => id === unfinished.organization.id);
  if (organizations.length > 0 && !resumes) return null;
  const plan = resumes ? unfinished : planSetUp(context, { name: 'Default', email: 'owner@assay.local', baseUrl });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!resumes) writeDurably(join(dataDir, UNFINISHED), JSON.stringify(plan));
  await setUp(context, plan, await hashPassword(plan.values.owner.password));
  const values = { ...plan.values, base_url: baseUrl };
  writeDurably(join(dataDir, FILE), `${JSON.stringify(values, null, 2)}\n`);
  rmSync(join(dataDir, UNFINISHED));
  return values;
}

/** What a person needs to see once. */
export function firstRunMessage(values: SetUpValues, dataDir: string): string {
  const { test, live } = values.environments;
  return `
Assay is set up. These values are shown once; they also stand in ${join(dataDir, FILE)} (delete it when you have them).

  Dashboard   ${values.base_url}/
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
