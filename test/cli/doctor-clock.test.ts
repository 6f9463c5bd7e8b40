// Tests what `doctor` says after a clock was corrected that had been ahead.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockCheck } from '../../src/cli/doctor-clock.ts';
import { DAY, HOUR, isoTime } from '../../src/vocabulary/clock.ts';
import { onAnyEngine } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

await onAnyEngine(async ({ store }) => {
  test('names the environments whose events are dated in the future, and what follows for retention', async () => {
    const server = await startTestServer({ store });
    const { context, environments, keys } = server;
    const checkAt = (now: number) => clockCheck({ ...context, clock: () => now });
    const sent = await server.event(keys.test.secret, { event: 'login', account: { id: 'ann' } });
    const { created_at: createdAt, id } = sent.json().data;
    const at = Date.parse(createdAt);
    assert.equal((await checkAt(at)).status, 'ok', id);
    const { status, detail } = await checkAt(at - 2 * HOUR);
    assert.equal(status, 'warning');
    const events = `events of ${environments.test.id} \\(until ${createdAt}\\) are dated in the future`;
    assert.match(detail, new RegExp(`^a clock was ahead: ${events}, and retention removes .* only after those times$`));
    const early = await checkAt(at - 2 * DAY);
    assert.equal(early.status, 'failed');
    assert.match(
      early.detail,
      /it must be later than .*: set the clock, unless it is right and was ahead at the setup$/,
    );
    assert.ok(early.detail.includes(isoTime(at - 2 * DAY)));
  });
});
