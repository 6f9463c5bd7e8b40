// At every start: endpoint secrets are sealed anew under the first encryption key, and an operator's mistake shows at once.
import { NONCE_BYTES, seal, unseal } from '../webhooks/seal.ts';
import type { Context } from './context.ts';

const BATCH = 200;
/** No key id holds a dot, so no secret is sealed under this one: it finds them all. */
const NO_KEY = '.';

/**
 * Seals every secret that an older key sealed under the first of the ring, so that the older key can then be dropped.
 * Returns how many. @throws Error when a secret opens with none of the keys: sending unsigned is no choice.
 */
export async function resealEndpointSecrets(context: Context): Promise<number> {
  const { endpoints } = context.store.webhooks;
  const { keys } = context.webhooks;
  const [sample] = await endpoints.sealedOtherwise(NO_KEY, 1);
  if (sample !== undefined) unseal(sample.sealedSecret, sample.endpointId, keys);
  let resealed = 0;
  for (;;) {
    const old = await endpoints.sealedOtherwise(keys[0].id, BATCH);
    if (old.length === 0) return resealed;
    for (const { environmentNumber, endpointId, sealedSecret } of old) {
      const secret = unseal(sealedSecret, endpointId, keys);
      const anew = seal(secret, endpointId, keys, context.randomBytes(NONCE_BYTES));
      await endpoints.reseal(environmentNumber, endpointId, sealedSecret, anew);
    }
    resealed += old.length;
  }
}
