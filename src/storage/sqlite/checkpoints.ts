// When the write-ahead log is carried into the database file: off the writing thread, and before the log grows large.
import type { Worker } from 'node:worker_threads';
import { type Pass, startCheckpointThread } from './checkpoint-thread.ts';

/** Commits between two passes, about 30 MB of log: each pass writes a page once however often it changed. */
const PASS_COMMITS = 32;
/** Frames (128 MB of log) from which writers wait for a last short pass, so that the log can begin anew. */
const HOLD_FRAMES = 32_768;

/**
 * A checkpoint inside COMMIT stops the event loop for 20 to 40 ms and costs 40 % of the writing thread's time. Here a
 * thread does it, started when a first pass is due. SQLite begins the log anew only when a writer finds all of it
 * carried over, which under unbroken load never happens by itself: then `turn` holds the writers back for one pass.
 */
export class Checkpoints {
  readonly #path: string;
  #thread: Worker | null = null;
  #pass: Promise<Pass> | null = null;
  #ended: () => void = () => {};
  #commits = 0;
  #holdNext = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** To be called after each commit, before the next transaction begins; waits when the log is too long. */
  async turn(): Promise<void> {
    this.#commits += 1;
    if (this.#holdNext && this.#pass === null) {
      this.#holdNext = false;
      await this.#run();
    } else if (this.#commits >= PASS_COMMITS && this.#pass === null) {
      this.#run().catch(() => {});
    }
  }

  /** Ends the thread; a pass under way is finished first. */
  async close(): Promise<void> {
    await this.#pass?.catch(() => {});
    const thread = this.#thread;
    if (thread === null) return;
    thread.ref();
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    thread.postMessage('close');
    await ended;
  }

  #run(): Promise<Pass> {
    this.#commits = 0;
    const thread = this.#thread ?? this.#start();
    const pass = new Promise<Pass>((resolve, reject) => {
      thread.once('message', resolve);
      this.#ended = () => reject(new Error('the checkpoint thread ended'));
    });
    thread.postMessage('pass');
    this.#pass = pass.finally(() => {
      this.#pass = null;
    });
    return this.#pass.then((done) => {
      // A reader that holds an old state keeps the log from being carried over: waiting would not help then.
      this.#holdNext = done.frames > HOLD_FRAMES && done.frames - done.carried < HOLD_FRAMES / 2;
      return done;
    });
  }

  #start(): Worker {
    const thread = startCheckpointThread(this.#path);
    // What ends a thread is seen by its `exit`; without a listener its error would end the service.
    thread.on('error', () => {});
    // The next pass starts another thread.
    thread.on('exit', () => {
      this.#thread = null;
      this.#ended();
    });
    this.#thread = thread;
    return thread;
  }
}
