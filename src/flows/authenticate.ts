// Who asks: a key's digest becomes the environment it speaks for. One indexed read, nothing cached: a revoked key is
// refused on the very next request, on every process.
import type { Environment, Key } from '../records/tenants.ts';
import { MINUTE } from '../vocabulary/clock.ts';
import type { Context } from './context.ts';

export interface KeyCaller {
  kind: 'public' | 'secret';
  key: Key;
  environment: Environment;
}

/** The live key of this SHA-256 (hex), or null when it is unknown or revoked. */
export async function authenticateKey(context: Context, digest: string): Promise<KeyCaller | null> {
  const found = await context.store.tenants.findKey(digest);
  if (found === null) return null;
  const now = context.clock();
  // "Last used" is for people: a minute is fine, and a write for every request is not.
  if (found.key.lastUsedAt === null || now - found.key.lastUsedAt > MINUTE) {
    void context.store.tenants.touchKey(found.key.id, now).catch(() => undefined);
  }
  return { kind: found.key.kind, key: found.key, environment: found.environment };
}
