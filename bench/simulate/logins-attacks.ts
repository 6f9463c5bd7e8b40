// Simulated campaigns of attackers without a password: guessing, stuffing, spraying, abuse, bots (takeovers: logins-takeovers.ts).
import { MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import {
  type Campaign,
  type CampaignContext,
  campaignLine,
  leakedAccount,
  makeTool,
  newSession,
  pickVictim,
  proxyAddress,
  type Tool,
  toolSignals,
} from './logins-campaign.ts';
import type { Line } from './logins-people.ts';
import { signalsOf } from './logins-world.ts';

interface Attempts {
  count: number;
  /** Mean time between attempts at pace 1, ms. */
  every: number;
  account: () => string;
  address: () => string;
  signals: () => Record<string, unknown> | null;
  /** Share of attempts with a correct password. */
  hits: number;
  label: string;
}

function attempts(context: CampaignContext, plan: Attempts): Line[] {
  const lines: Line[] = [];
  let at = context.at;
  for (let i = 0; i < plan.count; i += 1) {
    at += context.random.exponential(plan.every / context.mix.pace);
    const event = context.random.chance(plan.hits) ? 'login' : 'login_failed';
    lines.push(
      campaignLine(context, plan.label, {
        at,
        event,
        account: plan.account(),
        address: plan.address(),
        signals: plan.signals(),
      }),
    );
  }
  return lines;
}

const verticalBruteForce: Campaign = (context) => {
  const { account } = pickVictim(context);
  const address = proxyAddress(context.random);
  const tool = makeTool(context, context.random.chance(0.4));
  const forgets = context.random.chance(0.4);
  return attempts(context, {
    count: 40 + context.random.integer(150),
    every: 6 * SECOND,
    account: () => account,
    address: () => address,
    signals: () => toolSignals(context, tool, forgets),
    hits: 0,
    label: 'brute_force',
  });
};

const slowBruteForce: Campaign = (context) => {
  const { account } = pickVictim(context);
  const addresses = Array.from({ length: 2 + context.random.integer(4) }, () => proxyAddress(context.random));
  const tool = makeTool(context);
  return attempts(context, {
    count: 60 + context.random.integer(60),
    every: 25 * MINUTE,
    account: () => account,
    address: () => context.random.pick(addresses),
    signals: () => toolSignals(context, tool, true),
    hits: 0,
    label: 'brute_force',
  });
};

const stuffing = (context: CampaignContext, plan: Pick<Attempts, 'count' | 'every' | 'address' | 'signals'>): Line[] =>
  attempts(context, { ...plan, account: () => leakedAccount(context, 0.5), hits: 0.004, label: 'credential_stuffing' });

const stuffingSingleIp: Campaign = (context) => {
  const address = proxyAddress(context.random);
  const tool = makeTool(context, context.random.chance(0.6));
  return stuffing(context, {
    count: 250 + context.random.integer(150),
    every: 8 * SECOND,
    address: () => address,
    signals: () => toolSignals(context, tool),
  });
};

const stuffingSameDevice: Campaign = (context) => {
  const tool = makeTool(context);
  return stuffing(context, {
    count: 250 + context.random.integer(150),
    every: 12 * SECOND,
    address: () => proxyAddress(context.random),
    signals: () => toolSignals(context, tool),
  });
};

const stuffingRotating: Campaign = (context) =>
  stuffing(context, {
    count: 200 + context.random.integer(200),
    every: 15 * SECOND,
    address: () => proxyAddress(context.random),
    signals: () => toolSignals(context, makeTool(context)),
  });

const stuffingSlow: Campaign = (context) =>
  stuffing(context, {
    count: 150 + context.random.integer(150),
    every: 4 * MINUTE,
    address: () => proxyAddress(context.random),
    signals: () => toolSignals(context, makeTool(context)),
  });

const passwordSpraying: Campaign = (context) => {
  const addresses = Array.from({ length: 3 + context.random.integer(5) }, () => proxyAddress(context.random));
  const tool = makeTool(context, context.random.chance(0.3));
  return attempts(context, {
    count: 200 + context.random.integer(200),
    every: 40 * SECOND,
    account: () => leakedAccount(context, 0.9),
    address: () => context.random.pick(addresses),
    signals: () => toolSignals(context, tool, true),
    hits: 0,
    label: 'credential_stuffing',
  });
};

const natAttacker: Campaign = (context) => {
  const address = context.random.pick(context.population.offices);
  const tool = makeTool(context);
  return attempts(context, {
    count: 200 + context.random.integer(150),
    every: 15 * SECOND,
    account: () => leakedAccount(context, 0.6),
    address: () => address,
    signals: () => toolSignals(context, tool),
    hits: 0,
    label: 'credential_stuffing',
  });
};

const victimInjection: Campaign = (context) => {
  const target = pickVictim(context);
  const copied = target.browsers[0]?.machine ?? makeTool(context).machine;
  const forged = () => {
    const session = newSession(context.random, context.mix);
    const signals = signalsOf(context.random, copied, context.day, context.random.hex(32));
    return session === null ? signals : { ...signals, session_token: session };
  };
  return attempts(context, {
    count: 250 + context.random.integer(100),
    every: 20 * SECOND,
    account: () => target.account,
    address: () => proxyAddress(context.random),
    signals: forged,
    hits: 0,
    label: 'fraud_confirmed',
  });
};

const resetAbuse: Campaign = (context) => {
  const address = proxyAddress(context.random);
  const tool = makeTool(context, context.random.chance(0.6));
  return Array.from({ length: 40 + context.random.integer(40) }, (_, i) =>
    campaignLine(context, 'fraud_confirmed', {
      at: context.at + (i * 15 * SECOND) / context.mix.pace,
      event: 'password_reset_requested',
      account: leakedAccount(context, 0.8),
      address,
      signals: toolSignals(context, tool),
    }),
  );
};

const cardTesting: Campaign = (context) => {
  const tool = makeTool(context);
  const accounts = Array.from({ length: 1 + context.random.integer(3) }, () => `card_${context.random.hex(6)}`);
  const address = proxyAddress(context.random);
  return Array.from({ length: 20 + context.random.integer(15) }, (_, i) =>
    campaignLine(context, 'payment_fraud', {
      at: context.at + (i * 50 * SECOND) / context.mix.pace,
      event: context.random.chance(0.85) ? 'payment_failed' : 'payment_attempt',
      account: context.random.pick(accounts),
      address,
      signals: toolSignals(context, tool),
    }),
  );
};

const multiAccountAbuse: Campaign = (context) => {
  const tool = makeTool(context);
  const address = proxyAddress(context.random);
  return Array.from({ length: 6 + context.random.integer(4) }, (_, i) => i).flatMap((i) => {
    const account = `farm_${context.random.hex(6)}`;
    const at = context.at + i * 20 * MINUTE;
    const forgets = context.random.chance(0.5);
    return ['signup', 'login'].map((event, step) =>
      campaignLine(context, 'multi_account_abuse', {
        at: at + step * 5 * MINUTE,
        event,
        account,
        address,
        signals: toolSignals(context, tool, forgets && step === 0),
      }),
    );
  });
};

/** Bots that log in to their own accounts; `alter` changes the traces of their automation. */
function robots(context: CampaignContext, addresses: readonly string[], alter: (automation: object) => object): Line[] {
  const accounts = Array.from({ length: 4 }, () => `bot_${context.random.hex(6)}`);
  const tool = accounts.map(() => makeTool(context));
  return Array.from({ length: 40 }, (_, i) => {
    const which = context.random.integer(accounts.length);
    const signals = toolSignals(context, tool[which] as Tool, true) ?? {};
    const automation = alter(signals.automation as object);
    return campaignLine(context, 'bot_confirmed', {
      at: context.at + i * 9 * MINUTE,
      event: 'login',
      account: accounts[which] as string,
      address: context.random.pick(addresses),
      signals: { ...signals, automation },
    });
  });
}

const headlessAutomation: Campaign = (context) =>
  robots(context, [proxyAddress(context.random)], (automation) => ({ ...automation, webdriver: true }));

const stealthAutomation: Campaign = (context) => {
  const clumsy = context.random.chance(0.6);
  const addresses = [proxyAddress(context.random), proxyAddress(context.random), proxyAddress(context.random)];
  return robots(context, addresses, (automation) => (clumsy ? { ...automation, native_tampering: 3 } : automation));
};

/** Campaigns of attackers without a password, by scenario. */
export const GUESSING: Readonly<Record<string, Campaign>> = {
  vertical_brute_force: verticalBruteForce,
  slow_brute_force: slowBruteForce,
  stuffing_single_ip: stuffingSingleIp,
  stuffing_distributed_same_device: stuffingSameDevice,
  stuffing_rotating_ua: stuffingRotating,
  stuffing_slow_distributed: stuffingSlow,
  password_spraying: passwordSpraying,
  nat_attacker: natAttacker,
  victim_injection: victimInjection,
  reset_abuse: resetAbuse,
  card_testing: cardTesting,
  multi_account_abuse: multiAccountAbuse,
  headless_automation: headlessAutomation,
  stealth_automation: stealthAutomation,
};
