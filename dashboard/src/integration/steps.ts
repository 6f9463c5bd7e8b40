// The steps from the first event to a finished integration, each with the screen where it is done.
import type { AuditEntry, Integration } from '../api/control-types.ts';
import { useList, useOne } from '../api/read.ts';
import { useMay, useSession } from '../api/session.ts';
import type { Environment } from '../api/types.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { screenHref } from '../shell/links.ts';

interface Account {
  user: { totp_enabled: boolean };
}

export interface Step {
  name: string;
  /** What to do, and why. */
  advice: string;
  href: string;
  done: boolean;
}

export function useIntegration(every?: number) {
  const environment = useEnvironment();
  return useOne<Integration>(environmentPath(environment, '/integration'), {}, every === undefined ? {} : { every });
}

/** The steps, or null while they are loading or could not be read. Account steps are those of the reader's own account. */
export function useSteps(integration: ReturnType<typeof useIntegration>): { steps: Step[] | null; isLoading: boolean } {
  const environment = useEnvironment();
  const session = useSession();
  const account = useOne<Account>('/v1/auth/session');
  const passwords = useList<AuditEntry>('/v1/audit', {
    action: ['member.password_changed', 'member.joined'],
    target_id: session?.user.id,
    limit: 1,
  });
  const [connection, user, changes] = [integration.data?.data, account.data?.data.user, passwords.data?.data];
  const isKnown = connection !== undefined && user !== undefined && changes !== undefined;
  return {
    steps: isKnown ? stepsOf(environment, connection, user, changes.length > 0) : null,
    isLoading: [integration, account, passwords].some((read) => read.isLoading),
  };
}

function stepsOf(
  environment: Environment,
  { steps }: Integration,
  user: Account['user'],
  passwordChanged: boolean,
): Step[] {
  return [
    {
      name: 'Load the SDK',
      advice: 'Without its signals, devices are recognized by little more than their address.',
      href: '/docs/guide/sdk.html',
      done: steps.sdk_seen,
    },
    {
      name: 'List the origins of your pages',
      advice: 'Anyone can read a public key. Until you list origins, any web page may send events with it.',
      href: screenHref(environment, 'keys'),
      done: steps.origins_set,
    },
    {
      name: 'Verify a webhook',
      advice: 'Add an endpoint and send it a test delivery, so that your backend receives decisions and outcomes.',
      href: screenHref(environment, 'webhooks'),
      done: steps.webhook_verified,
    },
    {
      name: 'Change the initial password',
      advice: 'It was printed to a terminal or a file, where others may find it.',
      href: screenHref(environment, 'settings'),
      done: passwordChanged,
    },
    {
      name: 'Turn on two-factor authentication',
      advice: 'Anyone who has your password could turn fraud protection off.',
      href: screenHref(environment, 'settings'),
      done: user.totp_enabled,
    },
  ];
}

/** The steps for the overview; null if all are done or the reader may not do them. */
export function useOpenSteps(): { steps: Step[] | null; isLoading: boolean } {
  const [environments, webhooks] = [useMay('manage_environments'), useMay('manage_webhooks')];
  const { steps, isLoading } = useSteps(useIntegration());
  if (!environments || !webhooks) return { steps: null, isLoading: false };
  const isOpen = steps?.some(({ done }) => !done) === true;
  return { steps: isOpen ? steps : null, isLoading };
}
