// Tests that a signature of an audit log's head holds for exactly that head and the keys that the operator has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AuditHead, auditSigner, signatureKeyId } from './audit-signature.ts';

const key = (id: string) => ({ id, key: new Uint8Array(32).fill(id.charCodeAt(1)) });
const [OLD, NEW] = [key('k1'), key('k2')];
const HEAD: AuditHead = { organizationId: 'org_1', sequence: 7, hash: 'ab'.repeat(32) };

test('a signature holds for its head alone', () => {
  const { sign, isValid } = auditSigner([OLD]);
  const signature = sign(HEAD);
  assert.ok(isValid(HEAD, signature));
  assert.ok(!isValid({ ...HEAD, organizationId: 'org_2' }, signature));
  assert.ok(!isValid({ ...HEAD, sequence: 8 }, signature));
  assert.ok(!isValid({ ...HEAD, hash: 'cd'.repeat(32) }, signature));
  assert.ok(!isValid(HEAD, `${signature}A`));
  assert.ok(
    !isValid(
      HEAD,
      signature.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ),
  );
  assert.ok(!isValid(HEAD, ''));
  assert.ok(!isValid(HEAD, null));
});

test('the first key signs, and all keys verify', () => {
  const rotated = auditSigner([NEW, OLD]);
  assert.equal(signatureKeyId(rotated.sign(HEAD)), 'k2');
  assert.ok(rotated.isValid(HEAD, auditSigner([OLD]).sign(HEAD)));
  assert.ok(!auditSigner([NEW]).isValid(HEAD, auditSigner([OLD]).sign(HEAD)));
  const renamed = { ...NEW, id: 'k1' };
  assert.ok(!auditSigner([renamed]).isValid(HEAD, auditSigner([OLD]).sign(HEAD)), 'another key of the same name');
  assert.equal(signatureKeyId('unsigned'), '');
});

test('a stored signature stays valid in later versions', () => {
  const signature = 'v1.k1.xObiqsCzLur-RFi9gSUiJk2376l8MPUAyuZ7SVT0uyc';
  assert.ok(auditSigner([OLD]).isValid(HEAD, signature));
});
