/**
 * Maps each item through `act`, at most `limit` at once; results keep the order. Rejects with the first
 * failure. What `act` has at hand it gives without a promise: among thousands of items, waiting for
 * nothing is what takes the time.
 */
export async function mapLimited<T, R>(
  items: readonly T[],
  limit: number,
  act: (item: T, index: number) => R | Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  async function worker(): Promise<void> {
    for (let at = next++; at < items.length; at = next++) {
      const result = act(items[at] as T, at);
      results[at] = result instanceof Promise ? await result : result;
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
