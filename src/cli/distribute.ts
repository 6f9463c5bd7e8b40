// Implements `assay distribute`: distributes a new database over the nodes of a Citus cluster.
import type { Command } from 'commander';
import { loadConfig } from '../config/config.ts';
import { formatCount } from '../vocabulary/format-count.ts';
import { withContext } from './open-context.ts';
import { printResult, UsageError } from './output.ts';

const DEFAULT_SHARDS = 32;
const MAX_SHARDS = 1_024;

export function addDistributeCommand(program: Command): void {
  program
    .command('distribute')
    .description('distribute a new database over the nodes of its Citus cluster, or verify one that is distributed')
    .option(
      '--shards <count>',
      'shards of each table: at least the number of nodes it will ever have',
      shardCount,
      DEFAULT_SHARDS,
    )
    .option('--json', 'print the result as JSON')
    .action(distribute);
}

async function distribute({ shards, json }: { shards: number; json?: boolean }): Promise<void> {
  const { databaseUrl } = loadConfig();
  if (databaseUrl === null) throw new UsageError('distribute requires DATABASE_URL: SQLite is one file on one machine');
  // Applies pending migrations.
  await withContext('own', ({ store }) => store.ready());
  const { distribute } = await import('../storage/citus/inspect.ts');
  const placement = await distribute(databaseUrl, shards);
  printResult(placement, json, () => {
    const nodes = Object.entries(placement.shards).map(([node, count]) => `  ${node}: ${formatCount(count, 'shard')}`);
    const done =
      placement.distributed.length === 0
        ? 'everything was distributed already'
        : `${formatCount(placement.distributed.length, 'table')} distributed`;
    return `${done}; verified\n${nodes.join('\n')}`;
  });
}

function shardCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > MAX_SHARDS) {
    throw new UsageError(`--shards must be 1 to ${MAX_SHARDS}, not ${text}`);
  }
  return count;
}
