// Opens the configured storage for a command and builds the context that flows require.
import { type Config, loadConfig } from '../config/config.ts';
import type { Context } from '../flows/context.ts';

/**
 * Runs `work` with an open store and closes it. `control` works next to a running service but cannot ingest events. `own`
 * requires exclusive access to a SQLite database, creates a missing one and applies migrations; `existing` does the same but
 * creates nothing, for commands that cannot use an empty database. Only these two change the schema.
 */
export async function withContext<T>(
  access: 'own' | 'existing' | 'control',
  work: (context: Context, config: Config) => Promise<T>,
): Promise<T> {
  const config = loadConfig();
  // Loaded on demand, so that usage errors are reported without delay.
  const [{ composeContext }, { discardRejectedKeys }, { openStore }] = await Promise.all([
    import('../compose/context.ts'),
    import('../compose/encryption-keys.ts'),
    import('../storage/open.ts'),
  ]);
  const store = await openStore({ ...config, access });
  try {
    const proof = await store.encryptedSecrets.keyProof();
    return await work(composeContext(store, config, { proof }), config);
  } catch (error) {
    discardRejectedKeys(config, error);
    throw error;
  } finally {
    await store.close();
  }
}
