// RAPID_NETWORK_CHANGE: the account is used from many unrelated networks within an hour.
import { HOUR } from '../../vocabulary/clock.ts';
import { formatCount, formatDuration } from '../format.ts';
import { defineSignal } from '../signal.ts';
import { distinct } from '../windows.ts';

const SPAN = HOUR;
const THRESHOLD = 4;

// Evidence: no benign login, likelihood ratio 2160. Held at 10: without geolocation, VPN and mobile users look alike,
// and anyone can make it fire by sending events about the account.
export const rapidNetworkChange = defineSignal({
  code: 'RAPID_NETWORK_CHANGE',
  title: 'Rapid network changes',
  summary: 'The account is used from many unrelated networks in a short time.',
  weight: 10,
  scope: 'target',
  when:
    `the source is unrecognized and the account was used from at least ${THRESHOLD} distinct /16 (or /32) networks ` +
    `within ${formatDuration(SPAN)}`,
  windows: [{ key: 'account', span: SPAN }],
  fires({ recognized, network, input }) {
    if (recognized || !network.usable) return null;
    const networks = distinct(input.history.account, input.at - SPAN, (row) => row.wideNetwork, input.network.wide);
    if (networks.size < THRESHOLD) return null;
    return { networks: networks.size, threshold: THRESHOLD, window_ms: SPAN };
  },
  // Rows of one device are stored whatever its network, up to a limit (`window-membership.ts`): the device may have used more.
  describe: ({ networks, window_ms }) =>
    `The account was used from at least ${formatCount(networks, 'unrelated network')} within ${formatDuration(window_ms)}.`,
});
