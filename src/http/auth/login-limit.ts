// Rate limits of login attempts: by address, by email and address, and by email for addresses it never logged in from.
import { type Clock, HOUR, SECOND } from '../../vocabulary/clock.ts';
import { AddressLimiter } from './address-limit.ts';
import { addressPrefixes } from './client-address.ts';
import { checkRate, type Rate, RateLimiter } from './rate-limit.ts';

/**
 * Attempts for one email from all strange addresses together, as a multiple of those from one. With a limit as low as that
 * of one address, five wrong attempts from anywhere would lock the owner out.
 */
const STRANGERS = 10;
/**
 * Wrong codes of a second factor for one email from strange addresses: ten at once, then one an hour. Three codes of a million
 * are valid at any time, so 50 attempts a minute would find one within a week.
 */
const WRONG_CODES: Rate = { perSecond: SECOND / HOUR, burst: 10 };
/** Addresses that a member has logged in from; the oldest are forgotten first. */
const MAX_FAMILIAR = 10_000;

export class LoginLimiter {
  readonly #perAddress: AddressLimiter;
  readonly #perEmailAndAddress: AddressLimiter;
  readonly #strangers: RateLimiter;
  readonly #wrongCodes: RateLimiter;
  readonly #familiar = new Set<string>();

  constructor(rates: { loginAddress: Rate; loginEmail: Rate }, clock: Clock) {
    const { perSecond, burst } = rates.loginEmail;
    this.#perAddress = new AddressLimiter(rates.loginAddress, clock);
    this.#perEmailAndAddress = new AddressLimiter(rates.loginEmail, clock);
    this.#wrongCodes = new RateLimiter(WRONG_CODES, clock);
    this.#strangers = new RateLimiter({ perSecond: perSecond * STRANGERS, burst: burst * STRANGERS }, clock);
  }

  /** @throws Failure `too_many` */
  check(email: string, address: string, hasCode = false): void {
    const isFamiliar = this.#familiar.has(familiarKey(email, address));
    const wait =
      this.#perAddress.take(address) ||
      this.#perEmailAndAddress.take(address, email) ||
      (isFamiliar ? 0 : this.#strangers.take(email)) ||
      (isFamiliar || !hasCode ? 0 : this.#wrongCodes.wait(email));
    checkRate(wait, 'Too many login attempts.');
  }

  /** Records a wrong code behind the right password. */
  wrongCode(email: string): void {
    this.#wrongCodes.take(email);
  }

  /** Records a successful login: strangers can no longer lock this member out at this address. */
  succeeded(email: string, address: string): void {
    const key = familiarKey(email, address);
    this.#familiar.delete(key);
    this.#familiar.add(key);
    if (this.#familiar.size <= MAX_FAMILIAR) return;
    for (const oldest of this.#familiar) {
      this.#familiar.delete(oldest);
      return;
    }
  }
}

function familiarKey(email: string, address: string): string {
  return `${email} ${addressPrefixes(address)[0]}`;
}
