// Tests how many passwords an attacker with a stolen id, copied signals or the victim's network can guess undetected.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import { desktop, FRESH_ID, OWN_ID, phone } from '../devices/machines.ts';
import { onAnyEngine } from '../engines.ts';
import { describe, HOME, idOf, lines, NEIGHBOR, near, type SentEvent, Simulation } from './simulation.ts';

const away = (n: number) => `45.83.${n % 200}.7`;

await onAnyEngine(({ store }) => {
  const owned = (history: Partial<SentEvent> = {}) => Simulation.ofOwner(store, history);

  test('guesses with a stolen id from elsewhere leave room for those from home', async () => {
    const simulation = await owned();
    await simulation.guess(60, (n) => ({ address: away(n) }));
    const before = await simulation.send({ type: 'login' });
    assert.deepEqual([before.score, before.codes], [0, ['KNOWN_DEVICE']], 'those from elsewhere do not count at home');
    const allowed = await simulation.guess(40, () => ({}));
    assert.ok(allowed < 20, `${allowed} of 40 guesses from home were allowed`);
  });

  test('a stolen id guesses sixty passwords a day from changing addresses of a network that is long known', async () => {
    for (const [home, addressOf] of [
      [HOME, near],
      ['2001:db9:1:1::7', lines],
    ] as const) {
      const simulation = await owned({ address: home });
      const allowed = await simulation.guess(100, (n) => ({ address: addressOf(n) }));
      assert.ok(allowed <= 60, `${allowed} of 100 guesses around ${home} were allowed`);
      assert.equal(await simulation.guess(20, () => ({ address: addressOf(100) })), 0, 'from one address afterwards');
      const owner = await simulation.send({ type: 'login', address: home });
      assert.notEqual(owner.decision, 'challenge', describe(owner));
    }
  });

  test('copied signals are counted as one source, whatever id comes with them', async () => {
    for (const credential of ['public', 'secret'] as const) {
      const simulation = await owned();
      for (let n = 0; n < 25; n += 1) {
        const view = { type: 'page_view', account: `throw-away ${n}`, address: NEIGHBOR, credential, after: SECOND };
        await simulation.send({ ...view, signals: desktop(idOf(n)) });
      }
      const copy = (n: number) => ({ signals: desktop(idOf(n % 25)), address: NEIGHBOR });
      const allowed = await simulation.guess(50, copy);
      assert.ok(allowed < 20, `${credential}: ${allowed} of 50 guesses were allowed`);
      const login = await simulation.send({ type: 'login', ...copy(3) });
      assert.equal(login.decision, 'challenge', describe(login));
      const owner = await simulation.send({ type: 'login' });
      assert.deepEqual([owner.score, owner.codes], [0, ['KNOWN_DEVICE']]);
    }
  });

  test('so are the signals of two identical phones of the account, which nothing tells apart', async () => {
    const simulation = await Simulation.open(store);
    for (let day = 0; day < 4; day += 1) {
      for (const id of [OWN_ID, FRESH_ID]) await simulation.send({ type: 'login', signals: phone(id) });
      simulation.wait(DAY);
    }
    const allowed = await simulation.guess(50, (n) => ({ signals: phone(null), address: near(n % 3) }));
    assert.ok(allowed < 20, `${allowed} of 50 guesses were allowed`);
  });

  test('nor do failures with the stolen id make more fingerprints to guess with', async () => {
    const simulation = await owned();
    const other = (id: string, n: number) => desktop(id, { canvas_hash: `c${n}` });
    for (let n = 0; n < 15; n += 1) {
      await simulation.send({ type: 'login_failed', signals: other(OWN_ID, n), address: near(n), after: SECOND });
      const own = { signals: other(idOf(n), n), address: NEIGHBOR };
      await simulation.send({ type: 'page_view', account: `throw-away ${n}`, ...own, credential: 'public', after: 0 });
    }
    const copy = (n: number) => ({ signals: other(idOf(n % 15), n % 15), address: NEIGHBOR });
    const allowed = await simulation.guess(50, copy);
    assert.ok(allowed < 20, `${allowed} of 50 guesses were allowed`);
  });

  test('four hundred failures of strangers do not hide those of the stolen id, nor those without signals', async () => {
    for (const [what, history, event] of [
      ['a stolen id', {}, (n: number) => ({ address: away(n) })],
      ['no signals', { signals: null }, agentOf],
    ] as const) {
      const simulation = await owned(history);
      await simulation.guess(60, event);
      await simulation.guess(410, (n) => ({
        signals: phone(idOf(n), { canvas_hash: `c${n}`, timezone: `Etc/GMT+${n % 12}` }),
        address: `177.${n % 250}.${n % 199}.9`,
        after: SECOND,
      }));
      const allowed = await simulation.guess(60, event);
      assert.equal(allowed, 0, `${what}: ${allowed} of 60 more guesses were allowed`);
    }
  });

  test('nor do failures of copies with thirty ids hide those of the stolen id', async () => {
    const simulation = await owned();
    for (let n = 0; n < 30; n += 1) {
      const view = { type: 'page_view', account: `throw-away ${n}`, address: NEIGHBOR, credential: 'public' as const };
      await simulation.send({ ...view, signals: desktop(idOf(n)), after: SECOND });
    }
    await simulation.guess(60, (n) => ({ address: near(n) }));
    await simulation.guess(600, (n) => ({ signals: desktop(idOf(n % 30)), address: near(n), after: SECOND }));
    const allowed = await simulation.guess(60, (n) => ({ address: near(n) }));
    assert.equal(allowed, 0, `${allowed} of 60 more guesses were allowed`);
  });

  test("guesses by changing browsers in the account's networks end with a challenge, even after a flood", async () => {
    const browser = (n: number) => phone(idOf(n), { canvas_hash: `c${n}`, languages: [`l${n}`] });
    for (const [what, homeOf, addressOf] of [
      ['a /24', () => HOME, near],
      ['a /48', () => '2001:db9:1:1::7', lines],
      ['a /32 by three neighbors', (day: number) => `2001:db9:${day + 1}:1::7`, (n: number) => `2001:db9:${n + 99}::1`],
    ] as const) {
      const simulation = await Simulation.open(store);
      for (let day = 0; day < 5; day += 1) {
        await simulation.send({ type: 'login', address: homeOf(day) });
        simulation.wait(DAY);
      }
      await simulation.guess(220, (n) => ({ signals: browser(n), address: away(n), after: SECOND }));
      const stranger = await simulation.send({ type: 'login', signals: browser(999), address: addressOf(999) });
      assert.notEqual(stranger.decision, 'challenge', `${what}: a new device at home during an attack from elsewhere`);
      await simulation.guess(60, (n) => ({ signals: browser(n + 300), address: addressOf(n) }));
      const login = await simulation.send({ type: 'login', signals: browser(500), address: addressOf(700) });
      assert.equal(login.decision, 'challenge', `${what}: ${describe(login)}`);
      const owner = await simulation.send({ type: 'login', address: homeOf(4) });
      assert.deepEqual([owner.score, owner.codes], [0, ['KNOWN_DEVICE']], what);
    }
  });

  test('twenty guesses of one browser from elsewhere do not hide those that follow nearby', async () => {
    for (const [home, addressOf] of [
      [HOME, near],
      ['2001:db9:1:1::7', lines],
    ] as const) {
      const simulation = await owned({ address: home });
      const tool = phone(idOf(1), { canvas_hash: 'tool' });
      await simulation.guess(60, (n) => ({ signals: tool, address: away(n), after: 20 * SECOND }));
      await simulation.guess(200, (n) => ({ signals: tool, address: addressOf(n), after: SECOND }));
      const other = { signals: phone(idOf(2), { canvas_hash: 'other', languages: ['x'] }), address: addressOf(99) };
      const login = await simulation.send({ type: 'login', ...other });
      assert.equal(login.decision, 'challenge', describe(login));
    }
  });

  test('so do guesses from one /16 on an account that nobody has used yet', async () => {
    const browser = (n: number) => phone(idOf(n), { canvas_hash: `c${n}`, languages: [`l${n}`] });
    const simulation = await owned();
    const guesser = (n: number) => ({ account: 'quiet', signals: browser(n), address: `45.83.${n}.9` });
    for (let n = 0; n < 40; n += 1) await simulation.send({ type: 'login_failed', ...guesser(n), after: 7 * MINUTE });
    const login = await simulation.send({ type: 'login', ...guesser(50) });
    assert.equal(login.decision, 'challenge', describe(login));
    const customer = { account: 'quiet', signals: phone(idOf(60)), address: '93.184.1.9' };
    assert.notEqual((await simulation.send({ type: 'login', ...customer })).decision, 'challenge', 'from elsewhere');
  });

  test('and sixty from anywhere, by changing browsers or by one tool, where another /16 logs in', async () => {
    for (const [what, addressOf, signals] of [
      ['one /16 after another', (n: number) => `${50 + Math.floor(n / 19)}.3.${n % 19}.9`, null],
      ['one /16', (n: number) => `45.83.${n % 200}.9`, null],
      ['one tool', (n: number) => `45.83.${n % 200}.9`, phone(idOf(1), { canvas_hash: 'tool' })],
    ] as const) {
      const browser = (n: number) => phone(idOf(n), { canvas_hash: `c${n}`, languages: [`l${n}`] });
      const simulation = await owned();
      simulation.reportDaily();
      const account = 'unused';
      const guess = (n: number) => ({
        account,
        signals: signals ?? browser(n),
        address: addressOf(n),
        after: 4 * MINUTE,
      });
      await simulation.guess(150, guess);
      const thief = { account, signals: browser(500), address: '93.184.9.9', after: HOUR };
      const login = await simulation.send({ type: 'login', ...thief });
      assert.equal(login.decision, 'challenge', `${what}: ${describe(login)}`);
    }
  });

  test('and the first day of an account excuses no device while its password is guessed', async () => {
    const simulation = await owned();
    simulation.reportDaily();
    const account = 'unused';
    await simulation.guess(16, (n) => ({ account, signals: phone(idOf(n)), address: '93.184.7.7', after: 3 * HOUR }));
    const thief = { account, signals: phone(idOf(50)), address: '93.184.9.9' };
    await simulation.send({ type: 'login', ...thief });
    const change = await simulation.send({ type: 'payout_change', ...thief });
    assert.notEqual(change.decision, 'allow', describe(change));
  });
});

/** An event without signals from the owner's network, from a different browser for each number. */
function agentOf(n: number): Partial<SentEvent> {
  const system = ['Windows NT 10.0; Win64; x64', 'Macintosh; Intel Mac OS X 10_15_7', 'X11; Linux x86_64'][n % 3];
  const browser = ['Chrome/147.0.0.0 Safari/537.36', 'Gecko/20100101 Firefox/150.0'][n % 2];
  return { signals: null, userAgent: `Mozilla/5.0 (${system}) ${browser}`, address: near(n) };
}
