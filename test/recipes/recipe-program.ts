// Runs the recipes beyond the login and checks their decisions and the recorded events.
import assert from 'node:assert/strict';
import type { TestServer } from '../http/test-server.ts';
import { type Command, eventsOf, runProgram } from './programs.ts';

/** The recipes of one language, run for a challenged and for a blocked account. */
export async function checkRecipes(server: TestServer, baseUrl: string, command: Command): Promise<void> {
  const environment = { ASSAY_URL: baseUrl, ASSAY_SECRET_KEY: server.keys.test.secret, ASSAY_TIMEOUT_MS: '10000' };
  const results = await runProgram(command, { ...environment, ACCOUNT: 'force_challenge_recipes' });
  assert.equal(
    results,
    'payment paid\ndeclined payment declined\nreset If the account exists, we have sent a link.\nnew password changed\nemail changed\n',
  );
  assert.deepEqual(await eventsOf(server, 'force_challenge_recipes'), [
    'payment_attempt challenge',
    'mfa_passed challenge',
    'payment_attempt challenge',
    'mfa_passed challenge',
    'payment_failed challenge',
    'password_reset_requested challenge',
    'password_reset_completed challenge password_reset_completed',
    'mfa_passed challenge',
    'email_change challenge',
    'mfa_passed challenge',
  ]);
  const blocked = await runProgram(command, { ...environment, ACCOUNT: 'force_block_recipes' });
  assert.match(
    blocked,
    /^payment refused\ndeclined payment refused\nreset If the .+\nnew password refused\nemail refused\n$/,
  );
}
