// Tests how event types outside the catalog are read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_TYPES, eventClass, readEventType } from './event-types.ts';

test('reads every word of the catalog as itself', () => {
  for (const type of Object.keys(EVENT_TYPES)) assert.equal(readEventType(type), type);
});

test('reads near words and aliases as the word they stand for', () => {
  const cases: Record<string, string> = {
    payment: 'payment_attempt',
    email_changed: 'email_change',
    password_changed: 'password_change',
    payout_method_changed: 'payout_change',
    mfa_removed: 'mfa_disabled',
    'login.failed': 'login_failed',
    'user.login': 'login',
    logins: 'login',
    sign_up: 'signup',
    api_key_create: 'api_key_created',
    pasword_changed: 'password_change',
    beneficiary_added: 'payout_change',
    payee_added: 'payout_change',
    payee_changed: 'payout_change',
    withdrawal_address_added: 'payout_change',
    withdrawal_address_changed: 'payout_change',
    two_factor_removed: 'mfa_disabled',
    recovery_email_changed: 'email_change',
    login_fail: 'login_failed',
    'auth.failed': 'login_failed',
    wrong_password: 'login_failed',
    mfa_fail: 'mfa_failed',
    mfa_resent: 'mfa_challenge',
    mfa_pass: 'mfa_passed',
    mfa_pased: 'mfa_passed',
    'mfa.verified': 'mfa_passed',
    mfa_revoked: 'mfa_disabled',
    payment_fail: 'payment_failed',
    password_reset_request: 'password_reset_requested',
    password_reset: 'password_reset_completed',
    passwd_change: 'password_change',
    payment_fails: 'payment_failed',
    benificiary_added: 'payout_change',
    authentication_fail: 'login_failed',
    logon: 'login',
    'user.logged_in': 'login',
    user_login_failed: 'login_failed',
    email_address_changed: 'email_change',
    phone_number_updated: 'phone_change',
    update_password: 'password_change',
    bank_account_updated: 'payout_change',
    apikey_created: 'api_key_created',
    emmail_change: 'email_change',
    email_chnage: 'email_change',
    mail_changed: 'email_change',
    passwrod_change: 'password_change',
    payment_faiked: 'payment_failed',
    phon_change: 'phone_change',
    logi: 'login',
    lgoin_failed: 'login_failed',
  };
  for (const [type, expected] of Object.entries(cases)) assert.equal(readEventType(type), expected, type);
  assert.equal(eventClass('email_changed'), 'sensitive');
});

test('leaves other words alone', () => {
  const others = [
    'page_view',
    'mfa_enabled',
    'mfa_bypassed',
    'mfa.unverified',
    'mfa_unsuccess',
    'login_page_view',
    'begin',
    'search',
    'plan_change',
    'plan_changed',
    'photo_change',
    'photo_added',
    'add_to_cart',
    'refund',
    'x',
    'a.b.c',
    // Two edits or less from words of the catalog, and other words.
    'mfa_paused',
    'mfa_parsed',
    'mfa_set',
    'mfa_resolved',
    'mfa_activated',
    'log_info',
    'log_error',
    'user_log',
    'signing',
    'signing_failed',
    'login_mailed',
    'login.mailed',
    'account_credited',
    'unregister',
    'deregistration',
    'registry',
    'layout_changed',
    'payer_added',
    'passport_updated',
    'password_outdated',
    'password_resent',
    'phone_charge',
    'check_up',
    'payment_selected',
    'payment_reverted',
    'payment_mailed',
    'user_loan',
  ];
  for (const type of others) {
    assert.equal(readEventType(type), null, type);
    assert.equal(eventClass(type), 'passive', type);
  }
});
