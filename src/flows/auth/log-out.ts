// POST /v1/auth/logout: the session ends at once, on every process.

import type { Context } from '../context.ts';
import type { SessionCaller } from './authenticate.ts';

export function logOut(context: Context, { session }: SessionCaller): Promise<void> {
  return context.store.sessions.end(session.id);
}
