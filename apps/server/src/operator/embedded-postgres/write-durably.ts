import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';

/** Writes a private file. A power failure leaves the old file or the new one. */
export function writeDurably(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}.new`;
  const handle = openSync(unfinished, 'w', 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(unfinished, file);
}
