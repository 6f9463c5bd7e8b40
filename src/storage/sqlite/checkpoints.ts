// Schedules checkpoints of the write-ahead log: off the writing thread, and before the log grows large.
import type { Worker } from 'node:worker_threads';
import { type CheckpointResult, startCheckpointThread } from './checkpoint-thread.ts';

/**
 * Commits between two checkpoints: 1 MB of log when events come one by one, 10 MB under load. A checkpoint writes a page once,
 * however often it changed, but a large one slows all flushes while it runs: with one every 32 commits, p99 at 500 events a second
 * was 30 ms instead of 15.
 */
const COMMITS_PER_CHECKPOINT = 12;
/** Frames (128 MB of log) above which writers wait for one last short checkpoint, so that SQLite can restart the log. */
const MAX_FRAMES = 32_768;

/**
 * A checkpoint inside COMMIT would block the event loop for 20 to 40 ms and take 40 % of the writing thread's time. A
 * worker thread does it instead, started when the first checkpoint is due. SQLite restarts the log only when a writer finds all
 * of it checkpointed, which never happens under continuous load: then `afterCommit` holds the writers back for one checkpoint.
 */
export class Checkpoints {
  readonly #path: string;
  #thread: Worker | null = null;
  #running: Promise<CheckpointResult> | null = null;
  #threadExited: () => void = () => {};
  #commits = 0;
  #blockNext = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** To be called after each commit, before the next transaction begins; waits when the log is too long. */
  async afterCommit(): Promise<void> {
    this.#commits += 1;
    if (this.#blockNext && this.#running === null) {
      this.#blockNext = false;
      await this.#run();
    } else if (this.#commits >= COMMITS_PER_CHECKPOINT && this.#running === null) {
      this.#run().catch(() => {});
    }
  }

  /** Writes all of the log back, so that the next transaction starts it over; false if a full disk or a reader prevents it. */
  async writeBack(): Promise<boolean> {
    // A checkpoint that already runs does not see the newest commits.
    await this.#running?.catch(() => {});
    const { frames, checkpointed, failed } = await (this.#running ?? this.#run());
    return !failed && checkpointed === frames;
  }

  /** Stops the thread after the running checkpoint. */
  async close(): Promise<void> {
    await this.#running?.catch(() => {});
    const thread = this.#thread;
    if (thread === null) return;
    thread.ref();
    const exited = new Promise((resolve) => thread.once('exit', resolve));
    thread.postMessage('close');
    await exited;
  }

  #run(): Promise<CheckpointResult> {
    this.#commits = 0;
    const thread = this.#thread ?? this.#start();
    const result = new Promise<CheckpointResult>((resolve, reject) => {
      thread.once('message', resolve);
      this.#threadExited = () => reject(new Error('the checkpoint thread exited'));
    });
    thread.postMessage('checkpoint');
    this.#running = result.finally(() => {
      this.#running = null;
    });
    return this.#running.then((done) => {
      // A reader with an old snapshot prevents the log from being fully checkpointed: waiting would not help then.
      this.#blockNext = done.frames > MAX_FRAMES && done.frames - done.checkpointed < MAX_FRAMES / 2;
      return done;
    });
  }

  #start(): Worker {
    const thread = startCheckpointThread(this.#path);
    // The `exit` handler deals with the thread's end; an `error` without a listener would crash the service.
    thread.on('error', () => {});
    // The next checkpoint starts another thread.
    thread.on('exit', () => {
      this.#thread = null;
      this.#threadExited();
    });
    this.#thread = thread;
    return thread;
  }
}
