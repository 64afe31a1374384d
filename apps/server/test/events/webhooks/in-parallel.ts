export const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

/** At most eight at once; the results are in the order of the items. */
export async function inParallel<T, Result>(
  items: readonly T[],
  work: (item: T) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const chunk of chunksOf(items, 8)) results.push(...(await Promise.all(chunk.map(work))));
  return results;
}
