// Which environment is on screen: it stands in the address, so a shared link can never show the other one's data.
import { useParams } from '@tanstack/react-router';
import { useList } from '../api/read.ts';
import type { Environment } from '../api/types.ts';

/** The read that both the start of the router and the shell share. */
export const ENVIRONMENTS = ['/v1/environments', { limit: 100 }] as const;

const LAST_KEY = 'assay.environment';

export function useEnvironments() {
  return useList<Environment>(...ENVIRONMENTS);
}

/** The environment of the address, or null outside of one and while the list is loading. */
export function useMaybeEnvironment(): Environment | null {
  const { environment } = useParams({ strict: false }) as { environment?: string };
  const list = useEnvironments();
  return list.data?.data.find(({ id }) => id === environment) ?? null;
}

/** The environment of the address; the shell renders screens only when there is one. */
export function useEnvironment(): Environment {
  const environment = useMaybeEnvironment();
  if (environment === null) throw new Error('A screen was rendered outside of an environment');
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
    // Without storage the next visit starts in the test environment.
  }
}

/** Where to start: the last one used, else the first test environment, else the first. */
export function startEnvironment(environments: readonly Environment[]): Environment | undefined {
  let last: string | null = null;
  try {
    last = localStorage.getItem(LAST_KEY);
  } catch {
    // As above.
  }
  return (
    environments.find(({ id }) => id === last) ?? environments.find(({ kind }) => kind === 'test') ?? environments[0]
  );
}
