// The service's context over any store, for tests and benchmarks: default settings and an in-memory encryption key.
import { randomBytes } from 'node:crypto';
import { composeContext } from '../src/compose/context.ts';
import { loadConfig } from '../src/config/config.ts';
import type { Context } from '../src/flows/context.ts';

/** The same for all contexts of a test, like those of the processes of one installation. */
const KEYS = `k1:${randomBytes(32).toString('base64')}`;

export function contextOver(store: Context['store'], more: Partial<Context> = {}): Context {
  const config = loadConfig({ ASSAY_ENCRYPTION_KEYS: KEYS });
  return { ...composeContext(store, config), ...more };
}
