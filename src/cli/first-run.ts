// Sets up the first organization and stores its values next to the data, safe from a crash at any time.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hashPassword } from '../compose/passwords.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../flows/context.ts';
import { planSetup, type SetupPlan, type SetupValues, setUp } from '../flows/tenants/set-up.ts';
import { createDataFolder, DATA_FILES } from '../storage/data-folder.ts';
import { sampleCurl } from '../vocabulary/sample-event.ts';
import { operator } from './operator.ts';

/** Contains the complete plan until its organization is committed. */
const UNFINISHED = 'first-run.json.unfinished';

/** The name of the first organization and the login of its owner; without a password, one is generated. */
export interface FirstOwner {
  name: string;
  email: string;
  password: string | null;
}

const DEFAULT_OWNER: FirstOwner = { name: 'Default', email: 'owner@assay.local', password: null };

/** The owner that the configuration specifies. */
export function ownerOf({ ownerEmail, ownerPassword }: Pick<Config, 'ownerEmail' | 'ownerPassword'>): FirstOwner {
  return { name: DEFAULT_OWNER.name, email: ownerEmail, password: ownerPassword };
}

/**
 * Creates the first organization if there is none and returns its values; null if there is one already.
 * The plan is on disk before anything is committed, so a crash loses no key; the values are then written to
 * `DATA_DIR/first-run.json` (mode 0600). Only one of several processes that start together on one database gets the values.
 */
export async function firstRun(
  context: Context,
  dataDir: string,
  baseUrl: string,
  { name, email, password }: FirstOwner = DEFAULT_OWNER,
): Promise<SetupValues | null> {
  const unfinished = join(dataDir, UNFINISHED);
  const known = await context.store.tenants.organizations();
  const stored = readPlan(unfinished);
  const resumed = known.some(({ id }) => id === stored?.organization.id) ? stored : null;
  if (known.length > 0 && resumed === null) return null;
  createDataFolder(dataDir);
  const plan = resumed ?? planSetup(context, { name, email, baseUrl, hasPassword: password !== null });
  if (resumed === null) writeDurably(unfinished, JSON.stringify(plan));
  const ownerPassword = plan.values.owner.password ?? password;
  // The interrupted first start used a password from the configuration, which no longer contains it.
  if (ownerPassword === null) throw new Error('the first start was interrupted: set ASSAY_OWNER_PASSWORD again');
  const passwordHash = await hashPassword(ownerPassword);
  const first = await setUp(context, operator(plan.organization.id), plan, passwordHash, { onlyFirst: true });
  const values = { ...plan.values, base_url: baseUrl };
  if (first) writeDurably(join(dataDir, DATA_FILES.firstRun), `${JSON.stringify(values, null, 2)}\n`);
  rmSync(unfinished, { force: true });
  return first ? values : null;
}

/**
 * The message of the first start: addresses, login, keys and a sample request. Without `showSecrets`, only where they are: standard
 * output that is not a terminal is usually stored, and read by more people than may know the keys.
 */
export function firstRunMessage(values: SetupValues, dataDir: string, showSecrets: boolean): string {
  const { test, live } = values.environments;
  const file = resolve(dataDir, DATA_FILES.firstRun);
  if (!showSecrets) {
    return `Assay is set up. The keys and the owner's login are in ${file}; save them, then delete that file.\n`;
  }
  return `
Assay is set up. These values are shown only once. They are also in ${file}; save them, then delete that file.

  Dashboard   ${values.base_url}/
  Demo shop   ${values.base_url}/demo/#key=${test.public_key}
  Login       ${values.owner.email}   ${values.owner.password ?? '(the password of ASSAY_OWNER_PASSWORD)'}

  Test keys   ${test.public_key}   ${test.secret_key}
  Live keys   ${live.public_key}   ${live.secret_key}

Send a first event:

${sampleCurl(values.base_url, test.public_key)}

`;
}

/**
 * Writes a file atomically and durably, readable only by its owner.
 * @throws Error that names the file, and leaves no temporary one.
 */
function writeDurably(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    rmSync(temporary, { force: true });
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(temporary, path);
  } catch (error) {
    // Removed because it contains keys.
    rmSync(temporary, { force: true });
    throw new Error(`${resolve(path)} cannot be written: ${reasonOf(error)}`, { cause: error });
  }
  const folder = openSync(join(path, '..'), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** @throws Error that names the file when it contains no plan. */
function readPlan(path: string): SetupPlan | null {
  if (!existsSync(path)) return null;
  try {
    const plan: SetupPlan = JSON.parse(readFileSync(path, 'utf8'));
    // A damaged file fails here, or with a TypeError.
    if (typeof plan.organization.id !== 'string' || plan.values.owner.email === undefined) throw new TypeError();
    return plan;
  } catch (error) {
    const cause = error instanceof SyntaxError || error instanceof TypeError ? 'it is damaged' : reasonOf(error);
    throw new Error(`${resolve(path)} cannot be read as the plan of a first start: ${cause}; move it away`, {
      cause: error,
    });
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'EISDIR' ? 'it is a folder (EISDIR)' : message;
}
