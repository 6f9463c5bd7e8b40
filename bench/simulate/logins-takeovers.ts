// Simulated account takeovers: the attacker already has the password or the session, or floods the owner with MFA prompts.
import { HOUR, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import {
  type Campaign,
  type CampaignContext,
  campaignLine,
  makeTool,
  neighborAddress,
  newSession,
  pickVictim,
  proxyAddress,
  secondFactor,
  sensitiveChange,
  type Tool,
  toolSignals,
} from './logins-campaign.ts';
import { type Line, machineFor, type Person } from './logins-people.ts';

const LABEL = 'account_takeover';
const TAKEOVER_ACTIONS = ['email_change', 'password_change', 'payment_attempt'] as const;
/** Chance that a thief who failed the second factor still tries one of the actions, if an open session allows it. */
const ACTS_AFTER_FAILURE = 0.35;

/** What an attacker does with an account: each profitable action with probability 0.75. */
function afterTakeover(
  context: CampaignContext,
  account: string,
  address: string,
  signals: () => Line['signals'],
  from: number,
): Line[] {
  const actions =
    context.mix.extended === undefined
      ? TAKEOVER_ACTIONS
      : ([sensitiveChange(context.random), 'payment_attempt'] as const);
  return actions
    .filter(() => context.random.chance(0.75))
    .map((event, i) =>
      campaignLine(context, LABEL, { at: from + (i + 1) * 4 * MINUTE, event, account, address, signals: signals() }),
    );
}

/** A login with the right password, the second factor if the account has one, and the actions that follow. */
function takeOver(context: CampaignContext, victim: Person, address: string, tool: Tool, at: number): Line[] {
  if (context.mix.extended !== undefined) tool.session = newSession(context.random, context.mix);
  const signals = () => toolSignals(context, tool);
  const login = campaignLine(context, LABEL, {
    at,
    event: 'login',
    account: victim.account,
    address,
    signals: signals(),
  });
  const factor = secondFactor(context, LABEL, victim, { address, signals, at: at + 5 * SECOND });
  const stops = !factor.passed && !context.random.chance(ACTS_AFTER_FAILURE);
  return [login, ...factor.lines, ...(stops ? [] : afterTakeover(context, victim.account, address, signals, at))];
}

const phished: Campaign = (context) =>
  takeOver(context, pickVictim(context), proxyAddress(context.random), makeTool(context), context.at);

/** The attacker knows the victim's provider, device model and language, and copies everything but the rendering. */
const targeted: Campaign = (context) => {
  const target = pickVictim(context);
  const like = target.browsers[0]?.machine;
  const tool = makeTool(context);
  tool.machine = machineFor(context.random, context.mix, target.locale, like?.os);
  if (like !== undefined)
    tool.machine = { ...tool.machine, screen: like.screen, gpu: like.gpu, cores: like.cores, browser: like.browser };
  return takeOver(context, target, neighborAddress(context.random, target.home), tool, context.at);
};

/** Uses a password found by stuffing, up to six hours later and from another address. */
const afterStuffing: Campaign = (context) =>
  takeOver(
    context,
    pickVictim(context),
    proxyAddress(context.random),
    makeTool(context),
    context.at + context.random.integer(6) * HOUR,
  );

const mfaFatigue: Campaign = (context) => {
  const { account } = pickVictim(context);
  const address = proxyAddress(context.random);
  const tool = makeTool(context);
  if (context.mix.extended !== undefined) tool.session = newSession(context.random, context.mix);
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
  // Not every owner gives in.
  if (context.mix.extended !== undefined && !context.random.chance(0.25)) return lines;
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
  const tool = makeTool(context);
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
