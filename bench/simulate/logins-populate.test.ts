// Tests that extended login populations have every class, are the same for a seed, and are fair to attackers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MIXES } from './logins-mix.ts';
import type { PopulationMix } from './logins-parameters.ts';
import type { Line } from './logins-people.ts';
import { populate } from './logins-populate.ts';

const MARKET = MIXES.market as PopulationMix;
const SMALL: PopulationMix = { ...MARKET, people: 120, days: 16, warmupDays: 6, campaigns: 1, takeovers: 2 };
const lines = populate(SMALL);

test('a seed gives the same population, another seed another', () => {
  assert.deepEqual(populate(SMALL), lines);
  assert.notEqual(populate({ ...SMALL, seed: SMALL.seed + 1 }).length, lines.length);
});

test('every class of the extended populations appears', () => {
  const scenarios = new Set(lines.map(({ scenario }) => scenario));
  const expected = [
    ...['account_sharing', 'private_relay', 'family_tablet', 'fleet', 'carrier_cgnat', 'travel_own_device'].map(
      (name) => `benign_${name}`,
    ),
    ...['sim_swap_same_carrier', 'sim_swap_elsewhere', 'sim_swap_next_day'],
    ...['residential_slow_existing', 'residential_slow_nonexisting'],
    ...['replay_all_copied', 'replay_cookie_only', 'replay_all_copied_same_isp'],
    ...['farm_emulator', 'farm_phones', 'card_testing_distributed', 'card_testing_distributed_signup'],
    ...['borrowed_lend', 'borrowed_device', 'returning_first', 'returning_machine_other', 'returning_network_other'],
  ];
  assert.deepEqual(
    expected.filter((name) => !scenarios.has(name)),
    [],
  );
  assert.ok(lines.some(({ tags }) => tags?.includes('update_wave')));
  assert.ok(lines.every(({ label, scenario }) => (label === 'unknown') === (scenario === 'borrowed_lend')));
});

const share = (of: readonly Line[], accepts: (line: Line) => boolean): number => of.filter(accepts).length / of.length;

test('attackers have session tokens as often as honest people, and honest people fail second factors', () => {
  const withSignals = lines.filter(({ signals }) => signals !== null);
  const lacksToken = ({ signals }: Line): boolean => signals?.session_token === undefined;
  const honest = withSignals.filter(({ label }) => label === 'legitimate');
  const attacks = withSignals.filter(({ campaign }) => campaign !== null);
  assert.ok(Math.abs(share(honest, lacksToken) - share(attacks, lacksToken)) < 0.02);
  assert.ok(honest.some(({ event }) => event === 'mfa_failed'));
  assert.ok(attacks.some(({ event, credential }) => event === 'mfa_passed' && credential === 'secret'));
});

test('held-out populations differ from those for development in every rate', () => {
  const rates = (name: string) => MIXES[name]?.extended;
  for (const held of ['travel', 'gaming', 'payroll'])
    for (const development of ['market', 'clinic']) {
      const [one, other] = [rates(held), rates(development)];
      assert.notEqual(MIXES[held]?.seed, MIXES[development]?.seed);
      assert.notDeepEqual(one?.serverEvents, other?.serverEvents);
      assert.notEqual(one?.phones, other?.phones);
      assert.notEqual(one?.secondFactorAccounts, other?.secondFactorAccounts);
      assert.notEqual(one?.residentialEvery, other?.residentialEvery);
    }
});
