// Reads the credentials that a service writes at its first start, and calls its API with them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningService } from './start-service.ts';

export interface FirstRun {
  environments: { test: { id: string; secret_key: string } };
  owner: { email: string; password: string };
}

export function firstRun(dataDir: string): FirstRun {
  return JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'));
}

/** The secret key of the test environment. */
export function secretKey(dataDir: string): string {
  return firstRun(dataDir).environments.test.secret_key;
}

/** Sends a JSON request and returns `data` of the response. @throws Error when the response has no `data`. */
export async function request(
  method: 'POST' | 'PATCH',
  url: string,
  token: string,
  body: unknown,
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data?: Record<string, unknown> };
  if (data === undefined) throw new Error(`${url} returned ${response.status}`);
  return data;
}

/** Logs the owner in and returns the token of the dashboard session. */
export async function logIn({ baseUrl }: Pick<RunningService, 'baseUrl'>, { owner }: FirstRun): Promise<string> {
  return (await request('POST', `${baseUrl}/v1/auth/login`, '', owner)).token as string;
}
