// The checks of `assay doctor` for problems that stop nothing but that an operator must not forget: leftovers of the first start,
// second factors, open live environments and old backups.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Context } from '../flows/context.ts';
import type { SetupValues } from '../flows/tenants/set-up.ts';
import { DATA_FILES } from '../storage/data-folder.ts';
import { DAY, HOUR } from '../vocabulary/clock.ts';
import { formatCount } from '../vocabulary/format-count.ts';
import type { BackupReport } from './last-backup.ts';
import { DAMAGED, readStoredRecord } from './stored-record.ts';

export interface Check {
  name: string;
  status: 'ok' | 'warning' | 'failed';
  detail: string;
}

/** A check with the sentence of its warning or, without one, of the good state. */
function check(name: string, warning: string | null, good: string): Check {
  return { name, status: warning === null ? 'ok' : 'warning', detail: warning ?? good };
}

export async function adviceChecks(context: Context, config: Config): Promise<Check[]> {
  return [
    await firstRunCheck(context, config),
    await secondFactorCheck(context),
    await liveCheck(context),
    await backupCheck(context, config),
  ];
}

async function firstRunCheck(context: Context, { dataDir }: Config): Promise<Check> {
  const file = join(dataDir, DATA_FILES.firstRun);
  if (!existsSync(file)) return check('first run', null, 'first-run.json is deleted');
  const values = readStoredRecord<SetupValues>(file, ({ owner }) => typeof owner.email === 'string');
  if (values === null) return check('first run', `${file} ${DAMAGED}, and may contain secret keys: delete it`, '');
  const { owner } = values;
  const [stored] = await context.store.members.findByEmail(owner.email);
  const unchanged =
    owner.password !== null &&
    typeof stored?.passwordHash === 'string' &&
    (await context.passwords.verify(stored.passwordHash, owner.password));
  const password = unchanged ? `, and ${owner.email} still has the password in it: change it` : '';
  return check('first run', `${file} contains secret keys: save them, then delete it${password}`, '');
}

async function secondFactorCheck({ store }: Context): Promise<Check> {
  const without: string[] = [];
  for (const { id } of await store.tenants.organizations()) {
    for (const member of await store.members.list(id)) {
      if (member.role !== 'owner') continue;
      const factor = await store.secondFactors.find(member.id);
      if (factor === null || factor.confirmedAt === null) without.push(member.email);
    }
  }
  const warning = without.length === 0 ? null : `owners without a second factor: ${without.join(', ')}`;
  return check('second factor', warning, 'every owner has a second factor');
}

/** Any web page may use the public key of an environment without origins, and an attacker must not watch the score change. */
async function liveCheck({ store }: Context): Promise<Check> {
  const live = (await store.tenants.environments(null)).filter(({ kind }) => kind === 'live');
  const open = live.flatMap(({ id, name, allowedOrigins, publicRisk }) => {
    const reasons = [
      ...(allowedOrigins.length === 0 ? ['accepts events from any web page'] : []),
      ...(publicRisk === 'full' ? ['shows scores to public keys'] : []),
    ];
    return reasons.length === 0 ? [] : [`${id} (${name}) ${reasons.join(' and ')}`];
  });
  const fix = 'environments update … --allowed-origins … --public-risk none';
  const warning = open.length === 0 ? null : `${open.join('; ')}: ${fix}`;
  return check(
    'live environments',
    warning,
    'every live environment lists the origins of its browsers, and shows them no scores',
  );
}

/** Checks only backups of this program: those of other tools leave no trace here. */
async function backupCheck({ clock, store }: Context, { dataDir }: Config): Promise<Check> {
  const file = join(dataDir, DATA_FILES.lastBackup);
  if (!existsSync(file)) {
    const none = 'no backup was made with the command backup on this machine';
    // On PostgreSQL, the database server usually has its own backups.
    const isMissing = store.engine === 'sqlite' && clock() - (await firstCreatedAt(store)) > DAY;
    return check('backup', isMissing ? `${none}: run backup FILE, unless another tool makes backups` : null, none);
  }
  const last = readStoredRecord<BackupReport>(file, ({ created_at: at }) => !Number.isNaN(Date.parse(at)));
  if (last === null) return check('backup', `${file} ${DAMAGED}: run backup FILE, which replaces it`, '');
  const age = clock() - Date.parse(last.created_at);
  if (age < -HOUR) {
    const detail = `the last backup is of ${last.created_at}, which is in the future: a clock was wrong, so run backup FILE`;
    return check('backup', detail, '');
  }
  const warning =
    age > DAY ? `the last backup is ${formatCount(Math.floor(age / DAY), 'day')} old (${last.file})` : null;
  return check('backup', warning, `the last backup was made at ${last.created_at}`);
}

/** When the first organization was created; infinity if there is none, because there is nothing to lose. */
async function firstCreatedAt({ tenants }: Context['store']): Promise<number> {
  return Math.min(...(await tenants.organizations()).map(({ createdAt }) => createdAt));
}
