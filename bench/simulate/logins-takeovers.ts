// Simulated account takeovers: the attacker already has the password or the session, or floods the owner with MFA prompts.
import { HOUR, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import {
  type Campaign,
  type CampaignContext,
  campaignLine,
  makeTool,
  neighborAddress,
  pickVictim,
  proxyAddress,
  toolSignals,
} from './logins-campaign.ts';
import type { Line } from './logins-people.ts';
import { makeMachine } from './logins-world.ts';

const LABEL = 'account_takeover';
const TAKEOVER_ACTIONS = ['email_change', 'password_change', 'payment_attempt'] as const;

/** What an attacker does with an account: each profitable action with probability 0.75. */
function afterTakeover(
  context: CampaignContext,
  account: string,
  address: string,
  signals: () => Line['signals'],
  from: number,
): Line[] {
  return TAKEOVER_ACTIONS.filter(() => context.random.chance(0.75)).map((event, i) =>
    campaignLine(context, LABEL, { at: from + (i + 1) * 4 * MINUTE, event, account, address, signals: signals() }),
  );
}

const phished: Campaign = (context) => {
  const { account } = pickVictim(context);
  const address = proxyAddress(context.random);
  const tool = makeTool(context.random);
  const signals = () => toolSignals(context, tool);
  return [
    campaignLine(context, LABEL, { at: context.at, event: 'login', account, address, signals: signals() }),
    ...afterTakeover(context, account, address, signals, context.at),
  ];
};

/** The attacker knows the victim's provider, device model and language, and copies everything but the rendering. */
const targeted: Campaign = (context) => {
  const target = pickVictim(context);
  const like = target.browsers[0]?.machine;
  const tool = makeTool(context.random);
  tool.machine = makeMachine(context.random, target.locale, like?.os);
  if (like !== undefined)
    tool.machine = { ...tool.machine, screen: like.screen, gpu: like.gpu, cores: like.cores, browser: like.browser };
  const address = neighborAddress(context.random, target.home);
  const signals = () => toolSignals(context, tool);
  return [
    campaignLine(context, LABEL, {
      at: context.at,
      event: 'login',
      account: target.account,
      address,
      signals: signals(),
    }),
    ...afterTakeover(context, target.account, address, signals, context.at),
  ];
};

/** Uses a password found by stuffing, up to six hours later and from another address. */
const afterStuffing: Campaign = (context) => {
  const target = pickVictim(context);
  const address = proxyAddress(context.random);
  const tool = makeTool(context.random);
  const at = context.at + context.random.integer(6) * HOUR;
  const signals = () => toolSignals(context, tool);
  return [
    campaignLine(context, LABEL, { at, event: 'login', account: target.account, address, signals: signals() }),
    ...afterTakeover(context, target.account, address, signals, at),
  ];
};

const mfaFatigue: Campaign = (context) => {
  const { account } = pickVictim(context);
  const address = proxyAddress(context.random);
  const tool = makeTool(context.random);
  const prompts = 4 + context.random.integer(5);
  const step = (event: string, at: number) =>
    campaignLine(context, LABEL, { at, event, account, address, signals: toolSignals(context, tool) });
  const lines = [step('login', context.at)];
  for (let i = 0; i < prompts; i += 1) {
    lines.push(
      step('mfa_challenge', context.at + i * 70 * SECOND + 5 * SECOND),
      step('mfa_failed', context.at + i * 70 * SECOND + 50 * SECOND),
    );
  }
  return [...lines, step('mfa_passed', context.at + prompts * 70 * SECOND)];
};

/** Continues an honest session on another machine; empty when no honest session is open. */
export function sessionHijack(context: CampaignContext, honest: readonly Line[]): Line[] {
  const openSessions = honest.filter(
    ({ at, event, label }) =>
      event === 'login' && label === 'legitimate' && at < context.at && at > context.at - 4 * HOUR,
  );
  const taken = openSessions.length === 0 ? undefined : context.random.pick(openSessions);
  const token = taken?.signals?.session_token;
  if (taken === undefined || typeof token !== 'string') return [];
  const tool = makeTool(context.random);
  const address = proxyAddress(context.random);
  return afterTakeover(
    context,
    taken.account,
    address,
    () => ({ ...toolSignals(context, tool), session_token: token }),
    context.at,
  );
}

/** Campaigns of attackers with a password, by scenario. */
export const TAKEOVERS: Readonly<Record<string, Campaign>> = {
  ato_phished: phished,
  ato_targeted: targeted,
  ato_after_stuffing: afterStuffing,
  mfa_fatigue: mfaFatigue,
};
