// The current environment. It is part of the address, so a shared link never shows another environment's data.
import { useParams } from '@tanstack/react-router';
import { useList } from '../api/read.ts';
import type { Environment } from '../api/types.ts';

/** The read that the router's start route and the shell share. */
export const ENVIRONMENTS = ['/v1/environments', { limit: 100 }] as const;

const LAST_KEY = 'assay.environment';

export function useEnvironments() {
  return useList<Environment>(...ENVIRONMENTS);
}

/** The environment in the address; null if there is none or while the list is loading. */
export function useMaybeEnvironment(): Environment | null {
  const { environment } = useParams({ strict: false }) as { environment?: string };
  const list = useEnvironments();
  return list.data?.data.find(({ id }) => id === environment) ?? null;
}

/** The environment in the address; the shell renders screens only if there is one. */
export function useEnvironment(): Environment {
  const environment = useMaybeEnvironment();
  if (environment === null) throw new Error('A screen was rendered outside an environment');
  return environment;
}

/** `/v1/environments/{env}` followed by `rest`. */
export function environmentPath(environment: Environment, rest: string): string {
  return `/v1/environments/${environment.id}${rest}`;
}

export function rememberEnvironment(id: string): void {
  try {
    localStorage.setItem(LAST_KEY, id);
  } catch {
    // Without storage, the next visit starts in the test environment.
  }
}

/** The last environment used, else the first test environment, else the first one. */
export function initialEnvironment(environments: readonly Environment[]): Environment | undefined {
  let last: string | null = null;
  try {
    last = localStorage.getItem(LAST_KEY);
  } catch {
    // Storage is unavailable.
  }
  return (
    environments.find(({ id }) => id === last) ?? environments.find(({ kind }) => kind === 'test') ?? environments[0]
  );
}
