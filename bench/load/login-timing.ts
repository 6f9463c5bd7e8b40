// Whether the time of a refused log-in tells who is a member: a wrong password for a known e-mail against an unknown e-mail.
//
//   node --import tsx bench/load/login-timing.ts [tries of each, default 1000]
//
// Both kinds go through the whole door in random order, with the limits of attempts lifted. Compared by the Mann–Whitney U
// test (normal approximation) and by Welch's 99 % interval of the difference of means. Ends with 1 when they differ, or
// when status or body do.
import { startTestServer } from '../../test/http/test-server.ts';
import { machine } from '../service/machine.ts';
import { Random } from '../simulate/random.ts';

/** Two-sided, of the normal distribution: what chance alone exceeds once in a hundred runs. */
const CRITICAL = 2.576;
const UNLIMITED = { perSecond: 1e9, burst: 1e9 };

const tries = Number(process.argv[2] ?? 1_000);
if (!Number.isInteger(tries) || tries < 20) throw new Error('give the number of tries of each kind, at least 20');

const door = await startTestServer({
  options: { rates: { ...rates(), logInAddress: UNLIMITED, logInEmail: UNLIMITED } },
});
const { organizationId } = door.environments.test;
const email = 'known.member@example.com';
const now = door.context.clock();
const member = { id: door.context.newId('user', now), organizationId, email, role: 'viewer', createdAt: now } as const;
await door.context.store.sessions.createMember(member, await door.context.passwords.hash('correct horse battery'));

const random = new Random(1);
const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
const answers = new Set<string>();
for (let warm = 0; warm < 20; warm++) await attempt(warm % 2 === 0);
answers.clear();
while (times.known.length < tries || times.unknown.length < tries) {
  const known = times.known.length < tries && (times.unknown.length >= tries || random.chance(0.5));
  times[known ? 'known' : 'unknown'].push(await attempt(known));
}
await door.close();

const { z, probability } = mannWhitney(times.known, times.unknown);
const { difference, margin } = welch(times.known, times.unknown);
const same = answers.size === 1 && Math.abs(z) < CRITICAL && Math.abs(difference) <= margin;
process.stdout.write(`${machine()}
${tries} wrong passwords for a member, ${tries} for an unknown e-mail
median, ms          ${median(times.known).toFixed(2)} and ${median(times.unknown).toFixed(2)}
different answers   ${answers.size - 1}
Mann-Whitney        z = ${z.toFixed(2)} (within ±${CRITICAL}: chance); a member's takes longer in ${(probability * 100).toFixed(1)} % of pairs
means, ms           differ by ${difference.toFixed(3)} ± ${margin.toFixed(3)} (99 %)
${same ? 'no difference' : 'THEY DIFFER'}
`);
process.exitCode = same ? 0 : 1;

/** The time of one refused log-in in ms; notes what was answered, without the id of the request. */
async function attempt(known: boolean): Promise<number> {
  // Another unknown e-mail each time, as long as the known one.
  const name = known ? email : `u${String(random.whole(1e9)).padStart(11, '0')}@example.com`;
  const begun = performance.now();
  const answer = await door.app.inject({
    method: 'POST',
    url: '/v1/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ email: name, password: 'a wrong password of usual length' }),
  });
  const took = performance.now() - begun;
  const { request_id: _, ...body } = answer.json();
  answers.add(JSON.stringify([answer.statusCode, body]));
  return took;
}

function rates() {
  return { publicKeyAddress: UNLIMITED, publicKey: UNLIMITED };
}

/** `probability`: that a random time of `a` is longer than one of `b`; 0.5 when they do not differ. */
function mannWhitney(a: readonly number[], b: readonly number[]): { z: number; probability: number } {
  const all = [...a.map((time) => ({ time, ofA: true })), ...b.map((time) => ({ time, ofA: false }))];
  all.sort((one, other) => one.time - other.time);
  // Times of a clock with nanoseconds hardly ever tie.
  const rankSum = all.reduce((sum, { ofA }, rank) => (ofA ? sum + rank + 1 : sum), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const pairs = a.length * b.length;
  return { z: (u - pairs / 2) / Math.sqrt((pairs * (a.length + b.length + 1)) / 12), probability: u / pairs };
}

/** With some hundred tries Student's distribution is the normal one. */
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

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}
