import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner can read, whole or not at all, even when the power goes. */
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
