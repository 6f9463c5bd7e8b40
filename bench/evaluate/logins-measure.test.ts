// Tests the measures of a login evaluation: what counts, reliability, recall at a share of honest events, targets of classes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Label } from '../../src/vocabulary/words.ts';
import { classTargets } from './logins-class-targets.ts';
import { type EventLine, isCounted, isHonest, type TruthLine } from './logins-input.ts';
import { type Evaluated, recallAt } from './logins-measure.ts';
import { attackShare, largestFall, scoreBands, thresholds } from './logins-reliability.ts';
import { signalPowers } from './logins-signals.ts';

interface Row {
  score: number;
  label?: Label;
  scenario?: string;
  event?: string;
  campaign?: string;
  phase?: string;
  codes?: readonly string[];
}

/** One line per row: an honest login by default, challenged from score 50 on. */
function evaluated(rows: readonly Row[]): Evaluated {
  return {
    events: rows.map(
      ({ event = 'login' }, at): EventLine => ({
        event,
        account: { id: 'account' },
        ip_address: '198.51.100.7',
        user_agent: null,
        at,
        credential: 'public',
        signals: null,
      }),
    ),
    truth: rows.map(
      ({ label = 'legitimate', scenario = 'any', campaign, phase = 'eval' }): TruthLine => ({
        label,
        scenario,
        campaign: campaign ?? null,
        phase,
      }),
    ),
    verdicts: rows.map(({ score, codes = [] }) => ({
      score,
      decision: score >= 50 ? 'challenge' : 'allow',
      codes,
      method: 'new_device',
      recognized: false,
    })),
  };
}

test('legitimate robots and unknown events count neither as honest nor as attacks', () => {
  const line = (label: Label, phase = 'eval'): TruthLine => ({ label, scenario: 'any', campaign: null, phase });
  assert.equal(isCounted(line('automation_legitimate')), false);
  assert.equal(isCounted(line('unknown')), false);
  assert.equal(isCounted(line('legitimate', 'warmup')), false);
  assert.ok(isCounted(line('legitimate')) && isHonest(line('legitimate')));
  assert.ok(isCounted(line('account_takeover')) && !isHonest(line('account_takeover')));
  const bands = scoreBands(
    evaluated([
      { score: 60, label: 'unknown' },
      { score: 60, label: 'automation_legitimate' },
    ]),
  );
  assert.deepEqual(
    bands.filter(({ honest, attack }) => honest + attack > 0),
    [],
  );
});

const many = (count: number, row: Row): Row[] => Array.from({ length: count }, () => row);

test('the largest fall is that of the attack share between bands of 50 events or more', () => {
  const attack = { label: 'bot_confirmed' } as const;
  const low = [...many(40, { score: 25 }), ...many(60, { score: 25, ...attack })];
  const high = [...many(55, { score: 40 }), ...many(45, { score: 40, ...attack })];
  const bands = scoreBands(evaluated([...low, ...high, ...many(49, { score: 100 })]));
  assert.deepEqual(attackShare(bands[2] as never), { hits: 60, of: 100 });
  assert.equal(bands[9]?.honest, 49, 'a score of 100 belongs to the last band');
  assert.ok(Math.abs(largestFall(bands) - 15) < 1e-9, 'from 60 to 45 %; the band of 49 events is ignored');
  assert.equal(largestFall(scoreBands(evaluated(low))), 0);
});

test('precision and recall of a threshold include its score', () => {
  const [at50] = thresholds(
    evaluated([
      { score: 50 },
      { score: 49 },
      { score: 50, label: 'bot_confirmed' },
      { score: 5, label: 'bot_confirmed' },
    ]),
  ).filter(({ score }) => score === 50);
  assert.deepEqual(at50?.precision, { hits: 1, of: 2 });
  assert.deepEqual(at50?.recall, { hits: 1, of: 2 });
  assert.deepEqual(at50?.honest, { hits: 1, of: 2 });
});

test('recall at a share of honest events stays below the first score that would exceed it', () => {
  const rows = [...many(98, { score: 0 }), { score: 40 }, { score: 70 }, ...[40, 41, 71].map((score) => ({ score }))];
  const recall = (rate: number) =>
    recallAt(
      evaluated(rows),
      [100, 101, 102],
      rows.slice(0, 100).map((_, index) => index),
      rate,
    ).hits;
  assert.equal(recall(0), 1, 'only 71 lies above every honest score');
  assert.equal(recall(0.01), 2, 'one honest event of 100 may be challenged: 41 and 71, not the tie at 40');
  assert.equal(recall(0.02), 3);
});

test('card testing counts payments from the tenth event of each campaign on', () => {
  const label = 'payment_fraud';
  const signup = {
    score: 0,
    label,
    scenario: 'card_testing_distributed_signup',
    event: 'signup',
    campaign: 'c#1',
  } as const;
  const payment = {
    score: 0,
    label,
    scenario: 'card_testing_distributed',
    event: 'payment_failed',
    campaign: 'c#1',
  } as const;
  const rows = [
    ...many(9, payment),
    signup,
    { ...payment, score: 60 },
    payment,
    { ...payment, campaign: 'c#2', score: 60 },
  ];
  const target = classTargets(evaluated(rows)).find(({ metric }) => metric.startsWith('card testing'));
  assert.deepEqual(target?.measured, { hits: 1, of: 2 });
  assert.equal(target?.holds, false);
});

test('the table of signals counts the events on which each fired', () => {
  const rows: Row[] = [
    { score: 20, codes: ['NEW_DEVICE'] },
    { score: 20, codes: ['NEW_DEVICE'], label: 'bot_confirmed' },
    { score: 20, codes: ['NEW_DEVICE'], label: 'unknown' },
  ];
  const power = signalPowers(evaluated(rows)).find(({ code }) => code === 'NEW_DEVICE');
  assert.deepEqual(
    [power?.honest, power?.attack],
    [
      { hits: 1, of: 1 },
      { hits: 1, of: 1 },
    ],
  );
});
