// Rate limits of events with a public key, which anyone can read in the customer's page: by address, by key, and by bytes.
import type { Clock } from '../../vocabulary/clock.ts';
import { AddressLimiter } from './address-limit.ts';
import { KnownAddresses } from './known-addresses.ts';
import { checkRate, type Rate, RateLimiter } from './rate-limit.ts';

/** Share of the key's burst that is reserved, on top of it, for addresses with history. */
const RESERVE = 1 / 4;

export interface IngestRates {
  /** Events with one public key from one address. */
  publicKeyAddress: Rate;
  /** Events with one public key in total. */
  publicKey: Rate;
  /** Bytes of event bodies with one public key from one address. */
  publicKeyAddressBytes: Rate;
}

export class IngestLimiter {
  readonly #perAddress: AddressLimiter;
  readonly #bytes: AddressLimiter;
  readonly #perKey: RateLimiter;
  readonly #known: KnownAddresses;
  readonly #reserve: number;

  constructor({ publicKeyAddress, publicKey, publicKeyAddressBytes }: IngestRates, clock: Clock) {
    this.#perAddress = new AddressLimiter(publicKeyAddress, clock);
    this.#bytes = new AddressLimiter(publicKeyAddressBytes, clock);
    this.#reserve = Math.floor(publicKey.burst * RESERVE);
    this.#perKey = new RateLimiter({ ...publicKey, burst: publicKey.burst + this.#reserve }, clock);
    this.#known = new KnownAddresses(clock);
  }

  /**
   * Checks the rates before the body is read.
   * @throws Failure `too_many` with code `rate_limited`.
   */
  check(keyId: string, address: string): void {
    const reserve = this.#known.has(keyId, address) ? 0 : this.#reserve;
    const wait = this.#perAddress.take(address, keyId) || this.#perKey.take(keyId, 1, reserve);
    checkRate(wait, 'This public key is sending too many events.');
    this.#known.add(keyId, address);
  }

  /**
   * Counts `bytes` of a received body. A length that a header only announces does not count: otherwise a thousand requests without
   * bodies would use up the day of everybody behind the address.
   * @throws Failure `too_many` with code `daily_bytes_used` when the address has sent too much this day.
   */
  checkBytes(keyId: string, address: string, bytes: number): void {
    const wait = this.#bytes.take(address, keyId, bytes);
    checkRate(wait, 'This address has sent as much data as a public key may in a day.', 'daily_bytes_used');
  }
}
