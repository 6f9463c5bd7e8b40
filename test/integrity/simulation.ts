// A live environment with a simulated clock: sends events through the flows and returns the decisions.
import { operatorActor } from '../../src/flows/audit/audit-event.ts';
import { listCampaigns } from '../../src/flows/campaigns/list-campaigns.ts';
import type { Context } from '../../src/flows/context.ts';
import { setDeviceTrust } from '../../src/flows/devices/trust-device.ts';
import type { RecordedEvent } from '../../src/flows/events/event-input.ts';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import { createRule } from '../../src/flows/policy/create-rule.ts';
import { eraseAccount } from '../../src/flows/privacy/erase-account.ts';
import type { RuleInput } from '../../src/policy/validate-rule.ts';
import type { Store } from '../../src/records/store.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { DAY, END_OF_TIME, HOUR, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import type { KeyKind } from '../../src/vocabulary/words.ts';
import { contextOver } from '../context.ts';
import { desktop, OWN_ID, phone } from '../devices/machines.ts';
import { newEnvironment } from '../storage/contract/engine-under-test.ts';

export const START = Date.UTC(2026, 2, 2, 9);
/** Addresses of the owner's home, of another line behind the same /24, and of a network far away. */
export const HOME = '81.2.69.142';
export const NEIGHBOR = '81.2.69.77';
export const ABROAD = '45.83.1.20';
export const OWNER = 'owner';

/** Up to 200 addresses of the /24 of the owner's home, and networks of one /32. */
export const near = (n: number) => `81.2.69.${1 + (n % 200)}`;
export const lines = (n: number) => `2001:db9:1:${n.toString(16)}::1`;
/** A different persistent id for each number. */
export const idOf = (n: number) => (n + 4096).toString(16).padStart(32, '7c3d');

export interface SentEvent {
  type: string;
  account?: string | null;
  signals?: Record<string, unknown> | null;
  address?: string;
  userAgent?: string | null;
  credential?: KeyKind;
  /** Time since the previous event, ms; a minute by default. */
  after?: number;
}

export interface Result extends Pick<RecordedEvent, 'score' | 'decision' | 'method'> {
  codes: string[];
  device: string;
}

/** A result as one line, for comparison in tests. */
export const describe = ({ decision, score, codes }: Result) => `${decision} ${score} ${codes.join(' ')}`;

export class Simulation {
  environment: Environment;
  readonly #context: Context;
  #now = START;
  #reportedAt = Number.NEGATIVE_INFINITY;
  /** Whether the customer's server reports a login every day, as with any real customer. */
  #reports = false;

  private constructor(store: Store, environment: Environment) {
    this.environment = environment;
    this.#context = contextOver(store, { clock: () => this.#now });
  }

  static async open(store: Store): Promise<Simulation> {
    return new Simulation(store, await newEnvironment(store));
  }

  /** Opens a simulation with the owner's daily logins. */
  static async ofOwner(store: Store, event: Partial<SentEvent> = {}, days = 5): Promise<Simulation> {
    const simulation = await Simulation.open(store);
    await simulation.ownerHistory(event, days);
    return simulation;
  }

  /** Lets time pass, ms. */
  wait(ms: number): void {
    this.#now += ms;
  }

  /** Adds a rule to the policy of the environment. */
  async addRule(rule: Omit<RuleInput, 'name' | 'priority'>): Promise<void> {
    const actor = operatorActor(this.environment.organizationId, 'operator');
    const input = { name: 'rule', priority: 1, ...rule };
    const { policy } = await createRule(this.#context, this.environment, input, { actor, expected: null });
    this.environment = { ...this.environment, policyVersion: policy.version };
  }

  /** Marks a device as trusted, as a member does in the dashboard. */
  async trust(device: string): Promise<void> {
    const actor = operatorActor(this.environment.organizationId, 'operator');
    await setDeviceTrust(this.#context, actor, [this.environment], device, true);
  }

  /** Erases an account, as its user may request. */
  async erase(account: string): Promise<void> {
    const actor = operatorActor(this.environment.organizationId, 'operator');
    await eraseAccount(this.#context, actor, this.environment, account);
  }

  /** The campaigns of two events or more, such as `stuffing 24`. */
  async campaigns(): Promise<string[]> {
    const filter = { from: 0, to: END_OF_TIME, minEvents: 2, unlabeled: false };
    const { campaigns } = await listCampaigns(this.#context, this.environment, filter);
    return campaigns.map(({ kind, eventCount }) => `${kind} ${eventCount}`);
  }

  /** Sends an event, by default a login of the owner at home that the server reports, a minute after the last one. */
  async send(event: SentEvent): Promise<Result> {
    this.wait(event.after ?? MINUTE);
    if (this.#reports && this.#now - this.#reportedAt > DAY) await this.#report();
    return this.#record(event);
  }

  /** Sends wrong passwords, one every five seconds, and returns how many were allowed. */
  async guess(count: number, event: (n: number) => Partial<SentEvent>): Promise<number> {
    let allowed = 0;
    for (let n = 0; n < count; n += 1) {
      const { decision } = await this.send({ type: 'login_failed', after: 5 * SECOND, ...event(n) });
      if (decision === 'allow') allowed += 1;
    }
    return allowed;
  }

  /** Sends more attempts of the account than fit in its window, for `span` ms; two hours of them would fill it. */
  async floodOwnWindow(span: number, event: Partial<SentEvent>): Promise<void> {
    const types = ['mfa_challenge', 'mfa_challenge', 'password_reset_requested', 'email_change'];
    const every = 30 * SECOND;
    for (let n = 0; n < span / every; n += 1) {
      await this.send({ ...event, type: types[n % types.length] as string, after: every });
    }
  }

  /** From now on, the server reports another person's login before an event that follows a day without a report. */
  reportDaily(): void {
    this.#reports = true;
  }

  async #report(): Promise<void> {
    this.#reportedAt = this.#now;
    await this.#record({
      type: 'login',
      account: 'somebody else',
      signals: phone('9'.repeat(32)),
      address: '93.184.200.1',
    });
  }

  async #record(event: SentEvent): Promise<Result> {
    const { type, account = OWNER, signals = desktop(OWN_ID), address = HOME, credential = 'secret' } = event;
    const { recorded } = await recordEvent(this.#context, this.environment, {
      type,
      accountId: account,
      signals,
      address,
      userAgent: event.userAgent ?? null,
      occurredAt: null,
      credential,
      idempotency: null,
      imported: null,
    });
    const { score, decision, method, device } = recorded;
    return { score, decision, method, device: device.id, codes: recorded.signals.map(({ code }) => code) };
  }

  /** The owner's daily logins at home, for 25 days; time then stands a few hours after the last one. */
  async ownerHistory(event: Partial<SentEvent> = {}, days = 25): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      await this.send({ type: 'login', ...event });
      this.wait(DAY - MINUTE);
    }
    this.wait(3 * HOUR);
  }

  /** The stored device of a persistent id (hashed), without the times at which it was seen; null if there is none. */
  async deviceOfId(persistentId: string) {
    const keys = { environmentNumber: this.environment.number, at: this.#now, accountKey: null, persistentId };
    const none = {
      sessionToken: null,
      fingerprint: null,
      counterAddress: null,
      narrowNetwork: null,
      wideNetwork: null,
    };
    const { idOwner } = await this.#context.store.ingest((transaction) =>
      transaction.loadHistory({ ...keys, ...none, idempotencyKey: null }),
    );
    if (idOwner === null) return null;
    const { id, profile, networks, provisional } = idOwner.device;
    return { id, profile, networks, provisional, cloned: idOwner.id.cloned, conflicts: idOwner.id.conflicts };
  }
}
