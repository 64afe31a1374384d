import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { runToEnd } from '../run-to-end.ts';
import { type Guarded, startGuarded } from '../start-guarded.ts';

export type Mariadb = { readonly socket: string; stop(): Promise<void> };

/**
 * Starts a MariaDB with an empty database `wordpress`. It listens on a socket in the folder and on
 * no port; root has no password. `thenDelete` is deleted when it has ended.
 */
export async function startMariadb(folder: string, thenDelete: string): Promise<Mariadb> {
  const data = path.join(folder, 'data');
  const socket = path.join(folder, 'socket');
  const user = userInfo().uid === 0 ? ['--user=root'] : [];
  mkdirSync(folder, { recursive: true });
  await runToEnd(
    'mariadb-install-db',
    ['--no-defaults', ...user, `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { cwd: folder },
  );
  const server: Guarded = startGuarded(
    '/usr/sbin/mariadbd',
    [
      '--no-defaults',
      ...user,
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--pid-file=${path.join(folder, 'pid')}`,
      '--skip-networking',
      // Nothing of it has to survive a crash.
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=32M',
    ],
    { cwd: folder, thenDelete },
  );
  try {
    await server.prints('ready for connections');
    await runToEnd(
      'mariadb',
      ['--no-defaults', `--socket=${socket}`, '--user=root', '--execute=create database wordpress'],
      {
        cwd: folder,
      },
    );
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { socket, stop: server.stop };
}
