/** Maps each item through `act`, at most `limit` at once; results keep the order. Rejects with the first failure. */
export async function mapLimited<T, R>(
  items: readonly T[],
  limit: number,
  act: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  async function worker(): Promise<void> {
    for (let at = next++; at < items.length; at = next++) results[at] = await act(items[at] as T, at);
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
