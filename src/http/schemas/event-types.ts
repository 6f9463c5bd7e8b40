// What each event type of the catalog means and when to send it: the texts of the API reference and of docs/events.md.
import type { EventClass, EventType } from '../../vocabulary/event-types.ts';

interface EventTypeText {
  /** What happened, as one sentence. */
  meaning: string;
  /** When to send it, as one sentence. */
  when: string;
  /** Who may send it. `server` marks events that only a backend can confirm. */
  from: 'server' | 'browser or server';
}

export const EVENT_TYPE_TEXTS: Readonly<Record<EventType, EventTypeText>> = {
  login: {
    meaning: 'The password, passkey or single sign-on was correct.',
    when: 'After the first factor is correct and before the session exists. Its decision says whether to ask for a second factor. Also from your server, whenever it renews a session of people who stay signed in.',
    from: 'browser or server',
  },
  login_failed: {
    meaning: 'The password or another first factor was wrong, or the account does not exist.',
    when: 'After every failure. If no account has the typed name, send that name as `account.id`. Without this event, Assay cannot see password guessing.',
    from: 'browser or server',
  },
  signup: {
    meaning: 'A new account is about to be created.',
    when: 'Before the account exists, with the id that it will have.',
    from: 'browser or server',
  },
  mfa_challenge: {
    meaning: 'The user was asked for a second factor.',
    when: 'Once for each code, push or link that you send, not again when its page opens. A burst of prompts is itself an attack.',
    from: 'browser or server',
  },
  mfa_passed: {
    meaning: 'The second factor was correct.',
    when: 'After a passed challenge, from your backend with the secret key. It proves the device and the network, so the next login from them is not challenged.',
    from: 'server',
  },
  mfa_failed: {
    meaning: 'The second factor was wrong or refused.',
    when: 'After every failure.',
    from: 'browser or server',
  },
  password_reset_requested: {
    meaning: 'Someone asked for a link or code to reset a password.',
    when: 'Before you send the message. If no account has the typed name, send that name as `account.id`.',
    from: 'browser or server',
  },
  password_reset_completed: {
    meaning: 'A new password is about to be set through a reset.',
    when: 'Before the new password takes effect.',
    from: 'browser or server',
  },
  email_change: {
    meaning: 'The email address is about to change.',
    when: 'Before the change takes effect.',
    from: 'browser or server',
  },
  phone_change: {
    meaning: 'The phone number is about to change.',
    when: 'Before the change takes effect.',
    from: 'browser or server',
  },
  password_change: {
    meaning: 'A logged-in user changes the password.',
    when: 'Before the change takes effect.',
    from: 'browser or server',
  },
  mfa_disabled: {
    meaning: 'A second factor is about to be turned off.',
    when: 'Before the change takes effect.',
    from: 'browser or server',
  },
  payout_change: {
    meaning: 'A bank account or another payout target is about to change.',
    when: 'Before the change takes effect.',
    from: 'browser or server',
  },
  api_key_created: {
    meaning: 'A user creates an API key or access token of your product.',
    when: 'Before the key is shown.',
    from: 'browser or server',
  },
  payment_attempt: {
    meaning: 'A user is about to pay.',
    when: 'Before the payment is sent to the payment provider.',
    from: 'browser or server',
  },
  payment_failed: {
    meaning: 'The payment provider declined a payment.',
    when: 'After every decline. Without this event, Assay cannot see the testing of stolen cards.',
    from: 'browser or server',
  },
  logout: {
    meaning: 'The user ended the session.',
    when: 'After the logout, so that the next event starts a session.',
    from: 'browser or server',
  },
};

/** What a class of event types has in common. */
export const EVENT_CLASS_TEXTS: Readonly<Record<EventClass, string>> = {
  success: 'Can prove a device and a network to an account if the event is low-risk or comes from your server.',
  failure: 'Counts against its source and, from unrecognized sources, against the account.',
  challenge: 'Counts prompts and failures of the second factor.',
  recovery: 'Counts resets by account, address and device.',
  sensitive:
    'An attacker can take over an account with such a change, so the account must have proven the device and the network.',
  payment: 'Counts failed payments and checks whether the device is new.',
  passive:
    'Has no meaning for an account: fires no recognition signals and proves nothing. Automation and tampering still count.',
};
