import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a new file atomically, also from two processes at once. Throws EEXIST. */
export function writeSecret(file: string, text: string, mode: number): void {
  const unfinished = `${file}.${process.pid}.new`;
  rmSync(unfinished, { force: true });
  const handle = openSync(unfinished, 'wx', mode);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
    linkSync(unfinished, file);
  } finally {
    closeSync(handle);
    rmSync(unfinished, { force: true });
  }
}
