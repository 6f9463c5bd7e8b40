// The other half of the generated log-ins: campaigns that guess, stuff and spray. Those that already have a password stand beside.
import { MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import type { Line } from './logins-people.ts';
import { type Campaign, leaked, line, proxy, type Stage, sent, type Tool, tool, victim } from './logins-stage.ts';
import { signalsOf } from './logins-world.ts';

interface Attempts {
  count: number;
  /** Mean time between attempts, ms, before the mix's pace. */
  every: number;
  account: () => string;
  address: () => string;
  signals: () => Record<string, unknown> | null;
  /** Share of attempts with a right password. */
  hits: number;
  label: string;
}

function attempts(stage: Stage, plan: Attempts): Line[] {
  const lines: Line[] = [];
  let at = stage.at;
  for (let i = 0; i < plan.count; i += 1) {
    at += stage.chance.waiting(plan.every / stage.mix.pace);
    const event = stage.chance.yes(plan.hits) ? 'login' : 'login_failed';
    lines.push(
      line(stage, plan.label, { at, event, account: plan.account(), address: plan.address(), signals: plan.signals() }),
    );
  }
  return lines;
}

const verticalBruteForce: Campaign = (stage) => {
  const { account } = victim(stage);
  const address = proxy(stage.chance);
  const used = tool(stage.chance, stage.chance.yes(0.4));
  const forgets = stage.chance.yes(0.4);
  return attempts(stage, {
    count: 40 + stage.chance.below(150),
    every: 6 * SECOND,
    account: () => account,
    address: () => address,
    signals: () => sent(stage, used, forgets),
    hits: 0,
    label: 'brute_force',
  });
};

const slowBruteForce: Campaign = (stage) => {
  const { account } = victim(stage);
  const addresses = Array.from({ length: 2 + stage.chance.below(4) }, () => proxy(stage.chance));
  const used = tool(stage.chance);
  return attempts(stage, {
    count: 60 + stage.chance.below(60),
    every: 25 * MINUTE,
    account: () => account,
    address: () => stage.chance.pick(addresses),
    signals: () => sent(stage, used, true),
    hits: 0,
    label: 'brute_force',
  });
};

const stuffing = (stage: Stage, plan: Pick<Attempts, 'count' | 'every' | 'address' | 'signals'>): Line[] =>
  attempts(stage, { ...plan, account: () => leaked(stage, 0.5), hits: 0.004, label: 'credential_stuffing' });

const stuffingSingleIp: Campaign = (stage) => {
  const address = proxy(stage.chance);
  const used = tool(stage.chance, stage.chance.yes(0.6));
  return stuffing(stage, {
    count: 250 + stage.chance.below(150),
    every: 8 * SECOND,
    address: () => address,
    signals: () => sent(stage, used),
  });
};

const stuffingSameDevice: Campaign = (stage) => {
  const used = tool(stage.chance);
  return stuffing(stage, {
    count: 250 + stage.chance.below(150),
    every: 12 * SECOND,
    address: () => proxy(stage.chance),
    signals: () => sent(stage, used),
  });
};

const stuffingRotating: Campaign = (stage) =>
  stuffing(stage, {
    count: 200 + stage.chance.below(200),
    every: 15 * SECOND,
    address: () => proxy(stage.chance),
    signals: () => sent(stage, tool(stage.chance)),
  });

const stuffingSlow: Campaign = (stage) =>
  stuffing(stage, {
    count: 150 + stage.chance.below(150),
    every: 4 * MINUTE,
    address: () => proxy(stage.chance),
    signals: () => sent(stage, tool(stage.chance)),
  });

const passwordSpraying: Campaign = (stage) => {
  const addresses = Array.from({ length: 3 + stage.chance.below(5) }, () => proxy(stage.chance));
  const used = tool(stage.chance, stage.chance.yes(0.3));
  return attempts(stage, {
    count: 200 + stage.chance.below(200),
    every: 40 * SECOND,
    account: () => leaked(stage, 0.9),
    address: () => stage.chance.pick(addresses),
    signals: () => sent(stage, used, true),
    hits: 0,
    label: 'credential_stuffing',
  });
};

const natAttacker: Campaign = (stage) => {
  const address = stage.chance.pick(stage.town.offices);
  const used = tool(stage.chance);
  return attempts(stage, {
    count: 200 + stage.chance.below(150),
    every: 15 * SECOND,
    account: () => leaked(stage, 0.6),
    address: () => address,
    signals: () => sent(stage, used),
    hits: 0,
    label: 'credential_stuffing',
  });
};

const victimInjection: Campaign = (stage) => {
  const target = victim(stage);
  const copied = target.browsers[0]?.machine ?? tool(stage.chance).machine;
  const forged = () => signalsOf(stage.chance, copied, stage.day, stage.chance.hex(32));
  return attempts(stage, {
    count: 250 + stage.chance.below(100),
    every: 20 * SECOND,
    account: () => target.account,
    address: () => proxy(stage.chance),
    signals: forged,
    hits: 0,
    label: 'fraud_confirmed',
  });
};

const resetAbuse: Campaign = (stage) => {
  const address = proxy(stage.chance);
  const used = tool(stage.chance, stage.chance.yes(0.6));
  return Array.from({ length: 40 + stage.chance.below(40) }, (_, i) =>
    line(stage, 'fraud_confirmed', {
      at: stage.at + (i * 15 * SECOND) / stage.mix.pace,
      event: 'password_reset_requested',
      account: leaked(stage, 0.8),
      address,
      signals: sent(stage, used),
    }),
  );
};

const cardTesting: Campaign = (stage) => {
  const used = tool(stage.chance);
  const accounts = Array.from({ length: 1 + stage.chance.below(3) }, () => `card_${stage.chance.hex(6)}`);
  const address = proxy(stage.chance);
  return Array.from({ length: 20 + stage.chance.below(15) }, (_, i) =>
    line(stage, 'payment_fraud', {
      at: stage.at + (i * 50 * SECOND) / stage.mix.pace,
      event: stage.chance.yes(0.85) ? 'payment_failed' : 'payment_attempt',
      account: stage.chance.pick(accounts),
      address,
      signals: sent(stage, used),
    }),
  );
};

const multiAccountAbuse: Campaign = (stage) => {
  const used = tool(stage.chance);
  const address = proxy(stage.chance);
  return Array.from({ length: 6 + stage.chance.below(4) }, (_, i) => i).flatMap((i) => {
    const account = `farm_${stage.chance.hex(6)}`;
    const at = stage.at + i * 20 * MINUTE;
    const forgets = stage.chance.yes(0.5);
    return ['signup', 'login'].map((event, step) =>
      line(stage, 'multi_account_abuse', {
        at: at + step * 5 * MINUTE,
        event,
        account,
        address,
        signals: sent(stage, used, forgets && step === 0),
      }),
    );
  });
};

/** Robots that log in to accounts of their own, openly or with a stealth plug-in. */
function robots(stage: Stage, addresses: readonly string[], spoil: (automation: object) => object): Line[] {
  const accounts = Array.from({ length: 4 }, () => `bot_${stage.chance.hex(6)}`);
  const used = accounts.map(() => tool(stage.chance));
  return Array.from({ length: 40 }, (_, i) => {
    const which = stage.chance.below(accounts.length);
    const signals = sent(stage, used[which] as Tool, true) ?? {};
    const automation = spoil(signals.automation as object);
    return line(stage, 'bot_confirmed', {
      at: stage.at + i * 9 * MINUTE,
      event: 'login',
      account: accounts[which] as string,
      address: stage.chance.pick(addresses),
      signals: { ...signals, automation },
    });
  });
}

const headlessAutomation: Campaign = (stage) =>
  robots(stage, [proxy(stage.chance)], (automation) => ({ ...automation, webdriver: true }));

const stealthAutomation: Campaign = (stage) => {
  const clumsy = stage.chance.yes(0.6);
  const addresses = [proxy(stage.chance), proxy(stage.chance), proxy(stage.chance)];
  return robots(stage, addresses, (automation) => (clumsy ? { ...automation, native_tampering: 3 } : automation));
};

/** Campaigns without a password, by scenario. */
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
