/** Deletes one after the other, also when one cannot be deleted; throws the first error then. */
export async function deleteEach<T>(items: readonly T[], deleteOne: (item: T) => Promise<void>): Promise<void> {
  const failed: unknown[] = [];
  for (const item of items) await deleteOne(item).catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}
