// The check of `assay doctor` that names environments without a retention period for raw addresses and client signals.
import type { Context } from '../flows/context.ts';

interface RetentionCheck {
  name: 'retention';
  status: 'ok' | 'warning';
  detail: string;
}

export async function retentionCheck({ store }: Pick<Context, 'store'>): Promise<RetentionCheck> {
  const unlimited: string[] = [];
  for (const { id } of await store.tenants.organizations()) {
    for (const environment of await store.tenants.environments(id)) {
      if (environment.retentionDays === null) unlimited.push(`${environment.name} (${environment.id})`);
    }
  }
  if (unlimited.length === 0)
    return { name: 'retention', status: 'ok', detail: 'every environment has a retention period' };
  const detail =
    `${unlimited.join(', ')}: no retention, so raw addresses and client signals are stored forever; ` +
    'set one in the dashboard or with `assay environments update`';
  return { name: 'retention', status: 'warning', detail };
}
