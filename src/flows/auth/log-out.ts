// POST /v1/auth/logout: the session ends at once, on every process.
import type { SessionCaller } from './authenticate.ts';
import type { Context } from '../context.ts';

export function logOut(context: Context, { session }: SessionCaller): Promise<void> {
  return context.store.people.endSession(session.id);
}
