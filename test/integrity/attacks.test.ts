// Attacks by people who know how Assay works, each as it was reproduced, and similar honest situations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, SECOND } from '../../src/vocabulary/clock.ts';
import { desktop, FRESH_ID, OWN_ID, phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { ABROAD, describe, HOME, NEIGHBOR, type Result, Simulation } from './simulation.ts';

const SENSITIVE = ['payout_change', 'email_change', 'mfa_disabled', 'password_change'];
const JUNK = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`junk_${index}`, index]));

function assertNotAllowed(result: Result, what: string): void {
  assert.notEqual(result.decision, 'allow', `${what}: ${result.score} ${result.codes.join(' ')}`);
}

await onAnyEngine(({ store }) => {
  test('blocking the SDK buys nothing: logins without usable signals, then sensitive changes', async () => {
    for (const signals of [null, {}, { junk: 1 }, JUNK]) {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory();
      const withForeignSignals = await simulation.send({ type: 'login', signals: desktop(FRESH_ID), address: ABROAD });
      const bare = await Simulation.open(store);
      await bare.ownerHistory();
      const what = JSON.stringify(signals);
      const first = await bare.send({ type: 'login', signals, address: ABROAD });
      assert.ok(first.score >= withForeignSignals.score - 5, `${what}: ${first.score}, ${withForeignSignals.score}`);
      assertNotAllowed(first, what);
      assertNotAllowed(await bare.send({ type: 'login', signals, address: ABROAD }), what);
      for (const type of SENSITIVE) assertNotAllowed(await bare.send({ type, signals, address: ABROAD }), type);
    }
  });

  test('a login with the stolen id and signals does not make its network excuse a sensitive change', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory();
    const direct = await simulation.send({ type: 'payout_change', address: ABROAD });
    await simulation.send({ type: 'login', address: ABROAD });
    await simulation.send({ type: 'login', address: ABROAD });
    for (const type of SENSITIVE) {
      const after = await simulation.send({ type, address: ABROAD });
      assert.ok(after.score >= direct.score, `${type}: ${after.score}, without the login ${direct.score}`);
      assertNotAllowed(after, type);
    }
  });

  test('whoever logs in again without the second factor is challenged again where a rule challenges strange devices', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory();
    const strange = {
      field: 'signal.present',
      operator: 'in',
      value: ['NEW_DEVICE', 'UNPROVEN_DEVICE', 'FINGERPRINT_ONLY', 'UNKNOWN_SOURCE'],
    } as const;
    await simulation.addRule({ conditions: { all: [strange] }, action: { decision: 'challenge' } });
    const stranger = { type: 'login', signals: phone(FRESH_ID) };
    for (let n = 0; n < 4; n += 1) {
      const login = await simulation.send({ ...stranger, after: n * HOUR });
      assert.equal(login.decision, 'challenge', `${n}: ${login.score} ${login.codes.join(' ')}`);
    }
    await simulation.send({ ...stranger, type: 'mfa_passed' });
    assert.equal((await simulation.send(stranger)).decision, 'allow');
    assert.equal((await simulation.send({ type: 'login' })).decision, 'allow');
    const silent = await simulation.send({ type: 'login', account: 'never-proven', signals: null, address: ABROAD });
    assert.equal(silent.decision, 'challenge', silent.codes.join(' '));
  });

  test('a passive event with the copied fingerprint attaches no id to the victim, from the same /24 either', async () => {
    for (const credential of ['public', 'secret'] as const) {
      for (const account of [null, 'throw-away']) {
        const simulation = await Simulation.open(store);
        await simulation.ownerHistory();
        const stolen = desktop(FRESH_ID);
        const direct = await Simulation.open(store);
        await direct.ownerHistory();
        const expected = await direct.send({ type: 'login', signals: stolen, address: ABROAD });
        const view = { type: 'page_view', account, signals: stolen, address: NEIGHBOR, credential };
        for (let n = 0; n < 3; n += 1) await simulation.send(view);
        const login = await simulation.send({ type: 'login', signals: stolen, address: ABROAD });
        const what = `${credential} ${account}: ${login.score} ${login.codes.join(' ')}`;
        assertNotAllowed(login, what);
        assert.ok(login.score >= expected.score && !login.codes.includes('KNOWN_DEVICE'), what);
        assertNotAllowed(await simulation.send({ type: 'payout_change', signals: stolen, address: ABROAD }), what);
        const owner = await simulation.send({ type: 'login' });
        assert.ok(owner.codes.includes('KNOWN_DEVICE'), owner.codes.join(' '));
      }
    }
  });

  test('page views with the stolen id and drifting signals do not turn the owner into the thief', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory();
    for (let n = 0; n < 12; n += 1) {
      const signals = desktop(OWN_ID, {
        hardware_concurrency: 2 + n,
        timezone: n % 2 === 0 ? 'Asia/Tokyo' : 'America/Lima',
        screen: { width: 800 + n, height: 600, color_depth: 24, pixel_ratio: 1 },
      });
      await simulation.send({ type: 'page_view', account: null, signals, address: ABROAD, credential: 'public' });
    }
    const owner = await simulation.send({ type: 'login' });
    assert.deepEqual([owner.score, owner.decision, owner.codes], [0, 'allow', ['KNOWN_DEVICE']]);
  });

  test('a tunnel or an address that is not public lowers no score of a takeover', async () => {
    const addresses = [
      '2002:2d53:114::1',
      '2001:0:4136:e378:8000:63bf:d2ac:feeb',
      '10.0.0.1',
      '127.0.0.1',
      '198.51.100.7',
    ];
    const scoreFrom = async (address: string, type: string) => {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory();
      return (await simulation.send({ type, signals: desktop(FRESH_ID, { canvas_hash: 'x' }), address })).score;
    };
    for (const type of ['login', 'payout_change']) {
      const expected = await scoreFrom(ABROAD, type);
      for (const address of addresses) {
        const score = await scoreFrom(address, type);
        assert.ok(score >= expected, `${type} from ${address}: ${score}, from a public address ${expected}`);
      }
    }
  });

  test('a stolen id with nothing but a user agent, or with what anyone can guess, recognizes nobody', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory();
    const { user_agent, platform } = desktop(null);
    const untold = { webgl_renderer: null, webgl_hash: null, canvas_hash: null, fonts: null };
    for (const signals of [
      { persistent_id: OWN_ID, user_agent },
      { persistent_id: OWN_ID, user_agent, platform },
      desktop(OWN_ID, untold),
    ]) {
      const login = await simulation.send({ type: 'login', signals, address: ABROAD });
      assert.ok(login.score >= 50 && !login.codes.includes('KNOWN_DEVICE'), `${login.score} ${login.codes.join(' ')}`);
      assertNotAllowed(await simulation.send({ type: 'payout_change', signals, address: ABROAD }), 'payout_change');
    }
  });

  test('sensitive changes under other names score like those of the catalog', async () => {
    const words = { password_changed: 'password_change', email_changed: 'email_change', mfa_removed: 'mfa_disabled' };
    for (const [word, catalog] of Object.entries({ ...words, payout_method_changed: 'payout_change' })) {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory();
      const stranger = { signals: phone(FRESH_ID), address: ABROAD };
      const named = await simulation.send({ type: catalog, ...stranger });
      const near = await simulation.send({ type: word, ...stranger });
      assert.ok(near.score >= named.score, `${word}: ${near.score}, ${catalog}: ${named.score}`);
    }
  });

  test('a fleet of identical laptops stays apart, and each is recognized by its id', async () => {
    const simulation = await Simulation.open(store);
    const devices = new Set<string>();
    const ids = Array.from({ length: 24 }, (_, n) => (n + 16).toString(16).repeat(16));
    for (let day = 0; day < 3; day += 1) {
      for (const [n, id] of ids.entries()) {
        const login = await simulation.send({ type: 'login', account: `employee ${n}`, signals: desktop(id) });
        assert.equal(login.decision, 'allow', `${login.score} ${login.codes.join(' ')}`);
        devices.add(login.device);
      }
      simulation.wait(DAY);
    }
    assert.equal(devices.size, ids.length);
  });

  test("failures with the owner's id or fingerprint from elsewhere do not count as the owner's", async () => {
    for (const [signals, address] of [
      [desktop(OWN_ID), ABROAD],
      [desktop(FRESH_ID), NEIGHBOR],
    ] as const) {
      const simulation = await Simulation.open(store);
      await simulation.ownerHistory({ credential: 'public' });
      for (let n = 0; n < 20; n += 1) {
        await simulation.send({ type: 'login_failed', signals, address, credential: 'public', after: SECOND });
      }
      const home = await simulation.send({ type: 'login', credential: 'public' });
      assert.deepEqual([home.score, home.codes], [0, ['KNOWN_DEVICE']]);
      const travel = await simulation.send({ type: 'login', credential: 'public', address: '93.184.1.9' });
      assert.equal(travel.decision, 'allow', `${travel.score} ${travel.codes.join(' ')}`);
    }
  });

  test('the owner is not challenged: at home, abroad, after an update, after a second factor', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory();
    for (const type of ['login', 'payout_change', 'email_change', 'payment_attempt']) {
      assert.equal((await simulation.send({ type })).decision, 'allow', type);
    }
    assert.equal((await simulation.send({ type: 'login', address: ABROAD })).decision, 'allow');
    await simulation.send({ type: 'mfa_passed', address: ABROAD });
    assert.equal((await simulation.send({ type: 'payout_change', address: ABROAD })).decision, 'allow');
    simulation.wait(DAY);
    const updated = desktop(OWN_ID, { user_agent: String(desktop(null).user_agent).replaceAll('147', '148') });
    assert.equal((await simulation.send({ type: 'login', signals: updated })).decision, 'allow');
  });

  test('an id that a page view created moves to the owner after storage was cleared at home', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory();
    const own = await simulation.send({ type: 'login' });
    const cleared = desktop(FRESH_ID);
    await simulation.send({ type: 'page_view', account: null, signals: cleared, credential: 'public' });
    const login = await simulation.send({ type: 'login', signals: cleared });
    assert.equal(login.device, own.device, login.method);
    assert.ok(login.score <= 29, `${login.score} ${login.codes.join(' ')}`);
  });

  test('a backend that never sends signals is not challenged at home, nor abroad after a day', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory({ signals: null });
    assert.equal((await simulation.send({ type: 'login', signals: null })).decision, 'allow');
    assert.notEqual((await simulation.send({ type: 'login', signals: null, address: ABROAD })).decision, 'challenge');
    simulation.wait(DAY + HOUR);
    const again = await simulation.send({ type: 'payout_change', signals: null, address: ABROAD });
    assert.equal(again.decision, 'monitor', `${again.score} ${again.codes.join(' ')}`);
  });

  test('nor is it challenged at home because its page sends signals under the public key', async () => {
    const simulation = await Simulation.ofOwner(store, { credential: 'public' });
    const change = await simulation.send({ type: 'payout_change', signals: null });
    assert.equal(describe(change), 'monitor 45 SENSITIVE_CHANGE_UNCONFIRMED');
    assert.equal(describe(await simulation.send({ type: 'login', signals: null })), 'allow 5 UNPROVEN_BROWSER');
  });

  test('everybody behind one misconfigured proxy is recognized as before', async () => {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory({ address: '10.0.0.1' });
    const login = await simulation.send({ type: 'login', address: '10.0.0.1' });
    assert.deepEqual([login.score, login.codes], [0, ['KNOWN_DEVICE']]);
    assert.equal((await simulation.send({ type: 'payout_change', address: '10.0.0.1' })).decision, 'allow');
    assert.equal((await simulation.send({ type: 'login', address: HOME })).decision, 'allow');
  });
});
