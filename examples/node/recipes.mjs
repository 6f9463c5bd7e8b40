// Recipes beyond the login: a payment, a password reset, an account change. Call each function in your own handler.
// Run all of them once:  ASSAY_SECRET_KEY=sec_test_… node examples/node/recipes.mjs
import { pathToFileURL } from 'node:url';
import { createAssay } from './assay.mjs';

// #region payment
/** Call this before the payment is sent to the provider. `pay` returns whether the provider accepted it. */
export async function protectPayment(assay, visitor, { pay, secondFactor }) {
  const { decision } = await assay.assess({ event: 'payment_attempt', ...visitor });
  if (decision === 'block') return 'refused';
  if (decision === 'challenge') {
    if (!(await secondFactor())) return 'refused'; // 3-D Secure counts too
    await assay.assess({ event: 'mfa_passed', ...visitor });
  }
  if (await pay()) return 'paid';
  // Without this report, card testing stays invisible.
  await assay.assess({ event: 'payment_failed', ...visitor });
  return 'declined';
}
// #endregion payment

// #region reset
/** Call this on a request for a reset link. The visitor sees the same page in every case, so that account names cannot be probed. */
export async function requestPasswordReset(assay, visitor, { sendLink }) {
  const { decision } = await assay.assess({ event: 'password_reset_requested', ...visitor });
  if (decision !== 'block') await sendLink();
  return 'If the account exists, we have sent a link.';
}

/** Call this when the new password arrives, before it is saved. */
export async function completePasswordReset(assay, visitor, { savePassword, secondFactor }) {
  const { decision, id } = await assay.assess({ event: 'password_reset_completed', ...visitor });
  if (decision === 'block') return refuseReset(assay, id);
  if (decision === 'challenge') {
    if (!(await secondFactor())) return refuseReset(assay, id);
    await assay.assess({ event: 'mfa_passed', ...visitor });
  }
  await savePassword(); // and end all other sessions
  if (id !== null) await assay.report(id, { authentication_outcome: 'password_reset_completed' });
  return 'changed';
}

async function refuseReset(assay, id) {
  if (id !== null) await assay.report(id, { authentication_outcome: 'password_reset_rejected' });
  return 'refused';
}
// #endregion reset

// #region change
/**
 * Call this before a change that could take over the account: email_change, phone_change, password_change, mfa_disabled,
 * payout_change, api_key_created.
 */
export async function protectChange(assay, event, visitor, { save, secondFactor }) {
  const { decision } = await assay.assess({ event, ...visitor });
  if (decision === 'block') return 'refused';
  if (decision === 'challenge') {
    if (!(await secondFactor())) return 'refused';
    await assay.assess({ event: 'mfa_passed', ...visitor });
  }
  await save(); // and tell the old address about it
  return 'changed';
}
// #endregion change

async function runAll() {
  const { ASSAY_URL = 'http://127.0.0.1:8080', ASSAY_SECRET_KEY: secretKey, ACCOUNT = 'u_1' } = process.env;
  const timeout = Number(process.env.ASSAY_TIMEOUT_MS ?? 300);
  const assay = createAssay({ baseUrl: ASSAY_URL, secretKey, timeout });
  // The signals come from the browser: `await Assay.collect()` of the SDK.
  const signals = {
    persistent_id: 'b8f1f6c2-6f0c-4f6e-9a57-0d6c1d6f1c11',
    platform: 'Win32',
    timezone: 'Europe/London',
  };
  const visitor = {
    account: { id: ACCOUNT },
    ip_address: '203.0.113.7',
    user_agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
    signals,
  };
  const yes = async () => true;
  console.log('payment', await protectPayment(assay, visitor, { pay: yes, secondFactor: yes }));
  console.log('declined payment', await protectPayment(assay, visitor, { pay: async () => false, secondFactor: yes }));
  console.log('reset', await requestPasswordReset(assay, visitor, { sendLink: yes }));
  console.log('new password', await completePasswordReset(assay, visitor, { savePassword: yes, secondFactor: yes }));
  console.log('email', await protectChange(assay, 'email_change', visitor, { save: yes, secondFactor: yes }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runAll();
