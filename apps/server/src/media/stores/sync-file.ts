import { open } from 'node:fs/promises';

/** Makes the content of a file, or the entries of a folder, safe against a crash of the machine. */
export async function syncFile(name: string): Promise<void> {
  const file = await open(name, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
