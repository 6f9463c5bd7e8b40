// The demo shop: a login form with the real SDK, scenarios with simulated signals, and the resulting decision.
import type { Decision, Signals, TrackResult } from '../src/index.ts';
import { readKey } from './key.ts';
import { showEvent, showResult } from './result.ts';
import { automatedBrowser, otherDevice } from './scenarios.ts';

/** The only correct password of the demo; a real shop checks its own database. */
const PASSWORD = 'fern';
const GUESSES = 12;

const byId = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const account = byId<HTMLInputElement>('account');
const password = byId<HTMLInputElement>('password');
const outcome = byId('outcome');

const WELCOME: Record<Decision, string> = {
  allow: 'Welcome back.',
  monitor: 'Welcome back. (This login is being monitored.)',
  challenge: 'One more step: a real shop would now ask for a second factor.',
  block: 'This login was blocked.',
};

async function send(event: string, signals?: Signals): Promise<TrackResult> {
  const start = performance.now();
  const id = account.value.trim();
  const result = await window.Assay.track(event, { account: { id }, signals });
  showResult(event, result, performance.now() - start);
  if (!result.failOpen) showEvent(event, id, result.event);
  return result;
}

async function logIn(): Promise<void> {
  const correct = password.value === PASSWORD;
  const { decision } = await send(correct ? 'login' : 'login_failed');
  if (correct) outcome.textContent = decision === null ? 'Welcome back.' : WELCOME[decision];
  else outcome.textContent = decision === 'block' ? WELCOME.block : 'Wrong password.';
}

const SCENARIOS: Record<string, () => Promise<void>> = {
  async device() {
    await send('login', otherDevice(await window.Assay.collect()));
    outcome.textContent = '';
  },
  async automation() {
    await send('login', automatedBrowser(otherDevice(await window.Assay.collect())));
    outcome.textContent = '';
  },
  async guessing() {
    const device = otherDevice(await window.Assay.collect());
    for (let guess = 1; guess <= GUESSES; guess++) {
      outcome.textContent = `Guess ${guess} of ${GUESSES}…`;
      await send('login_failed', device);
    }
    outcome.textContent = `${GUESSES} wrong passwords from one device.`;
  },
  async forget() {
    window.Assay.setConsent(false);
    window.Assay.setConsent(true);
    outcome.textContent = 'This browser’s id is deleted. Log in again to see whether Assay recognizes the device.';
  },
};

/** Disables all buttons during an action, so that the result always belongs to the last click. */
async function exclusively(work: () => Promise<void>): Promise<void> {
  const buttons = [...document.querySelectorAll('button')];
  for (const button of buttons) button.disabled = true;
  try {
    await work();
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

byId('login').addEventListener('submit', (event) => {
  event.preventDefault();
  void exclusively(logIn);
});
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-scenario]')) {
  const scenario = SCENARIOS[button.dataset.scenario ?? ''];
  if (scenario) button.addEventListener('click', () => void exclusively(scenario));
}
readKey((publicKey) => window.Assay.init({ publicKey }));
