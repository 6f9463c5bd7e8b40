// The demo shop: a log-in form on the real SDK, scenarios with made-up signals, and the decision as it came.
import type { Decision, Signals, TrackResult } from '../src/index.ts';
import { showAnswer, showEvent } from './answer.ts';
import { readKey } from './key.ts';
import { automatedBrowser, otherDevice } from './scenarios.ts';

/** A demo needs one right answer; a real shop asks its own database. */
const PASSWORD = 'fern';
const GUESSES = 12;

const byId = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const account = byId<HTMLInputElement>('account');
const password = byId<HTMLInputElement>('password');
const outcome = byId('outcome');

const WELCOME: Record<Decision, string> = {
  allow: 'Welcome back.',
  monitor: 'Welcome back. (We keep an eye on this one.)',
  challenge: 'One more step: a real shop would now ask for a second factor.',
  block: 'This log-in was refused.',
};

async function send(event: string, signals?: Signals): Promise<TrackResult> {
  const start = performance.now();
  const id = account.value.trim();
  const result = await window.Assay.track(event, { account: { id }, signals });
  showAnswer(event, result, performance.now() - start);
  if (!result.failOpen) showEvent(event, id, result.event);
  return result;
}

async function logIn(): Promise<void> {
  const right = password.value === PASSWORD;
  const { decision } = await send(right ? 'login' : 'login_failed');
  if (right) outcome.textContent = decision === null ? 'Welcome back.' : WELCOME[decision];
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
      outcome.textContent = `Guess ${guess} of ${GUESSES} …`;
      await send('login_failed', device);
    }
    outcome.textContent = `${GUESSES} wrong passwords from one device.`;
  },
  async forget() {
    window.Assay.setConsent(false);
    window.Assay.setConsent(true);
    outcome.textContent = 'This browser’s id is gone. Log in again: are you recognized?';
  },
};

/** One thing at a time: what is shown belongs to what was pressed. */
async function alone(work: () => Promise<void>): Promise<void> {
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
  void alone(logIn);
});
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-scenario]')) {
  const scenario = SCENARIOS[button.dataset.scenario ?? ''];
  if (scenario) button.addEventListener('click', () => void alone(scenario));
}
readKey((publicKey) => window.Assay.init({ publicKey }));
