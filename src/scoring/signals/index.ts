// The signal registry, one line per signal. Codes, types, validators, dashboard texts and docs/signals.md derive from it.
import type { Signal } from '../signal.ts';
import { accountUnderAttack } from './account-under-attack.ts';
import { attackWave } from './attack-wave.ts';
import { automationSuspected } from './automation-suspected.ts';
import { automationTraces } from './automation-traces.ts';
import { bruteForceSuspected } from './brute-force-suspected.ts';
import { cardTestingSuspected } from './card-testing-suspected.ts';
import { credentialStuffingSuspected } from './credential-stuffing-suspected.ts';
import { deviceMismatch } from './device-mismatch.ts';
import { deviceTampered } from './device-tampered.ts';
import { dormantAccount } from './dormant-account.ts';
import { fingerprintOnly } from './fingerprint-only.ts';
import { firstSeenRecently } from './first-seen-recently.ts';
import { knownDevice } from './known-device.ts';
import { loginFailuresElevated } from './login-failures-elevated.ts';
import { longHistory } from './long-history.ts';
import { mfaAbuseSuspected } from './mfa-abuse-suspected.ts';
import { multiAccountFailures } from './multi-account-failures.ts';
import { multipleAccountsPerDevice } from './multiple-accounts-per-device.ts';
import { newDevice } from './new-device.ts';
import { newNetwork } from './new-network.ts';
import { passwordResetVelocity } from './password-reset-velocity.ts';
import { paymentAfterRecovery } from './payment-after-recovery.ts';
import { paymentOnNewDevice } from './payment-on-new-device.ts';
import { paymentVelocity } from './payment-velocity.ts';
import { paymentsAtOnce } from './payments-at-once.ts';
import { persistentFailures } from './persistent-failures.ts';
import { rapidNetworkChange } from './rapid-network-change.ts';
import { rareNetwork } from './rare-network.ts';
import { sensitiveChangeUnconfirmed } from './sensitive-change-unconfirmed.ts';
import { sensitiveChangeUnrecognized } from './sensitive-change-unrecognized.ts';
import { sessionDeviceChanged } from './session-device-changed.ts';
import { signalsMissing } from './signals-missing.ts';
import { signupVelocity } from './signup-velocity.ts';
import { trustedDevice } from './trusted-device.ts';
import { unknownAccount } from './unknown-account.ts';
import { unknownSource } from './unknown-source.ts';
import { unprovenBrowser } from './unproven-browser.ts';
import { unprovenDevice } from './unproven-device.ts';
import { unrecognizedContext } from './unrecognized-context.ts';

const REGISTRY = [
  newDevice,
  unprovenDevice,
  fingerprintOnly,
  knownDevice,
  trustedDevice,
  deviceTampered,
  newNetwork,
  unrecognizedContext,
  firstSeenRecently,
  rareNetwork,
  deviceMismatch,
  longHistory,
  rapidNetworkChange,
  dormantAccount,
  loginFailuresElevated,
  bruteForceSuspected,
  persistentFailures,
  accountUnderAttack,
  multiAccountFailures,
  credentialStuffingSuspected,
  attackWave,
  unknownAccount,
  automationTraces,
  automationSuspected,
  signalsMissing,
  unknownSource,
  unprovenBrowser,
  multipleAccountsPerDevice,
  signupVelocity,
  passwordResetVelocity,
  mfaAbuseSuspected,
  paymentVelocity,
  paymentsAtOnce,
  cardTestingSuspected,
  sensitiveChangeUnrecognized,
  sensitiveChangeUnconfirmed,
  paymentOnNewDevice,
  paymentAfterRecovery,
  sessionDeviceChanged,
] as const;

export type SignalCode = (typeof REGISTRY)[number]['code'];

/** Every signal, in the order in which fired signals are listed. */
export const SIGNALS: readonly Signal<SignalCode>[] = REGISTRY as readonly unknown[] as readonly Signal<SignalCode>[];

/** Every code, in the same order. */
export const SIGNAL_CODES: readonly SignalCode[] = REGISTRY.map(({ code }) => code);
