// Rate limits of login attempts: by address, by email and address, and by email for addresses without an earlier login. All processes
// on one database share them.
import { createHmac, hkdfSync } from 'node:crypto';
import type { LoginLimit, LoginLimitRow, LoginLimitStore } from '../../records/login-limits.ts';
import { type Clock, DAY, HOUR, SECOND } from '../../vocabulary/clock.ts';
import { emptyTimes } from '../../vocabulary/empty-times.ts';
import type { Services } from '../server/services.ts';
import { ADDRESS_SHARES, AddressLimiter } from './address-limit.ts';
import { addressPrefixes } from './client-address.ts';
import { checkRate, type Rate } from './rate-limit.ts';

/**
 * Attempts for one email from all unknown addresses together, as a multiple of those from one address. With a limit as low as that
 * of one address, five wrong attempts from anywhere would lock the owner out.
 */
const STRANGERS = 10;
/**
 * Wrong codes of a second factor for one email, from all unknown addresses together and from each other address: ten at once, then one
 * per hour. Three codes of a million are valid at any time, so 50 attempts a minute would find one within a week. At five a minute,
 * a colleague behind the member's address who has the password would find one with a chance of 2 % a day.
 */
const WRONG_CODES: Rate = { perSecond: SECOND / HOUR, burst: 10 };
/**
 * Wrong codes that count beyond those, against later hours: a login takes one only after its password and code were checked. Without this,
 * fifty at the same moment, as many as unknown addresses may send a minute, counted as one each hour: a chance of 0.4 % a day.
 */
const CODES_AT_ONCE = 60;
/** After this time without a login from an address, it counts as unknown again. */
const FAMILIAR = 30 * DAY;
const TOO_MANY_LOGINS = 'Too many login attempts.';

const KINDS = ['address', 'email_and_address', 'strangers', 'wrong_codes', 'familiar', 'session_codes'] as const;
/**
 * Limits of each kind, bounded so that a flood of new addresses and emails cannot fill the table. Two that share a limit by chance wait
 * for each other; callers cannot choose whom they share one with, because the numbers are keyed.
 */
const BUCKETS = 65_536;

export interface LoginLimiterOptions {
  rates: { loginAddress: Rate; loginEmail: Rate };
  clock: Clock;
  store: LoginLimitStore;
  /** At least 16 bytes, the same in all processes. */
  secret: Uint8Array;
  /** Throws when the password could not be checked now. Called before the database is used: a flood must not write for each attempt. */
  requireCapacity?: (() => void) | undefined;
}

export class LoginLimiter {
  readonly #options: LoginLimiterOptions;
  readonly #secret: Uint8Array;
  /** Checked first, in memory: a flood from one address does not reach the database. */
  readonly #perAddress: AddressLimiter;
  readonly #perEmailAndAddress: AddressLimiter;

  constructor(options: LoginLimiterOptions) {
    const { rates, clock, secret } = options;
    this.#options = options;
    this.#secret = new Uint8Array(hkdfSync('sha256', secret, '', 'assay login limits', 32));
    this.#perAddress = new AddressLimiter(rates.loginAddress, clock);
    this.#perEmailAndAddress = new AddressLimiter(rates.loginEmail, clock);
  }

  /** @throws Failure `too_many`, or what `requireCapacity` throws. */
  async check(email: string, address: string, hasCode = false): Promise<void> {
    checkAttempt(this.#perAddress.take(address) || this.#perEmailAndAddress.take(address, email));
    const { store, clock, requireCapacity } = this.#options;
    requireCapacity?.();
    const strangers = this.#strangers(email);
    const codes = this.#wrongCodes(email, address);
    const limits = this.#addressLimits(email, address);
    const login = this.#login(email, address);
    const all = [...limits, strangers, codes.ofStrangers, codes.ofAddress, login];
    const rows = await store.read(all.map(({ bucket }) => bucket));
    const known = new Map(rows.map((row) => [row.bucket, row]));
    const now = clock();
    const familiar = isFamiliar(known.get(login.bucket), login, now);
    if (hasCode) checkAttempt(waitFor(familiar ? codes.ofAddress : codes.ofStrangers, known, now, CODES_AT_ONCE));
    if (!familiar) limits.push(strangers);
    await this.#take(limits, known, now);
  }

  /** Records a wrong code that followed the right password. */
  async wrongCode(email: string, address: string): Promise<void> {
    const { store, clock } = this.#options;
    const login = this.#login(email, address);
    const [row] = await store.read([login.bucket]);
    const { ofAddress, ofStrangers } = this.#wrongCodes(email, address);
    await store.take([isFamiliar(row, login, clock()) ? ofAddress : ofStrangers], clock());
  }

  /** Records a successful login: strangers can no longer lock this member out at this address. */
  async succeeded(email: string, address: string): Promise<void> {
    await this.#options.store.remember({ ...this.#login(email, address), at: this.#options.clock() });
  }

  /**
   * Takes an attempt to disable the second factor in a session. Counted separately from the codes of logins, so that guessing at the
   * login cannot keep the member from disabling it.
   * @throws Failure `too_many`.
   */
  async takeSessionCode(email: string): Promise<void> {
    const { store, clock } = this.#options;
    const limit = this.#limit('session_codes', email, WRONG_CODES, 1);
    const now = clock();
    const known = new Map((await store.read([limit.bucket])).map((row) => [row.bucket, row]));
    await this.#take([limit], known, now, 'Too many attempts to disable the second factor.');
  }

  async #take(
    limits: readonly LoginLimit[],
    known: ReadonlyMap<number, LoginLimitRow>,
    now: number,
    detail = TOO_MANY_LOGINS,
  ): Promise<void> {
    checkRate(Math.max(...limits.map((limit) => waitFor(limit, known, now))), detail);
    // The limit was used up by concurrent attempts, here or in another process.
    if (!(await this.#options.store.take(limits, now))) checkRate(1, detail);
  }

  #addressLimits(email: string, address: string): LoginLimit[] {
    const { loginAddress, loginEmail } = this.#options.rates;
    return addressPrefixes(address).flatMap((prefix, level) => {
      const share = ADDRESS_SHARES[level] as number;
      return [
        this.#limit('address', `${level} ${prefix}`, loginAddress, share),
        this.#limit('email_and_address', `${level} ${email} ${prefix}`, loginEmail, share),
      ];
    });
  }

  #strangers(email: string): LoginLimit {
    return this.#limit('strangers', email, this.#options.rates.loginEmail, STRANGERS);
  }

  #wrongCodes(email: string, address: string) {
    const rate = { ...WRONG_CODES, burst: WRONG_CODES.burst + CODES_AT_ONCE };
    return {
      ofStrangers: this.#limit('wrong_codes', email, rate, 1),
      ofAddress: this.#limit('wrong_codes', `${email} ${addressPrefixes(address)[0]}`, rate, 1),
    };
  }

  #limit(kind: (typeof KINDS)[number], key: string, { perSecond, burst }: Rate, share: number): LoginLimit {
    return { bucket: this.#number(kind, key).bucket, interval: SECOND / (perSecond * share), burst: burst * share };
  }

  #login(email: string, address: string) {
    return this.#number('familiar', `${email} ${addressPrefixes(address)[0]}`);
  }

  /** Keyed, so that the database does not reveal addresses. */
  #number(kind: (typeof KINDS)[number], key: string): { bucket: number; digest: number } {
    const mac = createHmac('sha256', this.#secret).update(`${kind} ${key}`).digest();
    return { bucket: KINDS.indexOf(kind) * BUCKETS + mac.readUInt16BE(0), digest: mac.readUIntBE(2, 6) };
  }
}

/** The limits of one process; their counts in the database are shared by all. */
export function loginLimiter({ context, options }: Pick<Services, 'context' | 'options'>): LoginLimiter {
  return new LoginLimiter({
    rates: options.rates,
    clock: context.clock,
    store: context.store.loginLimits,
    secret: options.cursorSecret,
    requireCapacity: context.passwords.requireCapacity,
  });
}

function checkAttempt(seconds: number): void {
  checkRate(seconds, TOO_MANY_LOGINS);
}

function isFamiliar(row: LoginLimitRow | undefined, { digest }: { digest: number }, now: number): boolean {
  return row !== undefined && row.digest === digest && row.at > now - FAMILIAR;
}

/** Seconds until the limit has another attempt besides the reserve; 0 if it has one. */
function waitFor(limit: LoginLimit, known: ReadonlyMap<number, LoginLimitRow>, now: number, reserve = 0): number {
  const at = known.get(limit.bucket)?.at ?? 0;
  const { to } = emptyTimes(limit, now);
  const { from } = emptyTimes({ ...limit, burst: limit.burst - reserve }, now);
  return at > from && at <= to ? (at - from) / SECOND : 0;
}
