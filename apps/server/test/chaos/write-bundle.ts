import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const SERVER = fileURLToPath(new URL('./server.ts', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../../package.json', import.meta.url));
/** Next to the packages that the server resolves by name at run time. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/chaos', import.meta.url));
const KEPT_MS = 24 * 3_600_000;

/**
 * A program that writes the chaos server and its imports as one file and prints its path. The
 * bundler never frees its memory, so it has a separate process.
 */
async function bundle(): Promise<string> {
  const build = await rolldown({
    input: { server: SERVER },
    platform: 'node',
    logLevel: 'silent',
    external: ['sharp'],
  });
  const { output } = await build.generate({
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  });
  await build.close();
  const files = output.flatMap((file) =>
    file.type === 'chunk' ? [[`src/config/${file.fileName}`, file.code] as const] : [],
  );
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  const folder = path.join(FOLDER, hash);
  const draft = `${folder}-${randomUUID()}`;
  await mkdir(path.join(draft, 'src/config'), { recursive: true });
  for (const [name, code] of files) await writeFile(path.join(draft, name), code);
  // The server reads its version two folders above `config/installed-files.ts`.
  await copyFile(PACKAGE, path.join(draft, 'package.json'));
  // A later process finds it there.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  const now = new Date();
  await utimes(folder, now, now);
  await removeOld(now.getTime());
  return path.join(folder, 'src/config/server.mjs');
}

async function removeOld(now: number): Promise<void> {
  for (const name of await readdir(FOLDER)) {
    const folder = path.join(FOLDER, name);
    const at = await stat(folder).catch(() => null);
    if (at && now - at.mtimeMs > KEPT_MS) await rm(folder, { recursive: true, force: true });
  }
}

process.stdout.write(await bundle());
