// The steps from a first event to a finished integration, with where each is done.
import type { AuditEntry, Integration } from '../api/control-types.ts';
import { useList, useOne } from '../api/read.ts';
import { useMay, useSession } from '../api/session.ts';
import { environmentPath, useEnvironment } from '../shell/environment.ts';
import { screenHref } from '../shell/links.ts';

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

/** Reads what the steps of the account need: the reader's own. */
function useAccount() {
  const session = useSession();
  const account = useOne<{ user: { totp_enabled: boolean } }>('/v1/auth/session');
  const passwords = useList<AuditEntry>('/v1/audit', {
    action: ['member.password_changed', 'member.joined'],
    target_id: session?.user.id,
    limit: 1,
  });
  return { account, passwords };
}

/** The steps, or null while they are not known or could not be read. */
export function useSteps(integration: Integration | undefined): Step[] | null {
  const environment = useEnvironment();
  const reads = useAccount();
  const account = reads.account.data?.data.user;
  const passwords = reads.passwords.data?.data;
  if (integration === undefined || account === undefined || passwords === undefined) return null;
  const { steps } = integration;
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
      advice: 'Add an endpoint and send it a test delivery, so that your backend hears of decisions and outcomes.',
      href: screenHref(environment, 'webhooks'),
      done: steps.webhook_verified,
    },
    {
      name: 'Change the password of the first start',
      advice: 'It was printed to a terminal or a file, where others may find it.',
      href: screenHref(environment, 'settings'),
      done: passwords.length > 0,
    },
    {
      name: 'Turn on two-factor authentication',
      advice: 'Whoever has your password could turn fraud protection off.',
      href: screenHref(environment, 'settings'),
      done: account.totp_enabled,
    },
  ];
}

/** The steps for the overview: null when all are done, and for a reader who cannot do them and so cannot shorten the list. */
export function useOpenSteps(): { steps: Step[] | null; isLoading: boolean } {
  const [environments, webhooks] = [useMay('manage_environments'), useMay('manage_webhooks')];
  const integration = useIntegration();
  const { account, passwords } = useAccount();
  const steps = useSteps(integration.data?.data);
  if (!environments || !webhooks) return { steps: null, isLoading: false };
  const isOpen = steps?.some(({ done }) => !done) === true;
  return { steps: isOpen ? steps : null, isLoading: [integration, account, passwords].some((read) => read.isLoading) };
}
