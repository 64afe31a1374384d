const BATCH = 1_000;

/** Deletes rows in separate statements, until one finds less than it may delete. */
export async function deleteInBatches(
  stopping: AbortSignal,
  deleteSome: (limit: number) => Promise<number>,
): Promise<void> {
  while (!stopping.aborted && (await deleteSome(BATCH)) === BATCH);
}
