/** Waits at most `ms` for `work`. False when it has not ended. Does not keep the process alive. */
export function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, ms, false).unref());
  return Promise.race([work.then(() => true), timeout]);
}
