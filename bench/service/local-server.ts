// Measures and limits the CPU time of a PostgreSQL server on this machine.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** The kernel counts CPU time in hundredths of a second. */
const MS_PER_TICK = 10;
/** The kernel's default of 100 ms would stop the server for so long that its clients would give up batches. */
const PERIOD_US = 10_000;
const CGROUPS = '/sys/fs/cgroup/cpu';

export interface LocalServer {
  url: string;
  /** The server's data folder. */
  data: string;
}

/** @throws Error when the server runs on another machine. */
export async function localServer(url: string): Promise<LocalServer> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const data = rows[0]?.data_directory ?? '';
    if (!existsSync(join(data, 'postmaster.pid'))) throw new Error(`the server at ${url} does not run on this machine`);
    return { url, data };
  } finally {
    await client.end();
  }
}

export function postmasterOf({ data }: LocalServer): number {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** The fields of /proc/PID/stat after the name of the program, which may contain spaces. */
export function statOf(pid: number | string): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    // The process has ended.
    return null;
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(statOf(name)?.[1]) === parent)
    .map(Number);
}

/** CPU time of a server since its start, ms: its own, that of its processes, and of those that have ended. */
export function cpuOf(server: LocalServer): number {
  const postmaster = postmasterOf(server);
  const own = statOf(postmaster) ?? [];
  let ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(own[index] ?? 0), 0);
  for (const child of childrenOf(postmaster)) {
    const stat = statOf(child) ?? [];
    ticks += Number(stat[11] ?? 0) + Number(stat[12] ?? 0);
  }
  return ticks * MS_PER_TICK;
}

/** Limits a server to a share of one core with a control group of the kernel (version 1); needs root. Returns a function that undoes it. */
export function limitCpu(server: LocalServer, share: number): () => void {
  const group = join(CGROUPS, `assay-bench-${postmasterOf(server)}`);
  mkdirSync(group);
  writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
  writeFileSync(join(group, 'cpu.cfs_quota_us'), String(Math.round(share * PERIOD_US)));
  const move = (folder: string) => {
    const postmaster = postmasterOf(server);
    for (const pid of [postmaster, ...childrenOf(postmaster)]) {
      try {
        writeFileSync(join(folder, 'cgroup.procs'), String(pid));
      } catch {
        // The process has ended.
      }
    }
  };
  move(group);
  return () => {
    move(CGROUPS);
    rmdirSync(group);
  };
}
