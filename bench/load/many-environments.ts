// More environments beside those of the first run, each with a secret key, for measurements of many tenants.
import { randomBytes } from 'node:crypto';
import { formatKey, KEY_BYTES } from '../../src/access/credential.ts';
import { newKey } from '../../src/flows/tenants/manage-keys.ts';
import { DEFAULT_THRESHOLDS } from '../../src/policy/policy.ts';
import type { Store } from '../../src/records/store.ts';
import { encodeBase32, ID_PREFIXES, type IdKind } from '../../src/vocabulary/ids.ts';

/** Resolves to their secret keys. They belong to an organization of their own: one has at most 25. */
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
  const made = environments.map(({ id }) => {
    const text = formatKey('secret', 'test', randomBytes(KEY_BYTES));
    return { text, key: newKey({ clock, newId }, id, 'secret', 'bench', text) };
  });
  const keys = made.map(({ key }) => key);
  await store.tenants.createOrganization(organization, environments, keys, { thresholds: DEFAULT_THRESHOLDS });
  return made.map(({ text }) => text);
}
