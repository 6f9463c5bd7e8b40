// `npm run test:citus -- URL`: runs tests on distributed databases of a Citus cluster, whose coordinator the URL names.
// It creates and drops databases on all nodes. Without a cluster it fails.
import { requireSupportedNode } from './node-version.mjs';

requireSupportedNode();
const { default: pg } = await import('pg');
const { failureText, progressLine } = await import('./steps.mjs');
const { runTestFiles } = await import('./test-files.mjs');

/** Two files at a time, as most of the work is on the nodes. */
const CONCURRENCY = 2;
/** The test files, longest first. */
const FILES = [
  'test/webhooks/queue.test.ts',
  'test/webhooks/queue-results.test.ts',
  'test/access-matrix/matrix.test.ts',
  'test/storage/postgres-contract.test.ts',
  'test/citus/distribute.ts',
  'test/citus/routing.ts',
  'test/outcomes/outcomes.test.ts',
  'test/webhooks/management.test.ts',
  'test/control/settings.test.ts',
  'test/control/erasure.test.ts',
  'test/control/erasure-races.test.ts',
  'test/control/retention.test.ts',
  'test/imports/old-imports.test.ts',
  'test/imports/repeated-imports.test.ts',
  'test/alerts/alerts.test.ts',
  'test/lists/dashboard-reads.test.ts',
  'test/lists/attack-work.test.ts',
  'test/lists/rollups.test.ts',
  'test/http/events.test.ts',
  'test/http/event-bodies.test.ts',
];

const url = process.argv[2] ?? process.env.TEST_CITUS_URL;
const problem = await clusterProblem(url);
if (problem !== null) {
  console.error(`test:citus needs a Citus cluster: ${problem}`);
  process.exit(2);
}
process.env.TEST_CITUS_URL = url;
process.env.TEST_DATABASE_URL = url;
const totals = { passed: 0, failures: [] };
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interruption.abort());
await runTestFiles(FILES, CONCURRENCY, interruption.signal, ({ file, passed, failures, seconds }) => {
  totals.passed += passed;
  totals.failures.push(...failures);
  const failed = failures.length === 0 ? '' : `, ${failures.length} failed`;
  console.log(progressLine(failures.length === 0, `${file} · ${passed} passed${failed}`, seconds));
});
for (const failure of totals.failures) console.log(failureText(failure));
console.log(`\n${totals.passed} passed, ${totals.failures.length} failed on Citus`);
process.exit(totals.failures.length === 0 && totals.passed > 0 && !interruption.signal.aborted ? 0 : 1);

/** Why the tests cannot run; null if the URL names the coordinator of a cluster with at least two workers. */
async function clusterProblem(address) {
  if (address === undefined) return 'pass the URL of its coordinator, or set TEST_CITUS_URL';
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } =
      await client.query(`SELECT count(*)::int AS workers FROM pg_dist_node WHERE shouldhaveshards AND isactive
      AND noderole = 'primary'`);
    return rows[0].workers >= 2 ? null : `it has ${rows[0].workers} active workers, and the tests need two`;
  } catch (error) {
    return `${new URL(address).host}: ${error.code === '42P01' ? 'the server has no Citus' : error.message || error.code}`;
  } finally {
    await client.end().catch(() => {});
  }
}
