// Describes the machine a measurement ran on.
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';

/** One line: processor, cores, memory, Node version, commit. */
export function describeMachine(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const processor = cpus()[0]?.model ?? 'unknown processor';
  const memory = (totalmem() / 1024 ** 3).toFixed(0);
  return `${processor}, ${cpus().length} cores, ${memory} GiB, Linux, Node ${process.version}, commit ${commit}`;
}
