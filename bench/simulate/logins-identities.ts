// Simulated attacks with a victim's identity: SIM swaps, stolen sessions, borrowed devices, returning attackers.
import { DAY, HOUR, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import {
  type Campaign,
  type CampaignContext,
  campaignLine,
  makeTool,
  newSession,
  pickVictim,
  residentialAddress,
  secondFactor,
  sensitiveChange,
  type Tool,
  toolSignals,
} from './logins-campaign.ts';
import type { Line, Person } from './logins-people.ts';
import { addressIn } from './logins-world.ts';

const LABEL = 'account_takeover';

interface Step {
  event: string;
  /** The time after the previous step, ms. */
  wait: number;
}

/** Events of one account from one source; each waits for the previous one. */
function sequence(
  context: CampaignContext,
  scenario: string,
  source: { account: string; address: string; signals: () => Line['signals']; label?: string },
  at: number,
  steps: readonly Step[],
): Line[] {
  let clock = at;
  return steps.map(({ event, wait }) => {
    clock += wait;
    const { account, address, signals, label = LABEL } = source;
    return campaignLine(context, label, { at: clock, event, account, address, signals: signals() }, scenario);
  });
}

const minutes = ({ random }: CampaignContext, least: number, most: number): number =>
  (least + random.integer(most - least + 1)) * MINUTE;

/** The thief controls the phone number: resets by SMS, passes the second factor, changes the account, pays, and returns the next day. */
const simSwap: Campaign = (context) => {
  const { random } = context;
  const victim = pickVictim(context);
  const near = random.chance(0.5);
  const network = () => (near ? addressIn(random, victim.mobile) : residentialAddress(context));
  const address = network();
  const tool = makeTool(context, false, random.chance(0.5) ? 'iphone' : 'android');
  tool.human = true;
  tool.session = newSession(random, context.mix);
  const signals = () => toolSignals(context, tool);
  const { account } = victim;
  const first = sequence(
    context,
    near ? 'sim_swap_same_carrier' : 'sim_swap_elsewhere',
    { account, address, signals },
    context.at,
    [
      { event: 'password_reset_requested', wait: 0 },
      { event: 'password_reset_completed', wait: minutes(context, 3, 8) },
      { event: 'login', wait: minutes(context, 1, 2) },
      { event: 'mfa_passed', wait: 20 * SECOND },
      { event: random.pick(['email_change', 'phone_change', 'payout_change']), wait: minutes(context, 5, 9) },
      { event: 'payment_attempt', wait: minutes(context, 3, 7) },
    ],
  );
  const returned = { ...tool, session: newSession(random, context.mix) };
  const nextDay = {
    account,
    address: network(),
    signals: () => toolSignals({ ...context, day: context.day + 1 }, returned),
  };
  return [
    ...first,
    ...sequence(context, 'sim_swap_next_day', nextDay, context.at + (18 + random.integer(14)) * HOUR, [
      { event: 'login', wait: 0 },
      { event: 'payout_change', wait: minutes(context, 2, 5) },
      { event: 'payment_attempt', wait: minutes(context, 2, 4) },
    ]),
  ];
};

/** Continues an honest session: everything copied, the cookie alone, or everything from the victim's provider. */
export function sessionReplay(context: CampaignContext, honest: readonly Line[]): Line[] {
  const { random, population } = context;
  const open = honest.filter(
    ({ at, event, signals }) =>
      event === 'login' && typeof signals?.session_token === 'string' && at < context.at && at > context.at - 4 * HOUR,
  );
  if (open.length === 0) return [];
  const taken = random.pick(open);
  const scenario = random.pick(['replay_all_copied', 'replay_cookie_only', 'replay_all_copied_same_isp'] as const);
  const victim = population.people.find(({ account }) => account === taken.account);
  const address =
    scenario === 'replay_all_copied_same_isp' && victim !== undefined
      ? addressIn(random, victim.home)
      : residentialAddress(context);
  const tool: Tool = { ...makeTool(context), session: String(taken.signals?.session_token) };
  const signals = () => (scenario === 'replay_cookie_only' ? toolSignals(context, tool) : taken.signals);
  return sequence(context, scenario, { account: taken.account, address, signals }, context.at, [
    { event: 'page_view', wait: 0 },
    { event: sensitiveChange(random), wait: minutes(context, 1, 4) },
    { event: 'payment_attempt', wait: minutes(context, 1, 4) },
  ]);
}

/**
 * A throwaway account has the victim's signals but its own id, on the victim's network: label `unknown`, since it could be a
 * housemate. Hours later, that id and those signals log in as the victim from elsewhere.
 */
const deviceBorrowing: Campaign = (context) => {
  const { random, mix } = context;
  const victim = pickVictim(context);
  const machine = random.pick(victim.browsers).machine;
  const tool: Tool = { machine, id: random.hex(32), bare: false, human: true, session: newSession(random, mix) };
  const guest = {
    account: `user_${random.hex(6)}`,
    address: victim.homeAddress,
    signals: () => toolSignals(context, tool),
    label: 'unknown',
  };
  const lent = sequence(context, 'borrowed_lend', guest, context.at, [
    { event: 'signup', wait: 0 },
    { event: 'login', wait: minutes(context, 2, 4) },
  ]);
  const at = context.at + minutes(context, 30, 60 * 36);
  const later = { ...tool, session: newSession(random, mix) };
  return [
    ...lent,
    ...thiefVisit(context, victim, 'borrowed_device', { at, tool: later, address: residentialAddress(context) }),
  ];
};

/** A login after up to three wrong passwords, the second factor, and often a change. */
function thiefVisit(
  context: CampaignContext,
  victim: Person,
  scenario: string,
  { at, tool, address, failures = 0 }: { at: number; tool: Tool; address: string; failures?: number },
): Line[] {
  const { random } = context;
  const day = context.day + Math.floor((at - context.at) / DAY);
  const signals = () => toolSignals({ ...context, day }, tool);
  const { account } = victim;
  const guesses = sequence(
    context,
    scenario,
    { account, address, signals, label: 'credential_stuffing' },
    at,
    Array.from({ length: failures }, () => ({ event: 'login_failed', wait: 20_000 + random.integer(70_000) })),
  );
  const entered = (guesses.at(-1)?.at ?? at) + 10_000 + random.integer(60_000);
  const login = sequence(context, scenario, { account, address, signals }, entered, [{ event: 'login', wait: 0 }]);
  const factor = secondFactor(context, LABEL, victim, { address, signals, at: entered + 5_000 }, scenario);
  const acts = random.chance(factor.passed ? 0.7 : 0.25);
  const last = factor.lines.at(-1)?.at ?? entered;
  const event = random.chance(0.25) ? 'payment_attempt' : sensitiveChange(random);
  const action = acts
    ? sequence(context, scenario, { account, address, signals }, last, [{ event, wait: minutes(context, 1, 9) }])
    : [];
  return [...guesses, ...login, ...factor.lines, ...action];
}

/** The same machine from another network, or another machine from the same network, days later: on other accounts or the same. */
const returningAttacker: Campaign = (context) => {
  const { random, mix } = context;
  const fresh = (tool: Tool): Tool => ({ ...tool, session: newSession(random, mix) });
  const tool = makeTool(context);
  const address = residentialAddress(context);
  const victim = pickVictim(context);
  const lines = thiefVisit(context, victim, 'returning_first', {
    at: context.at,
    tool: fresh(tool),
    address,
    failures: random.integer(4),
  });
  const sameMachine = random.chance(0.5);
  const sameAccount = random.chance(0.33);
  const scenario = `returning_${sameMachine ? 'machine' : 'network'}_${sameAccount ? 'same' : 'other'}`;
  const back = sameMachine ? tool : makeTool(context);
  const neighbor = address.includes(':') ? address : address.replace(/\d+$/, String(1 + random.integer(254)));
  const from = sameMachine ? residentialAddress(context) : neighbor;
  let at = context.at + (2 + random.integer(4)) * DAY + random.integer(10 * HOUR);
  for (const target of sameAccount ? [victim] : [pickVictim(context), pickVictim(context)]) {
    const failures = random.integer(4);
    lines.push(...thiefVisit(context, target, scenario, { at, tool: fresh(back), address: from, failures }));
    at += 20 * MINUTE;
  }
  return lines;
};

/** Campaigns by family; `session_replay` needs the honest sessions. */
export const IDENTITIES = {
  sim_swap: simSwap,
  device_borrowing: deviceBorrowing,
  returning_attacker: returningAttacker,
} as const;
