// The servers of a Citus cluster on this machine, which can be killed and started again.

import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connected, nodesOf } from '../../test/citus/cluster.ts';
import { type LocalServer, localServer, postmasterOf, statOf } from '../service/local-server.ts';

/** The nodes of a cluster that runs on this machine, the coordinator first. */
export async function localNodes(cluster: string): Promise<LocalServer[]> {
  const nodes: LocalServer[] = [];
  for (const url of await nodesOf(cluster)) nodes.push(await localServer(url));
  return nodes;
}

/** Kills a server without a shutdown, as a crash of its machine would end it. */
export async function crash(node: LocalServer): Promise<void> {
  const postmaster = postmasterOf(node);
  process.kill(postmaster, 'SIGQUIT');
  while (statOf(postmaster) !== null && statOf(postmaster)?.[0] !== 'Z')
    await new Promise((wait) => setTimeout(wait, 20));
}

/** Starts a crashed server with the command it was started with. */
export async function restart(node: LocalServer): Promise<void> {
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
