// Processes many rows in transactions of limited size, so that other writes wait only briefly.

/** Repeats a step that processes up to `limit` rows until it finds fewer, or `stopping` aborts; returns how many it processed. */
export async function inBatches(
  limit: number,
  stopping: AbortSignal | undefined,
  step: (limit: number) => Promise<number>,
): Promise<number> {
  let processed = 0;
  for (let last = limit; last === limit && !stopping?.aborted; processed += last) last = await step(limit);
  return processed;
}
