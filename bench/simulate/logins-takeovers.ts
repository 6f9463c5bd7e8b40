// Generated takeovers: the attacker already has the password, the session, or the owner's patience.
import { HOUR, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import type { Line } from './logins-people.ts';
import { type Campaign, line, neighbourOf, proxy, type Stage, sent, tool, victim } from './logins-stage.ts';
import { machine } from './logins-world.ts';

const LABEL = 'account_takeover';
const LOOT = ['email_change', 'password_change', 'payment_attempt'] as const;

/** What an attacker does with an account: two or three of the things that pay. */
function loot(stage: Stage, account: string, address: string, signals: () => Line['signals'], from: number): Line[] {
  return LOOT.filter(() => stage.chance.yes(0.75)).map((event, i) =>
    line(stage, LABEL, { at: from + (i + 1) * 4 * MINUTE, event, account, address, signals: signals() }),
  );
}

const phished: Campaign = (stage) => {
  const { account } = victim(stage);
  const address = proxy(stage.chance);
  const used = tool(stage.chance);
  const signals = () => sent(stage, used);
  return [
    line(stage, LABEL, { at: stage.at, event: 'login', account, address, signals: signals() }),
    ...loot(stage, account, address, signals, stage.at),
  ];
};

/** Knows the victim's provider, phone and language, and copies what can be copied but the rendering. */
const targeted: Campaign = (stage) => {
  const target = victim(stage);
  const like = target.browsers[0]?.machine;
  const used = tool(stage.chance);
  used.machine = machine(stage.chance, target.locale, like?.os);
  if (like !== undefined)
    used.machine = { ...used.machine, screen: like.screen, gpu: like.gpu, cores: like.cores, browser: like.browser };
  const address = neighbourOf(stage.chance, target.home);
  const signals = () => sent(stage, used);
  return [
    line(stage, LABEL, { at: stage.at, event: 'login', account: target.account, address, signals: signals() }),
    ...loot(stage, target.account, address, signals, stage.at),
  ];
};

/** Tries a leaked list from one place, then uses what worked from another. */
const afterStuffing: Campaign = (stage) => {
  const target = victim(stage);
  const address = proxy(stage.chance);
  const used = tool(stage.chance);
  const at = stage.at + stage.chance.below(6) * HOUR;
  const signals = () => sent(stage, used);
  return [
    line(stage, LABEL, { at, event: 'login', account: target.account, address, signals: signals() }),
    ...loot(stage, target.account, address, signals, at),
  ];
};

const mfaFatigue: Campaign = (stage) => {
  const { account } = victim(stage);
  const address = proxy(stage.chance);
  const used = tool(stage.chance);
  const prompts = 4 + stage.chance.below(5);
  const step = (event: string, at: number) =>
    line(stage, LABEL, { at, event, account, address, signals: sent(stage, used) });
  const lines = [step('login', stage.at)];
  for (let i = 0; i < prompts; i += 1) {
    lines.push(
      step('mfa_challenge', stage.at + i * 70 * SECOND + 5 * SECOND),
      step('mfa_failed', stage.at + i * 70 * SECOND + 50 * SECOND),
    );
  }
  return [...lines, step('mfa_passed', stage.at + prompts * 70 * SECOND)];
};

/** Continues an honest session on another machine; it needs the honest lines, so it is made apart. */
export function sessionHijack(stage: Stage, honest: readonly Line[]): Line[] {
  const running = honest.filter(
    ({ at, event, label }) => event === 'login' && label === 'legitimate' && at < stage.at && at > stage.at - 4 * HOUR,
  );
  const taken = running.length === 0 ? undefined : stage.chance.pick(running);
  const token = taken?.signals?.session_token;
  if (taken === undefined || typeof token !== 'string') return [];
  const used = tool(stage.chance);
  const address = proxy(stage.chance);
  return loot(stage, taken.account, address, () => ({ ...sent(stage, used), session_token: token }), stage.at);
}

/** Campaigns with a password, by scenario. */
export const TAKEOVERS: Readonly<Record<string, Campaign>> = {
  ato_phished: phished,
  ato_targeted: targeted,
  ato_after_stuffing: afterStuffing,
  mfa_fatigue: mfaFatigue,
};
