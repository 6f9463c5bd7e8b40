// Whether a URL may be an endpoint's target, when it is saved. Every attempt judges again: names change.
import { invalid } from '../../vocabulary/failure.ts';
import { isAllowedAddress, parseTarget, TARGET_REFUSED } from '../../webhooks/target.ts';
import type { Context } from '../context.ts';

/** The HTTP layer validates URLs with this limit. */
export { MAX_URL_LENGTH } from '../../webhooks/target.ts';

/**
 * The URL as it is kept. A name that does not resolve is accepted: it may not be set up yet.
 * @throws Failure `invalid` at `/url`.
 */
export async function checkEndpointUrl(context: Context, text: string): Promise<string> {
  const { targetRules, resolveHost } = context.webhooks;
  const target = parseTarget(text, targetRules);
  if ('code' in target) throw invalid({ pointer: '/url', code: target.code, detail: `${target.detail}.` });
  const addresses = (await resolveHost(target.host)) ?? [];
  if (addresses.every((address) => isAllowedAddress(address, target.port, targetRules))) return target.url;
  throw invalid({ pointer: '/url', code: 'forbidden_address', detail: `${TARGET_REFUSED}.` });
}
