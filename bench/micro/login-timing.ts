// `npm run bench:login [-- ATTEMPTS]`: checks that the time of a failed login does not reveal whether an email belongs to a
// member, by comparing ATTEMPTS (1,000) wrong passwords for a member with as many logins for unknown emails.
//
// Both kinds pass the whole HTTP layer in random order, without rate limits. They are compared by the Mann-Whitney U test
// (normal approximation) and by Welch's 99 % interval of the difference of means. Exits with 1 when the times, a status or
// a body differ.
import { startTestServer } from '../../test/http/test-server.ts';
import { describeMachine } from '../service/machine.ts';
import { Random } from '../simulate/random.ts';
import { median } from '../statistics.ts';

/** Two-sided 1 % critical value of the normal distribution: chance alone exceeds it once in a hundred runs. */
const CRITICAL = 2.576;
const UNLIMITED = { perSecond: 1e9, burst: 1e9 };

const attempts = Number(process.argv[2] ?? 1_000);
if (!Number.isInteger(attempts) || attempts < 20)
  throw new Error('usage: npm run bench:login [-- ATTEMPTS]   (ATTEMPTS of each kind, at least 20)');

const server = await startTestServer({
  options: { rates: { ...rates(), loginAddress: UNLIMITED, loginEmail: UNLIMITED } },
});
const { organizationId } = server.environments.test;
const email = 'known.member@example.com';
const now = server.context.clock();
const member = {
  id: server.context.newId('user', now),
  organizationId,
  email,
  role: 'viewer',
  createdAt: now,
} as const;
await server.context.store.members.create(member, await server.context.passwords.hash('correct horse battery'));

const random = new Random(1);
const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
const responses = new Set<string>();
for (let warm = 0; warm < 20; warm++) await attempt(warm % 2 === 0);
responses.clear();
while (times.known.length < attempts || times.unknown.length < attempts) {
  const known = times.known.length < attempts && (times.unknown.length >= attempts || random.chance(0.5));
  times[known ? 'known' : 'unknown'].push(await attempt(known));
}
await server.close();

const { z, probability } = mannWhitney(times.known, times.unknown);
const { difference, margin } = welch(times.known, times.unknown);
const same = responses.size === 1 && Math.abs(z) < CRITICAL && Math.abs(difference) <= margin;
process.stdout.write(`${describeMachine()}
${attempts} wrong passwords for a member, ${attempts} for an unknown email
median, ms          ${median(times.known).toFixed(2)} and ${median(times.unknown).toFixed(2)}
different responses ${responses.size - 1}
Mann-Whitney        z = ${z.toFixed(2)} (chance if within ±${CRITICAL}); a member's login takes longer in ${(probability * 100).toFixed(1)} % of pairs
means, ms           differ by ${difference.toFixed(3)} ± ${margin.toFixed(3)} (99 % interval)
${same ? 'no difference' : 'THEY DIFFER'}
`);
process.exitCode = same ? 0 : 1;

/** Returns the time of one failed login, ms, and records its response without the request id. */
async function attempt(known: boolean): Promise<number> {
  // A different unknown email each time, of the same length as the known one.
  const name = known ? email : `u${String(random.integer(1e9)).padStart(11, '0')}@example.com`;
  const started = performance.now();
  const response = await server.app.inject({
    method: 'POST',
    url: '/v1/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ email: name, password: 'a wrong password of usual length' }),
  });
  const took = performance.now() - started;
  const { request_id: _, ...body } = response.json();
  responses.add(JSON.stringify([response.statusCode, body]));
  return took;
}

function rates() {
  return { publicKeyAddress: UNLIMITED, publicKey: UNLIMITED, publicKeyAddressBytes: UNLIMITED };
}

/** `probability` is that of a random time of `a` being longer than one of `b`; 0.5 when they do not differ. */
function mannWhitney(a: readonly number[], b: readonly number[]): { z: number; probability: number } {
  const all = [...a.map((time) => ({ time, ofA: true })), ...b.map((time) => ({ time, ofA: false }))];
  all.sort((one, other) => one.time - other.time);
  // Ties are ignored: with nanosecond resolution they hardly ever occur.
  const rankSum = all.reduce((sum, { ofA }, rank) => (ofA ? sum + rank + 1 : sum), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const pairs = a.length * b.length;
  return { z: (u - pairs / 2) / Math.sqrt((pairs * (a.length + b.length + 1)) / 12), probability: u / pairs };
}

/** Uses the normal distribution, which equals Student's at this number of attempts. */
function welch(a: readonly number[], b: readonly number[]): { difference: number; margin: number } {
  const error = Math.sqrt(variance(a) / a.length + variance(b) / b.length);
  return { difference: mean(a) - mean(b), margin: CRITICAL * error };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function variance(values: readonly number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}
