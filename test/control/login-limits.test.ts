// Rate limits of logins that processes share through their database, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LoginLimiter } from '../../src/http/auth/login-limit.ts';
import { DEFAULT_SERVER_OPTIONS } from '../../src/http/server/options.ts';
import type { LoginLimitRow } from '../../src/records/login-limits.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { DAY, HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';

const RATES = { loginAddress: { perSecond: 10 / 60, burst: 10 }, loginEmail: { perSecond: 5 / 60, burst: 5 } };

await onBothEngines(async ({ store }) => {
  let secrets = 0;
  /** Two processes on one database, each with its own limits in memory. */
  function twoProcesses(clock: () => number, rates = RATES) {
    secrets += 1;
    const options = { rates, clock, store: store.loginLimits, secret: new Uint8Array(32).fill(secrets) };
    return [new LoginLimiter(options), new LoginLimiter(options)] as const;
  }
  async function passes(limiter: LoginLimiter, email: string, address: string, hasCode = false): Promise<boolean> {
    try {
      await limiter.check(email, address, hasCode);
      return true;
    } catch (error) {
      assert.equal((error as { code: string }).code, 'rate_limited');
      return false;
    }
  }
  const count = (results: boolean[]) => results.filter(Boolean).length;

  test('attempts at the same moment through two processes share one limit', async () => {
    const processes = twoProcesses(() => 1_800_000_000_000);
    const attempts = Array.from({ length: 20 }, (_, n) =>
      passes(processes[n % 2] as LoginLimiter, 'ann@example.com', '203.0.113.1'),
    );
    assert.equal(count(await Promise.all(attempts)), 5);
  });

  test('attempts become available at the rate, with their wait', async () => {
    let now = 1_800_000_000_000;
    const [first, second] = twoProcesses(() => now);
    for (let n = 0; n < 5; n += 1) assert.ok(await passes(first, 'ann@example.com', '203.0.113.1'));
    await assert.rejects(second.check('ann@example.com', '203.0.113.1'), (error: { retryAfter?: number }) => {
      assert.ok((error.retryAfter ?? 0) > 11 && (error.retryAfter ?? 0) <= 12, String(error.retryAfter));
      return true;
    });
    now += MINUTE / 5;
    assert.equal(await passes(second, 'ann@example.com', '203.0.113.1'), true);
    assert.equal(await passes(second, 'ann@example.com', '203.0.113.1'), false);
    now -= HOUR;
    assert.equal(await passes(second, 'ann@example.com', '203.0.113.1'), true, 'after the clock was set back');
  });

  test('strangers share a limit, and do not lock a member out who logged in through another process', async () => {
    const [first, second] = twoProcesses(() => 1_800_000_000_000);
    await first.succeeded('ann@example.com', '198.51.100.1');
    const attempts: boolean[] = [];
    for (let n = 0; n < 60; n += 1) {
      attempts.push(await passes(n % 2 ? first : second, 'ann@example.com', `203.0.113.${n}`));
    }
    assert.equal(count(attempts), 50);
    assert.equal(await passes(second, 'ann@example.com', '203.0.113.99'), false);
    assert.equal(await passes(second, 'ann@example.com', '198.51.100.1'), true);
    assert.equal(await passes(second, 'ben@example.com', '203.0.113.99'), true, 'others are not affected');
  });

  test('an address is familiar for 30 days, to the member who logged in there', async () => {
    let now = 1_800_000_000_000;
    const logins: LoginLimitRow[] = [];
    const remember = (login: LoginLimitRow) => {
      logins.push(login);
      return store.loginLimits.remember(login);
    };
    const shared = { ...store.loginLimits, remember };
    const first = new LoginLimiter({
      rates: RATES,
      clock: () => now,
      store: shared,
      secret: new Uint8Array(32).fill(99),
    });
    const office = '198.51.100.1';
    const isFamiliar = async () => {
      // Strangers use up their limit, which a member at a familiar address does not share.
      for (let n = 0; n < 60; n += 1) await passes(first, 'ann@example.com', `203.0.113.${n}`);
      return passes(first, 'ann@example.com', office);
    };
    await first.succeeded('ann@example.com', office);
    assert.equal(await isFamiliar(), true);
    now += 30 * DAY - 1;
    assert.equal(await isFamiliar(), true);
    now += 1;
    assert.equal(await isFamiliar(), false);
    await first.succeeded('ann@example.com', office);
    assert.equal(await isFamiliar(), true);
    const login = logins.at(-1) as LoginLimitRow;
    await store.loginLimits.remember({ ...login, digest: login.digest + 1 });
    assert.equal(await isFamiliar(), false, 'now the row, which is shared by chance, is that of another login');
  });

  test('wrong codes count in all processes', async () => {
    const [first, second] = twoProcesses(() => 1_800_000_000_000);
    for (let n = 0; n < 10; n += 1) await (n % 2 ? first : second).wrongCode('ann@example.com', `203.0.113.${n}`);
    assert.equal(await passes(first, 'ann@example.com', '203.0.113.1', true), false);
    assert.equal(await passes(second, 'ann@example.com', '203.0.113.2', true), false);
    assert.equal(await passes(second, 'ann@example.com', '203.0.113.2'), true, 'without a code');
  });

  test("wrong codes from the member's own address are limited there, and only there", async () => {
    let now = 1_800_000_000_000;
    const [first, second] = twoProcesses(() => now);
    const office = '198.51.100.1';
    for (const address of [office, '198.51.100.2']) await first.succeeded('ann@example.com', address);
    for (let n = 0; n < 10; n += 1) await (n % 2 ? first : second).wrongCode('ann@example.com', office);
    assert.equal(await passes(first, 'ann@example.com', office, true), false, 'a colleague who has the password');
    assert.equal(await passes(second, 'ann@example.com', office), true, 'without a code');
    assert.equal(await passes(second, 'ann@example.com', '198.51.100.2', true), true, 'at home');
    assert.equal(await passes(second, 'ann@example.com', '203.0.113.1', true), true, 'on a trip');
    now += HOUR;
    assert.equal(await passes(first, 'ann@example.com', office, true), true);
    await first.wrongCode('ann@example.com', office);
    assert.equal(await passes(second, 'ann@example.com', office, true), false, 'one an hour');
  });

  test('wrong codes at the same moment count against the hours that follow', async () => {
    for (const [address, most] of [
      [(n: number) => `203.0.113.${n % 20}`, 50],
      [() => '198.51.100.1', 10],
    ] as const) {
      let now = 1_800_000_000_000;
      const [first, second] = twoProcesses(() => now);
      await first.succeeded('ann@example.com', '198.51.100.1');
      const guess = async (n: number) => {
        const limiter = n % 2 ? first : second;
        return (await passes(limiter, 'ann@example.com', address(n), true)) ? [address(n)] : [];
      };
      let checked = 0;
      for (let hour = 0; hour < 100; hour += 1) {
        const together = (await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n)))).flat();
        for (const from of together) await first.wrongCode('ann@example.com', from);
        checked += together.length;
        now += HOUR;
      }
      assert.ok(checked <= 100 + most + 10, `${checked} in a hundred hours`);
    }
  });

  test('a site of IPv6 shares limits between processes', async () => {
    const [first, second] = twoProcesses(() => 1_800_000_000_000, {
      ...RATES,
      loginAddress: { perSecond: 1, burst: 1 },
    });
    const attempts: boolean[] = [];
    for (let n = 0; n < 8; n += 1) {
      attempts.push(await passes(n % 2 ? first : second, `m${n}@example.com`, `2001:db8:3:${n}::1`));
    }
    assert.equal(count(attempts), 4, 'four times the limit for a /56');
  });

  test('while passwords cannot be checked, an attempt does not reach the database', async () => {
    const busy = new Error('busy');
    const unused = () => Promise.reject(new Error('the database was asked'));
    const limiter = new LoginLimiter({
      rates: RATES,
      clock: Date.now,
      store: { read: unused, take: unused, remember: unused },
      secret: new Uint8Array(32),
      requireCapacity: () => {
        throw busy;
      },
    });
    await assert.rejects(limiter.check('ann@example.com', '203.0.113.1'), busy);
  });

  test('a flood of addresses and emails uses a bounded number of rows', async () => {
    const used = new Set<number>();
    const recording = {
      ...store.loginLimits,
      take: async (limits: readonly { bucket: number }[]) => {
        for (const { bucket } of limits) used.add(bucket);
        return true;
      },
    };
    const clock = () => 1_800_000_000_000;
    const limiter = new LoginLimiter({ rates: RATES, clock, store: recording, secret: new Uint8Array(32) });
    for (let n = 0; n < 2_000; n += 1) await limiter.check(`m${n}@example.com`, `10.${n >> 8}.${n % 256}.1`);
    assert.ok(used.size > 5_500, 'hardly any share a limit');
    assert.ok(Math.max(...used) < 5 * 65_536);
  });
});

test('two servers on one PostgreSQL allow as many logins as one', async () => {
  const database = await freshDatabase();
  const options = { rates: { ...DEFAULT_SERVER_OPTIONS.rates, ...RATES }, cursorSecret: new Uint8Array(32).fill(7) };
  const servers = await Promise.all(
    [0, 1].map(async () => startTestServer({ store: await openPostgres({ url: database.url }), options })),
  );
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const response = await servers[n % 2]?.request({
        method: 'POST',
        url: '/v1/auth/login',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ email: 'ann@example.com', password: 'a wrong sentence' }),
      });
      return response?.statusCode;
    }),
  );
  assert.deepEqual(statuses.sort(), [...Array(5).fill(401), ...Array(7).fill(429)]);
  for (const server of servers) await server.close();
  await database.drop();
});
