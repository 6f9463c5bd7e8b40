// The servers of a Citus cluster on this machine: their processes, CPU time and limits.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connected, nodesOf } from '../../test/citus/cluster.ts';

/** The kernel counts CPU time in hundredths of a second. */
const MS_PER_TICK = 10;
const CGROUPS = '/sys/fs/cgroup/cpu';

export interface Node {
  url: string;
  /** The server's data folder. */
  data: string;
}

/** The nodes of a cluster that runs on this machine, the coordinator first. */
export async function localNodes(cluster: string): Promise<Node[]> {
  const nodes: Node[] = [];
  for (const url of await nodesOf(cluster)) {
    const { rows } = await connected(url, (client) => client.query<{ data_directory: string }>('SHOW data_directory'));
    const data = rows[0]?.data_directory ?? '';
    if (!existsSync(join(data, 'postmaster.pid'))) throw new Error(`the server at ${url} does not run on this machine`);
    nodes.push({ url, data });
  }
  return nodes;
}

export function postmasterOf({ data }: Node): number {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** The fields of /proc/PID/stat after the name of the program, which may contain spaces. */
function statOf(pid: number | string): string[] | null {
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
export function cpuOf(node: Node): number {
  const postmaster = postmasterOf(node);
  const own = statOf(postmaster) ?? [];
  let ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(own[index] ?? 0), 0);
  for (const child of childrenOf(postmaster)) {
    const stat = statOf(child) ?? [];
    ticks += Number(stat[11] ?? 0) + Number(stat[12] ?? 0);
  }
  return ticks * MS_PER_TICK;
}

/** Kills a server without a shutdown, as a crash of its machine would end it. */
export async function crash(node: Node): Promise<void> {
  const postmaster = postmasterOf(node);
  process.kill(postmaster, 'SIGQUIT');
  while (statOf(postmaster) !== null && statOf(postmaster)?.[0] !== 'Z')
    await new Promise((wait) => setTimeout(wait, 20));
}

/** Starts a crashed server with the command it was started with. */
export async function restart(node: Node): Promise<void> {
  const [, program = '', rest = ''] =
    /^(\S+) (.*)$/s.exec(readFileSync(join(node.data, 'postmaster.opts'), 'utf8')) ?? [];
  const { uid, gid } = statSync(node.data);
  const args = [...rest.matchAll(/"([^"]*)"/g)].map(([, argument]) => argument ?? '');
  const owner = process.getuid?.() === 0 ? { uid, gid } : {};
  spawn(program, args, { ...owner, cwd: node.data, stdio: 'ignore', detached: true }).unref();
  for (let attempt = 0; ; attempt++) {
    try {
      await connected(node.url, (client) => client.query('SELECT 1'));
      return;
    } catch (error) {
      if (attempt > 100) throw error;
      await new Promise((wait) => setTimeout(wait, 100));
    }
  }
}

/** Limits a server to a share of one core with a control group of the kernel (version 1); needs root. Returns the way back. */
export function limitCpu(node: Node, share: number): () => void {
  const group = join(CGROUPS, `assay-bench-${postmasterOf(node)}`);
  mkdirSync(group);
  writeFileSync(join(group, 'cpu.cfs_quota_us'), String(Math.round(share * 100_000)));
  const move = (folder: string) => {
    const postmaster = postmasterOf(node);
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
