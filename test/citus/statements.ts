// Records the statements that the service sends in this process, and explains them on a distributed database.
import pg from 'pg';

/** Statements by their text, with the values of their first execution. */
const recorded = new Map<string, unknown[]>();
let isRecording = false;

interface QueryConfig {
  text: string;
  values?: unknown[];
}

/** Records every statement of every client of this process from now on. */
export function recordStatements(): void {
  if (isRecording) return;
  isRecording = true;
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [query] = args as [QueryConfig | string];
    const { text, values = [] } = typeof query === 'string' ? { text: query } : query;
    // Locks are sent with the BEGIN of their transaction.
    const statement = text.replace(/^BEGIN; /, '');
    const isService =
      (this as unknown as { connectionParameters: { application_name: string } }).connectionParameters
        .application_name === 'assay';
    if (isService && /^(SELECT|INSERT|UPDATE|DELETE|WITH) /.test(statement) && !recorded.has(statement))
      recorded.set(statement, values);
    return (original as (...given: unknown[]) => unknown).apply(this, args);
  } as typeof original;
}

/** Returns and clears the recorded statements. */
export function takeStatements(): [text: string, values: unknown[]][] {
  const all = [...recorded];
  recorded.clear();
  return all;
}

/** How Citus runs a statement. */
export interface Routing {
  text: string;
  /** The largest number of shards that one step queries; 0 if no distributed table is read. */
  tasks: number;
  /** Whether an intermediate result is computed first, or rows pass through the node of entry. */
  steps: boolean;
  plan: string;
}

/** Plans the statements without running them. Statements on tables that are not the service's are omitted. */
export async function explain(
  client: pg.Client,
  statements: readonly (readonly [text: string, values: unknown[]])[],
): Promise<Routing[]> {
  const routings: Routing[] = [];
  for (const [text, values] of statements) {
    let plan: string;
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>({ text: `EXPLAIN (COSTS OFF) ${text}`, values });
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    } catch (error) {
      // Tests write their own tables, and some statements fail on purpose.
      plan = `not planned: ${(error as Error).message}`;
    }
    const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
    const steps = /Distributed Subplan|pull to coordinator/.test(plan);
    routings.push({ text, tasks: Math.max(0, ...tasks), steps, plan });
  }
  return routings;
}
