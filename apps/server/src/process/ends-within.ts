/** Waits for `work`, at most `ms` milliseconds. False when it has not ended by then. The wait does not keep the process alive. */
export function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, ms, false).unref());
  return Promise.race([work.then(() => true), timeout]);
}
