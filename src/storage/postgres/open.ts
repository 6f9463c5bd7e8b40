// placeholder, replaced below
import type { Store } from '../../records/store.ts';
export async function openPostgres(_options: { url: string; poolSize?: number }): Promise<Store> {
  throw new Error('not yet');
}
