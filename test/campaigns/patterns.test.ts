// Tests which events are grouped into a campaign by attack pattern, without a shared source, and which are not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoppedEvent } from '../../src/records/campaigns.ts';
import { HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { attempt, groups, times } from './stopped-events.ts';

const honest = (at: number) => attempt(at, { type: 'login', attackSignal: null });

test('stuffing from a new source every half hour is one campaign, without the logins of others', () => {
  const attack = times(40, (index) => attempt(index * 30 * MINUTE));
  const others = times(20, (index) => honest(index * HOUR + 1));
  assert.deepEqual(groups([...attack, ...others]), ['stuffing 40']);
});

test('fewer than ten attempts are not claimed, nor are attempts that four hours divide', () => {
  assert.deepEqual(groups(times(9, (index) => attempt(index * MINUTE))), []);
  assert.deepEqual(groups(times(30, (index) => attempt(index * (4 * HOUR + 1)))), []);
});

test('mistakes of honest people on a busy site are no campaign, however close they are', () => {
  const site = times(2_000, (index) => (index % 15 === 0 ? attempt(index * 1_000) : honest(index * 1_000)));
  assert.deepEqual(groups(site), []);
});

test('failures without a signal of an attack are not claimed', () => {
  assert.deepEqual(groups(times(40, (index) => attempt(index * MINUTE, { attackSignal: null }))), []);
});

test('stuffing that comes back to the few accounts of a small site is one campaign', () => {
  const attack = times(60, (index) => attempt(index * MINUTE, { accountKey: `account ${(index * 7) % 20}` }));
  assert.deepEqual(groups(attack), ['stuffing 60']);
});

test('people who try again in an outage are no stuffing', () => {
  const people = times(30, (index) => {
    const own = {
      accountKey: `person ${index >> 1}`,
      deviceId: `phone ${index >> 1}`,
      attackSignal: 'ATTACK_WAVE' as const,
    };
    return attempt(index * MINUTE, index % 2 === 0 ? own : { ...own, isNewDevice: false });
  });
  assert.equal(
    groups(people).some((group) => group.startsWith('stuffing')),
    false,
  );
});

test('someone who fails twice on the same phone meanwhile is not drawn in', () => {
  const attack = times(40, (index) => attempt(index * MINUTE));
  const own = { accountKey: 'person', deviceId: 'phone', address: 'home', fingerprint: 'phone' };
  const person = [attempt(20 * MINUTE + 1, own), attempt(21 * MINUTE + 1, { ...own, isNewDevice: false })];
  assert.deepEqual(groups([...attack, ...person]), ['stuffing 40', 'source 2']);
});

test('card testing with a new customer for every card is one campaign beside stuffing at the same time', () => {
  const cards = times(60, (index) => {
    const customer = `customer ${Math.floor(index / 3)}`;
    const type = index % 3 === 0 ? 'signup' : 'payment_failed';
    const own = { accountKey: customer, deviceId: customer, address: customer, fingerprint: customer };
    return attempt(index * MINUTE, {
      ...own,
      type,
      isNewDevice: index % 3 === 0,
      attackSignal: 'CARD_TESTING_SUSPECTED',
    });
  });
  const stuffing = times(30, (index) => attempt(index * MINUTE + 1));
  assert.deepEqual(groups([...cards, ...stuffing]), ['card_testing 60', 'stuffing 30']);
});

test('a tool that shows its fingerprint again keeps a campaign of its own', () => {
  const tool = times(50, (index) => attempt(index * MINUTE, { fingerprint: 'tool', attackSignal: 'ATTACK_WAVE' }));
  const scattered = times(50, (index) => attempt(index * MINUTE + 1));
  assert.deepEqual(groups([...tool, ...scattered]), ['source 50', 'stuffing 50']);
});

/** A tool that shows one of `browsers` in turn, from another address and on another account at each attempt. */
const rotating = (count: number, browsers: number, more: Partial<StoppedEvent> = {}) =>
  times(count, (index) =>
    attempt(index * 15_000, { fingerprint: `browser ${index % browsers}`, attackSignal: 'ATTACK_WAVE', ...more }),
  );

test('a tool that takes several browsers in turn is one campaign, also with browsers that it shows rarely', () => {
  assert.deepEqual(groups(rotating(120, 3)), ['stuffing 120']);
  assert.deepEqual(groups(rotating(240, 12)), ['stuffing 240']);
  const rare = times(20, (index) => attempt(index * MINUTE + 1));
  assert.deepEqual(groups([...rotating(240, 12), ...rare]), ['stuffing 260']);
});

test('two tools at once, tools with addresses of their own, and failures without a signal stay divided', () => {
  assert.deepEqual(groups(rotating(40, 2)), ['source 20', 'source 20']);
  const tools = times(60, (index) => {
    const tool = `tool ${index % 3}`;
    return attempt(index * 15_000, { fingerprint: tool, address: tool, attackSignal: 'ATTACK_WAVE' });
  });
  assert.deepEqual(groups(tools), ['source 20', 'source 20', 'source 20']);
  assert.deepEqual(groups(rotating(60, 3, { attackSignal: null })), ['source 20', 'source 20', 'source 20']);
});

test('browsers in turn whose failures have no signal do not hide scattered stuffing', () => {
  const attack = times(60, (index) => attempt(index * 3 * MINUTE + 1));
  const decoys = rotating(180, 3, { attackSignal: null });
  assert.deepEqual(groups([...attack, ...decoys]), ['source 60', 'stuffing 60', 'source 60', 'source 60']);
});

test('people with three phone models who try their accounts again in an outage are no stuffing', () => {
  const people = times(120, (index) => {
    const own = { accountKey: `person ${index >> 1}`, address: `home ${index >> 1}` };
    return attempt(index * 15_000, { ...own, fingerprint: `phone ${(index >> 1) % 3}`, attackSignal: 'ATTACK_WAVE' });
  });
  assert.deepEqual(groups(people), ['source 40', 'source 40', 'source 40']);
});

test('events under the public key neither hide nor interrupt what the server reports', () => {
  const attack = times(100, (index) => attempt(index * 10 * MINUTE, { address: `line ${index}` }));
  const claims = (index: number, more: Partial<StoppedEvent>) =>
    times(12, () =>
      attempt(index * 10 * MINUTE + 1, { type: 'login', attackSignal: null, credential: 'public', ...more }),
    );
  for (const [what, noise] of [
    ['from the same address', (index: number) => ({ address: `line ${index}` })],
    [
      'on the same account',
      (index: number) => ({ address: `line ${index}`, accountKey: attack[index]?.accountKey ?? '' }),
    ],
    ['from other addresses', () => ({})],
  ] as const) {
    const hidden = groups([...attack, ...attack.flatMap((_, index) => claims(index, noise(index)))]);
    assert.ok(
      hidden.some((group) => group.startsWith('stuffing ')),
      `${what}: ${hidden.slice(0, 3)}`,
    );
    assert.equal(hidden.length, 1, what);
  }
});

test('page views that name the account before each attempt do not hide scattered stuffing', () => {
  for (const attackSignal of ['ATTACK_WAVE', 'UNKNOWN_ACCOUNT'] as const) {
    const attack = times(100, (index) => attempt(index * MINUTE, { isNewDevice: false, attackSignal }));
    assert.deepEqual(groups(attack), ['stuffing 100']);
  }
  const known = times(100, (index) => attempt(index * MINUTE, { isNewDevice: false, attackSignal: null }));
  assert.deepEqual(groups(known), [], 'devices that failed before, without a signal of an attack');
});

test('claims of wrong passwords do not make scattered stuffing look like mistakes or like people who try again', () => {
  const attack = times(60, (index) => attempt(index * 3 * MINUTE));
  const claim = { attackSignal: null, credential: 'public' } as const;
  const mistakes = times(180, (index) => attempt(index * MINUTE + 1, claim));
  const retries = times(60, (index) => {
    const person = `person ${index >> 1}`;
    const own = { accountKey: person, deviceId: person, address: person, fingerprint: person };
    return attempt((index >> 1) * 6 * MINUTE + 1 + (index % 2), { ...claim, ...own });
  });
  for (const claims of [mistakes, retries]) {
    const found = groups([...attack, ...claims]);
    assert.ok(found.includes('stuffing 60'), found.slice(0, 3).join());
  }
});

test('nor do a claimed attempt and five claimed logins after each attempt divide it', () => {
  const claim = { credential: 'public' } as const;
  for (const attackSignal of [null, 'UNKNOWN_ACCOUNT'] as const) {
    const claims = (at: number) => [
      attempt(at + 1, { ...claim, attackSignal }),
      ...times(5, () => attempt(at + 2, { ...claim, type: 'login', attackSignal: null })),
    ];
    const attack = times(60, (index) => attempt(index * 3 * MINUTE));
    assert.deepEqual(groups([...attack, ...attack.flatMap(({ at }) => claims(at))]), ['stuffing 60']);
  }
});

test('nor do claims that connect each attempt with the challenged customers of a common phone', () => {
  const phone = (index: number) => ({ type: 'login', attackSignal: null, fingerprint: `phone ${index % 10}` }) as const;
  const attack = times(60, (index) => attempt(index * 3 * MINUTE, { address: `line ${index}` }));
  const customers = times(80, (index) => attempt(index * 2 * MINUTE + 1, phone(index)));
  const shown = (index: number) => ({ ...phone(index), credential: 'public', address: `line ${index}` }) as const;
  const claims = times(60, (index) => attempt(index * 3 * MINUTE + 1, shown(index)));
  const found = groups([...attack, ...customers, ...claims]);
  assert.ok(found.includes('stuffing 60') && found.length === 11, found.join());
});

test('claims join what the server reports about their source', () => {
  const events = times(9, (index) =>
    attempt(index, { address: 'line', credential: index % 3 === 0 ? 'secret' : 'public' }),
  );
  assert.deepEqual(groups(events), ['source 9']);
  const chain = times(5, (index) =>
    attempt(index, { deviceId: `device ${index >> 1}`, address: `line ${(index + 1) >> 1}`, credential: 'public' }),
  );
  assert.deepEqual(groups(chain), ['source 5']);
  assert.deepEqual(groups(chain.map((event, index) => (index === 4 ? { ...event, credential: 'secret' } : event))), [
    'source 5',
  ]);
});

test('claims on its accounts do not divide scattered stuffing that returns to them', () => {
  const account = (index: number) => ({ accountKey: `account ${index % 20}` });
  const attack = times(60, (index) => attempt(index * MINUTE, account(index)));
  const claim = { type: 'login', attackSignal: null, credential: 'public' } as const;
  for (const shown of [() => ({}), (index: number) => ({ fingerprint: attack[index]?.fingerprint ?? null })]) {
    const claims = times(60, (index) => attempt(index, { ...claim, ...account(index), ...shown(index) }));
    assert.ok(groups([...attack, ...claims]).some((group) => /^stuffing (60|120)$/.test(group)));
  }
});

test('nor do they hide an attack on one account from changing addresses', () => {
  const attack = times(20, (index) =>
    attempt(index * HOUR, { accountKey: 'victim', address: `line ${index}`, attackSignal: null }),
  );
  const claims = attack.flatMap(({ at, address }) =>
    times(3, () => attempt(at + 1, { type: 'login', attackSignal: null, credential: 'public', address })),
  );
  assert.deepEqual(groups([...attack, ...claims]), ['account 80']);
});
