// The checks of `assay doctor --verify-audit` and `--audit-head`: whether audit logs are complete and as the service wrote them.
import { auditSigner } from '../access/audit-signature.ts';
import { ConfigError } from '../config/config.ts';
import type { Context } from '../flows/context.ts';
import type { AuditFilter, ChainReport } from '../records/audit.ts';
import { formatCount } from '../vocabulary/format-count.ts';
import type { Check } from './doctor-advice.ts';
import { withContext } from './open-context.ts';
import { explain, UsageError } from './output.ts';

const WHY: Readonly<Record<NonNullable<ChainReport['broken']>['why'], string>> = {
  edited: 'edited',
  missing: 'missing',
  unsigned: 'not the end that this service signed: entries were rewritten or cut off',
};

const ANY: AuditFilter = { actions: [], actorId: null, environmentId: null, targetId: null, from: null, to: null };

/** One check for each organization and for each head that was recorded elsewhere, as `sequence:hash`. */
export async function auditChecks(noted: readonly string[]): Promise<Check[]> {
  try {
    return await withContext('control', async (context) => {
      const organizations = (await context.store.tenants.organizations()).map(({ id }) => id);
      const checks: Check[] = [];
      for (const id of organizations) checks.push(await chainCheck(context, id));
      for (const head of noted) checks.push(await headCheck(context, organizations, head));
      return checks;
    });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // Its problems are reported as separate checks.
    const isConfig = error instanceof ConfigError;
    const detail = isConfig
      ? 'not verified: the configuration is invalid'
      : explain(error).message.replaceAll('\n', ' ');
    return [{ name: 'audit', status: 'failed', detail }];
  }
}

async function chainCheck({ store, webhooks }: Context, id: string): Promise<Check> {
  const report = await store.audit.verify(id, auditSigner(webhooks.keys));
  const isAnother = report.broken === null && !(await hasFirstEntry(store, id));
  const { entries, broken } = isAnother ? { entries: 0, broken: { sequence: 1, why: 'missing' as const } } : report;
  const detail =
    broken === null
      ? `${id}: ${formatCount(entries, 'entry', 'entries')}, the hash chain and its signature are intact`
      : `${id}: entry ${broken.sequence} is ${WHY[broken.why]}; compare with a backup`;
  return { name: 'audit', status: broken === null ? 'ok' : 'failed', detail };
}

/** The first entry is the creation of the organization. After the whole log was removed, the next change begins another log, and signs it. */
async function hasFirstEntry({ audit }: Context['store'], id: string): Promise<boolean> {
  const filter = { ...ANY, actions: ['organization.created' as const], targetId: id };
  const [created] = await audit.list(id, filter, { limit: 1, from: { sequence: 0, direction: 'newer' } });
  return created?.sequence === 1;
}

/** Checks a head recorded elsewhere: an attacker with an old copy of the head can truncate a log to it, with a valid signature. */
async function headCheck({ store }: Context, organizations: readonly string[], noted: string): Promise<Check> {
  const [, digits, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(noted) ?? [];
  if (digits === undefined)
    throw new UsageError('--audit-head must be a number, a colon and a hash, as audit head prints them');
  const sequence = Number(digits);
  for (const id of organizations) {
    const page = { limit: 1, from: { sequence: sequence + 1, direction: 'older' as const } };
    const [entry] = await store.audit.list(id, ANY, page);
    if (entry?.sequence === sequence && entry.hash === hash) {
      return { name: 'audit head', status: 'ok', detail: `${id} contains entry ${sequence} as it was noted` };
    }
  }
  return { name: 'audit head', status: 'failed', detail: `no audit log contains entry ${sequence} with this hash` };
}
