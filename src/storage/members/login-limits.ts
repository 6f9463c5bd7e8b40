// Stores the rate limits of logins, for both engines. Each attempt is one conditional write, so that none goes uncounted.
import type { LoginLimitRow, LoginLimitStore } from '../../records/login-limits.ts';
import { emptyTimes } from '../../vocabulary/empty-times.ts';
import type { Engine } from '../engine.ts';
import { insertInto, select } from '../sql.ts';
import { macro } from '../sql-macros.ts';

const READ = select`l.bucket, l.at, l.digest FROM ${macro.each_json}
  JOIN login_limits l ON l.bucket = CAST(each.value ->> 0 AS ${macro.int8})`;
/** Takes an attempt from a bucket that has some left, or from one whose time can only come from a clock that was set back. */
const TAKE = insertInto('login_limits')`(bucket, at, digest) VALUES (?, ?, 0) ON CONFLICT (bucket) DO UPDATE SET
  at = CASE WHEN login_limits.at + ? BETWEEN excluded.at AND ? THEN login_limits.at + ? ELSE excluded.at END
  WHERE login_limits.at <= ? OR login_limits.at > ?`;
const REMEMBER = insertInto('login_limits')`(bucket, at, digest) VALUES (?, ?, ?)
  ON CONFLICT (bucket) DO UPDATE SET at = excluded.at, digest = excluded.digest`;

class NothingLeft extends Error {}

export function loginLimitStore(engine: Engine): LoginLimitStore {
  return {
    read: (buckets) => engine.read.all<LoginLimitRow>(READ, JSON.stringify(buckets.map((bucket) => [bucket]))),
    take: async (limits, now) => {
      // In a fixed order, so that two processes never deadlock.
      const sorted = [...limits].sort((one, other) => one.bucket - other.bucket);
      try {
        await engine.write(async (querier) => {
          for (const limit of sorted) {
            const { bucket, interval } = limit;
            const empty = emptyTimes(limit, now);
            const newTime = [interval, empty.to + interval, interval];
            const changed = await querier.run(TAKE, bucket, now + interval, ...newTime, empty.from, empty.to);
            if (changed === 0) throw new NothingLeft();
          }
        });
        return true;
      } catch (error) {
        if (error instanceof NothingLeft) return false;
        throw error;
      }
    },
    remember: ({ bucket, at, digest }) =>
      engine.write(async (querier) => {
        await querier.run(REMEMBER, bucket, at, digest);
      }),
  };
}
