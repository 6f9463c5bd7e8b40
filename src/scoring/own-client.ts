// Decides whether a program that names itself in the User-Agent is the account's own client.
import type { Facts } from './facts.ts';
import { isSettledDevice } from './fresh-device.ts';

/**
 * Whether a server without signals reports a client that the account has proven a day ago, in one of its networks: an app with the User-Agent
 * of its HTTP library, or a script of the customer's. With signals, its stored id makes it a known device, which is monitored (50 - 15).
 */
export function isOwnClient({ state, input }: Facts): boolean {
  return state === 'network_only' && isSettledDevice(input);
}
