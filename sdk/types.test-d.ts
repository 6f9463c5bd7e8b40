// Compiled against the built package, never run: code that a customer's compiler must accept or reject.
import { type Assay, collect, createClient, type Decision, init, type Signals, track } from '@assay/browser';

const client: Assay = init({ publicKey: 'pub_test_1', baseUrl: 'https://risk.example.com' });
createClient({
  publicKey: 'pub_test_1',
  baseUrl: 'https://risk.example.com',
  timeout: 500,
  consent: false,
  persistentId: () => fetch('/id').then((response) => response.text()),
  cookieDomain: '.example.com',
  workerUrl: new URL('https://example.com/assay.js'),
  preload: false,
});

const result = await track('login', { account: { id: 'u_1' } });
if (result.failOpen) {
  const allowed: 'allow' = result.decision;
  const reason: 'timeout' | 'network' | 'unavailable' | 'refused' | 'invalid' = result.reason;
  // @ts-expect-error: there is no event without a response
  result.event.id;
  void [allowed, reason];
} else {
  const id: string = result.event.id;
  const decision: Decision | null = result.decision;
  const weights: number[] | undefined = result.event.risk?.signals.map((signal) => signal.weight);
  void [id, decision, weights];
}

const signals: Signals = await collect();
const cores: number | undefined = signals.hardware_concurrency;
const fonts: string[] | undefined = signals.fonts;
const driven: boolean | undefined = signals.automation?.webdriver;
const pressed: number | undefined = signals.behavior?.key_events;
const width: number | undefined = signals.screen?.width;
await client.track('payment_attempt', { account: { id: 'u_1' }, signals, timeout: 100 });
void [cores, fonts, driven, pressed, width];

// @ts-expect-error: the key is required
init({ baseUrl: 'https://risk.example.com' });
// @ts-expect-error: event names are strings
void track(1);
// @ts-expect-error: an account has an id
void track('login', { account: {} });
// @ts-expect-error: ids are strings
void track('login', { account: { id: 1 } });
// @ts-expect-error: only backends submit outcomes, with a secret key
client.outcome('evt_1', { label: 'legitimate' });
