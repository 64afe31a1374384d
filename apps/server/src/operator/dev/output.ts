/** Returns a write function that never fails: a terminal or pipe may close during a stop. */
export function openOutput(): (text: string) => void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return (text) => void process.stdout.write(text);
}
