// Publishes the heads of the audit logs as metrics and log lines: a copy stored elsewhere reveals a truncated log.
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { AuditStore, SignedHead } from '../records/audit.ts';
import { type Job, startHourlyJob } from './hourly-job.ts';

/** Hexadecimal digits of a hash that a number represents exactly: 48 bits. */
const DIGEST_DIGITS = 12;

/** Registers the metrics, which read the heads at each scrape, and starts the job that logs the heads now and every hour. */
export function giveOutAuditHeads(audit: AuditStore, registry: Registry, logger: Logger): Job {
  const gauge = (name: string, help: string, read: (head: SignedHead) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['organization'],
      registers: [registry],
      async collect() {
        const heads = await audit.heads().catch(() => []);
        for (const head of heads) this.set({ organization: head.organizationId }, read(head));
      },
    });
  gauge(
    'assay_audit_head_sequence',
    'The sequence number of the newest entry of an audit log; it never decreases.',
    ({ sequence }) => sequence,
  );
  gauge(
    'assay_audit_head_digest',
    'The first 48 bits of the hash of the newest entry of an audit log, as an integer.',
    ({ hash }) => Number.parseInt(hash.slice(0, DIGEST_DIGITS), 16),
  );
  return startHourlyJob(
    () => logHeads(audit, logger),
    (error) => logger.error({ err: error }, 'reading the heads of the audit logs failed and will be retried'),
  );
}

async function logHeads(audit: AuditStore, logger: Logger): Promise<void> {
  for (const { organizationId: organization, sequence, hash, signature } of await audit.heads()) {
    logger.info({ organization, sequence, hash, signature }, 'audit head');
  }
}
