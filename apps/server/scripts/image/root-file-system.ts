import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { ImageConfig } from './read-dockerfile.ts';

/** Starts a command inside the file system. */
export type RootFileSystem = { start(command: readonly string[], env: Readonly<Record<string, string>>): ChildProcess };

const MOUNT = `
mount --bind "$ROOT" "$ROOT" && mount -o remount,bind,ro "$ROOT" && mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp" &&
exec unshare --root "$ROOT" --wd "$FOLDER" --setgid "$GID" --setuid "$UID_" /usr/bin/env -i "$@"
`;

/**
 * Copies what the Dockerfile copies beside Node and the system's libraries, instead of the
 * distroless base. Commands run with a read-only root, the image's user and a given environment.
 */
export function createRootFileSystem(root: string, built: string, config: ImageConfig): RootFileSystem {
  for (const { from, to } of config.copies) cpSync(path.join(built, from), path.join(root, to), { recursive: true });
  const node = path.join(root, config.command[0]!);
  copyProgram(process.execPath, node, root);
  copyProgram('/usr/bin/env', path.join(root, 'usr/bin/env'), root);
  mkdirSync(path.join(root, 'tmp'));
  return {
    start(command, env) {
      const settings = Object.entries({ PATH: '', ...config.env, ...env }).map(([name, value]) => `${name}=${value}`);
      const { uid, gid } = config.user;
      return spawn('unshare', ['--mount', 'sh', '-c', MOUNT, 'sh', ...settings, ...command], {
        env: {
          PATH: process.env.PATH,
          ROOT: root,
          FOLDER: config.folder,
          UID_: String(uid),
          GID: String(gid),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    },
  };
}

function copyProgram(program: string, to: string, root: string): void {
  copy(program, to);
  const listed = execFileSync('ldd', [program], { encoding: 'utf8' });
  for (const [library] of listed.matchAll(/\/\S+/g)) copy(library, path.join(root, library));
}

function copy(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  copyFileSync(from, to);
}
