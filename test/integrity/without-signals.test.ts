// Attacks on a site whose server reports only addresses and user agents (docs/threat-model.md).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import { onAnyEngine } from '../engines.ts';
import { ABROAD, describe, HOME, idOf, NEIGHBOR, Simulation } from './simulation.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const chrome = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1';
const HOTEL = '193.99.144.80';

await onAnyEngine(({ store }) => {
  const owner = () => Simulation.ofOwner(store, { signals: null, userAgent: chrome(140) }, 8);

  test('a password and another browser, from abroad, are challenged at each login and at the payment', async () => {
    const simulation = await owner();
    const thief = { signals: null, userAgent: FIREFOX, address: ABROAD };
    for (const after of [0, HOUR, 2 * DAY]) {
      const login = await simulation.send({ ...thief, type: 'login', after });
      assert.equal(login.decision, 'challenge', describe(login));
    }
    const payment = await simulation.send({ ...thief, type: 'payment_attempt' });
    assert.equal(payment.decision, 'challenge', describe(payment));
    const silent = await simulation.send({ type: 'login', signals: null, userAgent: null, address: ABROAD });
    assert.equal(silent.decision, 'challenge', `leaving out the User-Agent: ${describe(silent)}`);
  });

  test('the owner is not challenged on a trip, after an update of the browser, or on a new phone at home', async () => {
    const simulation = await owner();
    const trip = await simulation.send({ type: 'login', signals: null, userAgent: chrome(141), address: HOTEL });
    assert.equal(trip.decision, 'monitor', describe(trip));
    const phone = { type: 'login', signals: null, userAgent: IPHONE };
    const atHome = await simulation.send({ ...phone, address: HOME });
    assert.equal(describe(atHome), 'allow 5 UNPROVEN_BROWSER');
    const neighbor = await simulation.send({ ...phone, address: NEIGHBOR });
    assert.equal(neighbor.decision, 'allow', describe(neighbor));
    const away = await simulation.send({ ...phone, address: ABROAD, after: 3 * DAY });
    assert.equal(away.decision, 'monitor', `proven at home: ${describe(away)}`);
  });

  test('a new phone away from home is challenged until the server reports its second factor', async () => {
    const simulation = await owner();
    const phone = { signals: null, userAgent: IPHONE, address: HOTEL };
    const login = await simulation.send({ ...phone, type: 'login' });
    assert.equal(login.decision, 'challenge', describe(login));
    await simulation.send({ ...phone, type: 'mfa_passed' });
    for (const address of [HOTEL, ABROAD]) {
      const next = await simulation.send({ ...phone, type: 'login', address });
      assert.notEqual(next.decision, 'challenge', describe(next));
    }
  });

  test('on a trip, the owner can confirm a change of the payout; from another browser, it is blocked', async () => {
    const simulation = await owner();
    const trip = { signals: null, userAgent: chrome(140), address: HOTEL };
    await simulation.send({ ...trip, type: 'login' });
    const change = await simulation.send({ ...trip, type: 'payout_change' });
    assert.deepEqual([change.score, change.decision], [89, 'challenge'], describe(change));
    await simulation.send({ ...trip, type: 'mfa_passed' });
    const confirmed = await simulation.send({ ...trip, type: 'payout_change' });
    assert.deepEqual([confirmed.score, confirmed.decision], [0, 'allow'], describe(confirmed));
    const thief = { signals: null, userAgent: FIREFOX, address: ABROAD };
    const stolen = await simulation.send({ ...thief, type: 'payout_change' });
    assert.equal(stolen.decision, 'block', describe(stolen));
  });

  test('whoever reset the password away from home confirms payments and changes for three days, the owner at home does not', async () => {
    for (const { userAgent, types } of [
      { userAgent: chrome(140), types: ['password_reset_completed', 'login'] },
      { userAgent: FIREFOX, types: ['password_reset_completed', 'login', 'mfa_passed'] },
    ]) {
      const simulation = await owner();
      const thief = { signals: null, userAgent, address: ABROAD };
      for (const type of types) await simulation.send({ ...thief, type });
      for (const after of [HOUR, DAY]) {
        for (const type of ['payment_attempt', 'payout_change']) {
          const stolen = await simulation.send({ ...thief, type, after });
          assert.ok(['challenge', 'block'].includes(stolen.decision), `${type}: ${describe(stolen)}`);
        }
        for (const type of ['payment_attempt', 'payout_change']) {
          const own = await simulation.send({ type, signals: null, userAgent: chrome(140), address: HOME });
          assert.equal(own.decision, 'allow', `${type} of the owner: ${describe(own)}`);
        }
      }
    }
  });

  /** Customers who log in from one office for three days, with one browser. */
  const office = async (people: number) => {
    const simulation = await Simulation.open(store);
    const names = Array.from({ length: people }, (_, n) => `customer ${n}`);
    for (let day = 0; day < 3; day += 1) {
      simulation.wait(DAY - HOUR);
      for (const account of names) await simulation.send({ ...atWork, account });
    }
    return { simulation, names };
  };
  const atWork = { type: 'login', signals: null, userAgent: chrome(140), address: HOME } as const;

  for (const [since, most] of [
    [2 * HOUR, 4],
    [MINUTE, 8],
  ] as const) {
    test(`in an office, guesses with another browser count ${since / MINUTE} minutes after the customers came, and so does a right one`, async () => {
      const { simulation, names } = await office(16);
      const tool = { ...atWork, userAgent: FIREFOX };
      simulation.wait(since);
      const guess = (n: number) => ({ ...tool, type: 'login_failed', account: names[n] as string });
      const allowed = await simulation.guess(12, guess);
      assert.ok(allowed <= most, `${allowed} of 12 allowed`);
      const hit = await simulation.send({ ...tool, account: 'customer 15' });
      assert.equal(hit.decision, 'challenge', describe(hit));
      const colleague = await simulation.send({ ...atWork, account: 'customer 14' });
      assert.equal(colleague.score, 0, describe(colleague));
    });
  }

  test('an office that changes its browser over a weekend is not challenged, though half of the passwords are mistyped', async () => {
    const { simulation, names } = await office(50);
    simulation.wait(2 * DAY);
    for (const [n, account] of names.entries()) {
      const own = { ...atWork, account, userAgent: FIREFOX };
      if (n % 2 === 0) await simulation.send({ ...own, type: 'login_failed' });
      const login = await simulation.send(own);
      assert.equal(describe(login), 'allow 5 UNPROVEN_BROWSER', account);
    }
  });

  test("guesses with another browser in the owner's network end with a challenge, whatever the address", async () => {
    for (const addresses of [[HOME], [HOME, NEIGHBOR]]) {
      const simulation = await owner();
      const guesser = { signals: null, userAgent: FIREFOX };
      const address = (n: number) => addresses[n % addresses.length] as string;
      await simulation.guess(40, (n) => ({ ...guesser, address: address(n), after: 20 * MINUTE }));
      const hit = await simulation.send({ ...guesser, type: 'login', address: HOME });
      assert.equal(hit.decision, 'challenge', describe(hit));
    }
  });

  test("an app with its HTTP library's User-Agent is monitored at home from the second day on, and challenged elsewhere", async () => {
    const app = { type: 'login', signals: null, userAgent: 'okhttp/4.12.0' };
    const simulation = await Simulation.open(store);
    const decisions: string[] = [];
    for (let day = 0; day < 3; day += 1) decisions.push((await simulation.send({ ...app, after: DAY })).decision);
    assert.deepEqual(decisions, ['challenge', 'monitor', 'monitor']);
    const payment = await simulation.send({ ...app, type: 'payment_attempt', userAgent: 'okhttp/4.12.1' });
    assert.equal(payment.decision, 'monitor', describe(payment));
    const others = [
      { address: ABROAD },
      { account: 'newcomer' },
      { userAgent: 'python-requests/2.32.3' },
      {
        userAgent:
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
      },
    ];
    for (const other of others) {
      const login = await simulation.send({ ...app, ...other });
      assert.equal(login.decision, 'challenge', `${JSON.stringify(other)}: ${describe(login)}`);
    }
  });

  test('page views with the public key make no stranger of an app at home, or of a browser on a trip', async () => {
    const clients: readonly [userAgent: string, addresses: readonly string[]][] = [
      ['okhttp/4.12.0', [HOME, NEIGHBOR]],
      [chrome(140), [HOTEL, '185.15.58.4']],
    ];
    for (const [userAgent, addresses] of clients) {
      const simulation = await Simulation.ofOwner(store, { signals: null, userAgent }, 8);
      const claim = { type: 'page_view', credential: 'public', userAgent, address: ABROAD } as const;
      for (const [n, address] of addresses.entries()) {
        await simulation.send({ ...claim, signals: { persistent_id: idOf(n) } });
        const login = await simulation.send({ type: 'login', signals: null, userAgent, address });
        assert.equal(login.decision, 'monitor', `${userAgent}: ${describe(login)}`);
      }
    }
  });

  test('a card tester with an old account is challenged from the fifth card of an hour or the eleventh of a day on, with any User-Agent', async () => {
    for (const after of [MINUTE, 20 * MINUTE]) {
      const simulation = await owner();
      const tester = { signals: null, account: 'tester', address: ABROAD };
      for (let day = 0; day < 2; day += 1) {
        await simulation.send({ ...tester, type: 'login', userAgent: chrome(140), after: DAY });
      }
      let allowed = 0;
      for (const system of ['Windows NT 10.0', 'X11; Linux', 'Macintosh', 'X11; CrOS']) {
        for (const browser of ['Edg/140', 'OPR/120', 'Vivaldi/7', 'Whale/4']) {
          const card = { ...tester, userAgent: `Mozilla/5.0 (${system}) Chrome/140.0 ${browser}`, after };
          const attempt = await simulation.send({ ...card, type: 'payment_attempt' });
          if (attempt.decision === 'allow') allowed += 1;
          await simulation.send({ ...card, type: 'payment_failed', after: SECOND });
        }
      }
      assert.equal(allowed, after === MINUTE ? 4 : 10);
    }
  });

  test('scattered credential stuffing is challenged in a wave, on accounts that nobody has used, too', async () => {
    const simulation = await owner();
    const attempt = (n: number) => ({
      account: `leaked-${n}`,
      signals: null,
      userAgent: n % 2 === 0 ? chrome(140) : FIREFOX,
      address: `45.${n}.7.9`,
    });
    const allowed = await simulation.guess(30, attempt);
    assert.ok(allowed <= 9, `${allowed} of 30 allowed`);
    const hit = await simulation.send({ ...attempt(31), type: 'login' });
    assert.equal(hit.decision, 'challenge', describe(hit));
  });

  test('slow scattered credential stuffing is one campaign, also on accounts that their customers use', async () => {
    const simulation = await Simulation.open(store);
    const names = Array.from({ length: 12 }, (_, n) => `customer ${n}`);
    for (let day = 0; day < 8; day += 1) {
      for (const [n, account] of names.entries()) {
        await simulation.send({
          type: 'login',
          account,
          signals: null,
          userAgent: chrome(140),
          address: `93.${n}.0.7`,
        });
      }
      simulation.wait(DAY);
    }
    for (const [n, customer] of names.entries()) {
      for (const [network, account] of [customer, `nobody ${n}`].entries()) {
        const address = `45.${20 * network + n}.7.9`;
        const attempt = { account, signals: null, userAgent: FIREFOX, address, after: 15 * MINUTE };
        await simulation.send({ type: 'login_failed', ...attempt });
      }
    }
    assert.deepEqual(await simulation.campaigns(), ['stuffing 24']);
  });
});
