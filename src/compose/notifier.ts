// Composes the channels of alerts: email through the operator's SMTP server, and POSTs under the address rules of webhooks. The
// clients are loaded with the first message, because they take a fifth of a command's start, and few commands send any.
import type { Config } from '../config/config.ts';
import type { MailSettings } from '../delivery/send-mail.ts';
import type { Context, Notifier } from '../flows/context.ts';
import { serviceUrl } from './service-url.ts';

/** Minimum length of a URL part that counts as a secret: Slack's have 24 characters, its ids of workspaces and channels 9 to 11. */
const MIN_SECRET_LENGTH = 9;

/** `webhooks` has the address rules and the resolver. */
export function composeNotifier(config: Config, webhooks: Context['webhooks']): Notifier {
  const { smtpUrl, smtpFrom } = config;
  return {
    mail: smtpUrl === null ? null : lazyMailSender({ url: smtpUrl, from: smtpFrom }),
    async post(url, body) {
      const connect = { rules: webhooks.targetRules, resolve: webhooks.resolveHost };
      const headers = { 'Content-Type': 'application/json' };
      const { post } = await import('../delivery/post.ts');
      const { outcome, snippet } = await post({ url, headers, body, secrets: secretsIn(url) }, connect);
      const { httpStatus, error } = outcome;
      if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) return null;
      return [httpStatus === null ? error?.replaceAll('_', ' ') : `HTTP ${httpStatus}`, snippet]
        .filter(Boolean)
        .join(': ');
    },
    baseUrl: () => serviceUrl(config),
  };
}

function lazyMailSender(settings: MailSettings): NonNullable<Notifier['mail']> {
  let sender: NonNullable<Notifier['mail']> | undefined;
  return async (mail) => {
    sender ??= (await import('../delivery/send-mail.ts')).mailSender(settings);
    return sender(mail);
  };
}

/** The secret parts of a URL: anyone who has them can post to it, and receivers quote it in their errors. */
function secretsIn(url: string): string[] {
  const { pathname, search } = new URL(url);
  const parts = `${pathname}${search}`.split(/[/?&=]/).filter((part) => part.length >= MIN_SECRET_LENGTH);
  return [url, ...parts.toSorted((one, other) => other.length - one.length)];
}
