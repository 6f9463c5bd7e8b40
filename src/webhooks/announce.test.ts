// Tests which deliveries are created for which endpoints, and the exact envelope.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SIGNALS } from '../scoring/signals/index.ts';
import { type IdKind, isId } from '../vocabulary/ids.ts';
import { ALERT_WEBHOOK_TYPES, DECISIONS, WEBHOOK_TYPES } from '../vocabulary/words.ts';
import {
  announceAlert,
  announceAssessment,
  announceOutcome,
  announceTest,
  announceTrust,
  type Subscriber,
} from './announce.ts';
import { assessmentTypes } from './catalog.ts';
import type { EventFacts } from './envelope.ts';

const AT = Date.UTC(2026, 2, 1, 12);
const ALL: Subscriber = { endpointId: 'whe_all', eventTypes: ['*'] };

const ALERT = {
  id: 'alt_1',
  ruleId: 'alr_1',
  ruleName: 'Waves',
  kind: 'attack_wave',
  what: 'An attack.',
  value: 40,
  threshold: 20,
  since: AT,
  openedAt: AT,
  resolvedAt: null,
  url: 'https://assay.example.com/#/env_1/alerts',
} as const;

function countingIds() {
  let count = 0;
  return (kind: IdKind & 'delivery', at: number) => {
    assert.equal(kind, 'delivery');
    assert.equal(at, AT);
    return `wh_evt_${String(++count).padStart(26, '0')}`;
  };
}

const FACTS: EventFacts = {
  eventId: 'evt_1',
  eventType: 'login_failed',
  deviceId: 'dev_1',
  risk: {
    score: 91,
    level: 'critical',
    decision: 'block',
    signals: [
      // As scoring returns it: with evidence, which must not appear in a webhook.
      { code: 'BRUTE_FORCE_SUSPECTED', weight: 60, description: '30 failures', metadata: { address: '203.0.113.9' } },
      { code: 'VELOCITY', weight: 10, description: 'Größe "31"' },
    ] as EventFacts['risk']['signals'],
  },
};

describe('announcing an assessment', () => {
  test('sends the assessment, its decision and the signals that have a type', () => {
    for (const decision of DECISIONS) {
      assert.deepEqual(assessmentTypes(decision, []), ['risk.assessment.completed', `decision.${decision}`]);
    }
    const codes = [
      'AUTOMATION_SUSPECTED',
      'BRUTE_FORCE_SUSPECTED',
      'CREDENTIAL_STUFFING_SUSPECTED',
      'NEW_DEVICE',
      'OTHER',
    ];
    const fired = assessmentTypes(
      'block',
      [...codes, ...codes].map((code) => ({ code })),
    );
    assert.deepEqual(fired.toSorted(), [
      'decision.block',
      'device.new',
      'risk.assessment.completed',
      'security.automation_suspected',
      'security.brute_force',
      'security.credential_stuffing',
    ]);
  });

  test('queues each type once per subscribed endpoint, each with its own id', () => {
    const subscribers: Subscriber[] = [
      ALL,
      { endpointId: 'whe_two', eventTypes: ['decision.block', 'security.brute_force', 'risk.assessment.completed'] },
      { endpointId: 'whe_none', eventTypes: ['decision.allow', 'outcome.created'] },
    ];
    const deliveries = announceAssessment(FACTS, 'secret', subscribers, countingIds(), AT);
    assert.equal(deliveries.length, 6);
    assert.equal(new Set(deliveries.map(({ id }) => id)).size, 6);
    assert.deepEqual(
      deliveries.map(({ endpointId, type }) => `${endpointId} ${type}`),
      ['whe_all', 'whe_two'].flatMap((endpoint) =>
        ['risk.assessment.completed', 'decision.block', 'security.brute_force'].map((type) => `${endpoint} ${type}`),
      ),
    );
    for (const { id, type, body, eventId } of deliveries) {
      assert.equal(eventId, 'evt_1');
      assert.equal(JSON.parse(body).id, id);
      assert.equal(JSON.parse(body).type, type);
    }
    assert.deepEqual(announceAssessment(FACTS, 'secret', [], countingIds(), AT), []);
  });

  test('says whether the server reported the event', () => {
    const isReported = (credential: 'secret' | 'public') =>
      announceAssessment(FACTS, credential, [ALL], countingIds(), AT).map((delivery) => delivery.isReported);
    assert.deepEqual([isReported('secret'), isReported('public')], [Array(3).fill(true), Array(3).fill(false)]);
  });

  test('writes exactly the documented envelope', () => {
    const [first] = announceAssessment(FACTS, 'secret', [ALL], countingIds(), AT);
    assert.equal(
      first?.body,
      '{"id":"wh_evt_00000000000000000000000001","type":"risk.assessment.completed",' +
        '"created_at":"2026-03-01T12:00:00.000Z","api_version":"2026-11-01","data":{"event_id":"evt_1",' +
        '"event_type":"login_failed","device_id":"dev_1","risk":{"score":91,"level":"critical","decision":"block",' +
        '"signals":[{"code":"BRUTE_FORCE_SUSPECTED","weight":60,"description":"30 failures"},' +
        '{"code":"VELOCITY","weight":10,"description":"Größe \\"31\\""}]}}}',
    );
  });
});

describe('announcing outcomes, trust changes and tests', () => {
  test('sends an outcome without its reason and metadata', () => {
    const outcome = {
      id: 'out_1',
      label: 'fraud_confirmed' as const,
      authenticationOutcome: null,
      submittedBy: { type: 'user' as const, id: 'usr_1', name: 'Zoë' },
      submittedAt: AT,
      isCurrent: true,
      decision: 'block' as const,
      evaluation: 'correct_block' as const,
      reason: 'seen by Ana',
      metadata: { ticket: 'T-1' },
    };
    const [created] = announceOutcome('outcome.created', FACTS, outcome, [ALL], countingIds(), AT);
    const [updated] = announceOutcome('outcome.updated', FACTS, outcome, [ALL], countingIds(), AT);
    assert.equal(created?.type, 'outcome.created');
    assert.equal(updated?.type, 'outcome.updated');
    assert.deepEqual(JSON.parse(created?.body ?? '').data.outcome, {
      id: 'out_1',
      event_id: 'evt_1',
      label: 'fraud_confirmed',
      authentication_outcome: null,
      submitted_by: { type: 'user', id: 'usr_1', name: 'Zoë' },
      submitted_at: '2026-03-01T12:00:00.000Z',
      is_current: true,
      decision: 'block',
      evaluation: 'correct_block',
    });
    assert.equal(JSON.parse(created?.body ?? '').data.risk.score, 91);
  });

  test('sends trust changes with null for the fields of an event', () => {
    const facts = { deviceId: 'dev_1', isTrusted: false, changedAt: AT };
    const [revoked] = announceTrust(facts, [ALL], countingIds(), AT);
    const [trusted] = announceTrust({ ...facts, isTrusted: true }, [ALL], countingIds(), AT);
    assert.equal(trusted?.type, 'device.trusted');
    assert.equal(revoked?.type, 'device.trust_revoked');
    assert.deepEqual(JSON.parse(revoked?.body ?? '').data, {
      event_id: null,
      event_type: null,
      device_id: 'dev_1',
      risk: null,
      is_trusted: false,
      changed_at: '2026-03-01T12:00:00.000Z',
    });
  });

  test('sends a test in the shape of an assessment, with well-formed ids', () => {
    const { body, type, endpointId } = announceTest('whe_1', countingIds(), AT);
    const { data } = JSON.parse(body);
    assert.deepEqual([type, endpointId, data.test], ['webhook.test', 'whe_1', true]);
    assert.ok(isId('event', data.event_id) && isId('device', data.device_id));
    assert.deepEqual(Object.keys(data.risk), ['score', 'level', 'decision', 'signals']);
  });

  test('announces every webhook type', () => {
    const fired = new Set([
      ...DECISIONS.flatMap((decision) => assessmentTypes(decision, SIGNALS)),
      ...[true, false].flatMap((isTrusted) =>
        announceTrust({ deviceId: 'dev_1', isTrusted, changedAt: AT }, [ALL], countingIds(), AT).map(
          ({ type }) => type,
        ),
      ),
      announceTest('whe_1', countingIds(), AT).type,
      ...ALERT_WEBHOOK_TYPES.map((type) => announceAlert(type, ALERT, 'whe_1', 'wh_evt_1', AT).type),
      'outcome.created',
      'outcome.updated',
    ]);
    assert.deepEqual([...fired].toSorted(), [...WEBHOOK_TYPES].toSorted());
  });
});
