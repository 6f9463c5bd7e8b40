// What the first start of a service wrote down, and what its owner asks over HTTP.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Running } from './start-service.ts';

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

/** `data` of the answer; an answer without it is an error. */
export async function request(
  method: 'POST' | 'PATCH',
  url: string,
  token: string,
  body: unknown,
): Promise<Record<string, unknown>> {
  const answered = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data } = (await answered.json()) as { data?: Record<string, unknown> };
  if (data === undefined) throw new Error(`${url} answered ${answered.status}`);
  return data;
}

/** A dashboard session of the owner. */
export async function logIn({ baseUrl }: Pick<Running, 'baseUrl'>, { owner }: FirstRun): Promise<string> {
  return (await request('POST', `${baseUrl}/v1/auth/login`, '', owner)).token as string;
}
