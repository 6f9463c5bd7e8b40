// Runs argon2 on threads of low priority, outside of the thread pool that storage needs to flush and to open files.
import { Worker } from 'node:worker_threads';
import { Failure } from '../vocabulary/failure.ts';

/** The arguments of `hash` or `verify` of @node-rs/argon2. */
type Job = { hash: [password: string, options: object] } | { verify: [hashed: string, password: string] };

/**
 * The thread's whole program, as text because a worker cannot load a TypeScript file when the sources run uncompiled.
 * On Linux, a priority belongs to a thread (setpriority(2)); elsewhere to the whole process, whose priority then does not change. At
 * 10, a password check gets a tenth of a core that an event needs, and all of an idle one.
 */
const PROGRAM = `
const { setPriority } = require('node:os');
const { parentPort, workerData: { argon2 } } = require('node:worker_threads');
if (process.platform === 'linux') try { setPriority(10); } catch {}
parentPort.on('message', async ({ hash, verify }) => {
  const { hashSync, verifySync } = await import(argon2);
  try {
    parentPort.postMessage({ result: hash === undefined ? verifySync(...verify) : hashSync(...hash) });
  } catch (error) {
    parentPort.postMessage({ rejected: String(error) });
  }
});`;

/** Threads without a job; the caller bounds how many jobs run, and with them the number of threads. */
const idle: Worker[] = [];

/**
 * The result of the job. Threads start when they are needed, and keep no process alive between jobs.
 * `startThread` throws like the constructor of a thread; a parameter because no limit of processes stops an administrator's account,
 * which runs tests in containers.
 * @throws Error when argon2 rejects the arguments, and Failure `unavailable` when no thread could run the job: the system refused
 *   one, it ended, or argon2 could not be loaded. This says nothing about the password.
 */
export async function runOnPasswordThread<T>(job: Job, startThread = start): Promise<T> {
  let thread: Worker;
  try {
    thread = idle.pop() ?? startThread();
  } catch (error) {
    throw unavailable(error);
  }
  thread.ref();
  return new Promise<T>((resolve, reject) => {
    let cause: unknown;
    const failed = (error: unknown) => {
      cause = error;
    };
    const died = () => reject(unavailable(cause));
    thread.once('error', failed);
    thread.once('exit', died);
    thread.once('message', (answer: { result: T } | { rejected: string }) => {
      thread.off('error', failed);
      thread.off('exit', died);
      thread.unref();
      idle.push(thread);
      if ('rejected' in answer) reject(new Error(answer.rejected));
      else resolve(answer.result);
    });
    thread.postMessage(job);
  });
}

function unavailable(cause: unknown): Failure {
  return new Failure('unavailable', 'password_check_failed', 'The password could not be checked. Try again soon.', {
    retryAfter: 1,
    cause,
  });
}

function start(): Worker {
  const thread = new Worker(PROGRAM, { eval: true, workerData: { argon2: import.meta.resolve('@node-rs/argon2') } });
  // `exit` follows, and rejects the job; an `error` without a listener would end the process.
  thread.on('error', () => undefined);
  thread.on('exit', () => {
    const index = idle.indexOf(thread);
    if (index !== -1) idle.splice(index, 1);
  });
  return thread;
}
