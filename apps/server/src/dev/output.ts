/** Writes that never fail: the terminal may be closed while there is still something to stop, and a reader of a pipe may leave. */
export function openOutput(): (text: string) => void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return (text) => void process.stdout.write(text);
}
