// NEW_NETWORK: the account has proven networks, and this is not one of them.
import { formatCount } from '../format.ts';
import { defineSignal } from '../signal.ts';

// Evidence: 14 % of benign logins, likelihood ratio 3 (6 points by formula). Raised to 10 so that with a new device and
// an unrecognized context it makes 50, the challenge of risk-based authentication (Freeman et al. NDSS 2016; Wiefling
// 2022).
export const newNetwork = defineSignal({
  code: 'NEW_NETWORK',
  title: 'New network',
  summary: 'The account has proven networks, and this is not one of them.',
  weight: 10,
  scope: 'context',
  when: 'the account has proven some network, but neither this /24 (or /48) nor three of its neighbors in the /16 (or /32)',
  fires({ network, input }) {
    if (!network.novel) return null;
    return { proven_neighbours: input.history.networks.narrowInWide };
  },
  describe: ({ proven_neighbours }) =>
    proven_neighbours === 0
      ? 'The account has never proven this network or one near it.'
      : `The account has never proven this network, only ${formatCount(proven_neighbours, 'network')} near it.`,
});
