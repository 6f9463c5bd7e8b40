// Lets the pages of all exports take turns, so that events run in between however many exports there are.
import { TurnQueue } from '../server/turn-queue.ts';

/** Reading or writing a page of 500 events takes 6 ms, and an event passes through about eight ticks. */
const queue = new TurnQueue(() => ({ steps: 1, time: 0 }));

/**
 * The same pages, each read and then used in its own tick. Ten concurrent exports, with a page each in every tick, delayed an event
 * by 2.5 s.
 */
export async function* onePerTick<T>(pages: AsyncGenerator<T>): AsyncGenerator<T> {
  await turn();
  for await (const page of pages) {
    await turn();
    yield page;
    await turn();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => queue.take(resolve));
}
