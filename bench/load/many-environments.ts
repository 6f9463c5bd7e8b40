// Adds environments with a secret key each, for measurements with many tenants.
import { randomBytes } from 'node:crypto';
import { formatKey, KEY_BYTES } from '../../src/access/credential.ts';
import { newKey } from '../../src/flows/tenants/manage-keys.ts';
import { DEFAULT_THRESHOLDS } from '../../src/policy/policy.ts';
import type { Store } from '../../src/records/store.ts';
import { encodeBase32, ID_PREFIXES, type IdKind } from '../../src/vocabulary/ids.ts';

/** Returns the secret keys. The environments belong to a new organization and bypass its limit of 25. */
export async function addEnvironments(store: Store, count: number): Promise<string[]> {
  const clock = Date.now;
  const newId = (kind: IdKind) => `${ID_PREFIXES[kind]}_${encodeBase32(randomBytes(16))}`;
  const createdAt = clock();
  const organization = { id: newId('organization'), name: 'Many', createdAt };
  const environments = Array.from({ length: count }, (_, number) => ({
    id: newId('environment'),
    organizationId: organization.id,
    kind: 'test' as const,
    name: `Number ${number}`,
    publicRisk: 'full' as const,
    allowedOrigins: [],
    retentionDays: null,
    createdAt,
  }));
  const keysWithText = environments.map(({ id }) => {
    const text = formatKey('secret', 'test', randomBytes(KEY_BYTES));
    return { text, key: newKey({ clock, newId }, id, 'secret', 'bench', text) };
  });
  const keys = keysWithText.map(({ key }) => key);
  await store.tenants.createOrganization(organization, environments, keys, { thresholds: DEFAULT_THRESHOLDS });
  return keysWithText.map(({ text }) => text);
}
