// Simulated schemes of the extended populations: residential stuffing, account farms, distributed card testing.
import { MINUTE } from '../../src/vocabulary/clock.ts';
import {
  type Campaign,
  type CampaignContext,
  campaignLine,
  makeTool,
  newSession,
  pickVictim,
  residentialAddress,
  secondFactor,
  type Tool,
  toolSignals,
} from './logins-campaign.ts';
import type { Line } from './logins-people.ts';
import { addressIn, makeProvider } from './logins-world.ts';

/** A real browser and a home address for each attempt; a few passwords are right. */
const residentialSlow: Campaign = (context) => {
  const { random, mix } = context;
  const every = mix.extended?.residentialEvery ?? 15 * MINUTE;
  const lines: Line[] = [];
  let at = context.at;
  const attempts = 90 + random.integer(70);
  for (let i = 0; i < attempts; i += 1) {
    at += random.exponential(every);
    const tool: Tool = { ...makeTool(context), human: true, session: newSession(random, mix) };
    const address = residentialAddress(context);
    const signals = () => toolSignals(context, tool);
    if (random.chance(0.02)) {
      const victim = pickVictim(context);
      const { account } = victim;
      const parts = { at, event: 'login', account, address, signals: signals() };
      lines.push(campaignLine(context, 'account_takeover', parts, 'residential_slow_hit'));
      const prompt = { address, signals, at: at + 4_000 };
      lines.push(...secondFactor(context, 'account_takeover', victim, prompt, 'residential_slow_hit').lines);
      continue;
    }
    const existing = random.chance(0.5);
    const account = existing ? pickVictim(context).account : `leak_${random.hex(8)}`;
    const parts = { at, event: 'login_failed', account, address, signals: signals() };
    const scenario = existing ? 'residential_slow_existing' : 'residential_slow_nonexisting';
    lines.push(campaignLine(context, 'credential_stuffing', parts, scenario));
  }
  return lines;
};

/** Sign-ups for a promotion: the account, a first login, often the order that uses the bonus. */
function farm(context: CampaignContext, every: number, source: () => { address: string; tool: Tool }): Line[] {
  const { random, mix } = context;
  let at = context.at;
  return Array.from({ length: 18 + random.integer(14) }, () => {
    at += MINUTE + random.exponential(every);
    const { address, tool } = source();
    const account = `user_${random.hex(7)}`;
    tool.session = newSession(random, mix);
    const events = ['signup', 'login', ...(random.chance(0.8) ? ['payment_attempt'] : [])];
    return events.map((event, step) =>
      campaignLine(context, 'multi_account_abuse', {
        at: at + step * MINUTE,
        event,
        account,
        address,
        signals: toolSignals(context, tool),
      }),
    );
  }).flat();
}

/** Emulators behind one address: another phone each time, rendered by the host's graphics. */
const farmEmulator: Campaign = (context) => {
  const { random } = context;
  const address = residentialAddress(context);
  const gpu = random.pick(['Intel(R) UHD Graphics 630', 'NVIDIA GeForce GTX 1650', 'AMD Radeon RX 580']);
  return farm(context, 18 * MINUTE, () => {
    const tool = makeTool(context, false, 'android');
    const machine = {
      ...tool.machine,
      gpu: `Android Emulator OpenGL ES Translator (${gpu})`,
      rendering: random.hex(16),
    };
    return { address, tool: { ...tool, machine, human: true } };
  });
};

/** Real phones of one model, reset each time, on a few addresses of a carrier. */
const farmPhones: Campaign = (context) => {
  const { random } = context;
  const model = makeTool(context, false, 'android').machine;
  const carrier = makeProvider(random, 2, false);
  const addresses = Array.from({ length: 3 + random.integer(4) }, () => addressIn(random, carrier));
  return farm(context, 25 * MINUTE, () => ({
    address: random.pick(addresses),
    tool: { machine: model, id: random.hex(32), bare: false, human: true },
  }));
};

/** A fresh guest account, browser and address for every one or two cards. */
const cardTestingDistributed: Campaign = (context) => {
  const { random, mix } = context;
  let at = context.at;
  return Array.from({ length: 45 + random.integer(40) }, () => {
    at += random.exponential((1.6 * MINUTE) / mix.pace);
    const address = residentialAddress(context);
    const tool: Tool = { ...makeTool(context), human: true, session: newSession(random, mix) };
    const account = `user_${random.hex(7)}`;
    const cards = random.chance(0.5) ? 2 : 1;
    const steps = [
      'signup',
      ...Array.from({ length: cards }, () => (random.chance(0.85) ? 'payment_failed' : 'payment_attempt')),
    ];
    return steps.map((event, step) =>
      campaignLine(
        context,
        'payment_fraud',
        { at: at + step * 35_000, event, account, address, signals: toolSignals(context, tool) },
        event === 'signup' ? 'card_testing_distributed_signup' : 'card_testing_distributed',
      ),
    );
  }).flat();
};

/** Campaigns by family. */
export const SCHEMES = {
  residential_slow: residentialSlow,
  farm_emulator: farmEmulator,
  farm_phones: farmPhones,
  card_testing_distributed: cardTestingDistributed,
} as const;
