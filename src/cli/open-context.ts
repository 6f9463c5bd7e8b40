// Gives a command the storage of the configuration and the context that flows ask for.
import { type Config, loadConfig } from '../config/config.ts';
import type { Context } from '../flows/context.ts';

/**
 * Runs `work` with an open store and closes it. `control` works beside a running service, but takes no events;
 * `own` needs an SQLite database for itself and applies migrations.
 */
export async function withContext<T>(
  access: 'own' | 'control',
  work: (context: Context, config: Config) => Promise<T>,
): Promise<T> {
  const config = loadConfig();
  // Loaded when they are needed: a mistake in the command is told at once.
  const [{ composeContext }, { discardRefusedKeys }, { openStore }] = await Promise.all([
    import('../compose/context.ts'),
    import('../compose/encryption-keys.ts'),
    import('../storage/open.ts'),
  ]);
  const store = await openStore({ ...config, access });
  const context = composeContext(store, config);
  try {
    return await work(context, config);
  } catch (error) {
    discardRefusedKeys(config, error);
    throw error;
  } finally {
    await store.close();
  }
}
