import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Absent, Contender, Sample } from '../measure.ts';

const DEBIAN = '/usr/lib/postgresql';

/** pgbench of Debian or of the PATH; null where neither has it. */
function findPgbench(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => `${DEBIAN}/${version}/bin`) : [];
  const folders = [...versions, ...(process.env.PATH ?? '').split(path.delimiter)];
  return folders.map((folder) => path.join(folder, 'pgbench')).find((file) => existsSync(file)) ?? null;
}

/** The limit: the database alone, with no server before it. */
export function pgbench(
  name: string,
  { databaseUrl, clients, script }: { readonly databaseUrl: string; readonly clients: number; readonly script: string },
): Contender | Absent {
  const program = findPgbench();
  if (program === null) return { name, skipped: 'pgbench is not installed: apt-get install postgresql-contrib' };
  return {
    name,
    async run(seconds): Promise<Sample> {
      const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-pgbench-'));
      try {
        const file = path.join(folder, 'script.sql');
        writeFileSync(file, script);
        const time = String(Math.ceil(seconds));
        const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', time, '-f', file, databaseUrl];
        // The server's sessions have no jit either.
        const { stdout } = await promisify(execFile)(program, args, {
          env: { ...process.env, PGOPTIONS: '-c jit=off' },
        });
        const read = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1]);
        if (!/tps = /.test(stdout))
          throw new Error('pgbench had no time for a single transaction: the machine is too busy');
        return {
          figure: read(/tps = ([\d.]+)/),
          done: read(/actually processed: (\d+)/),
          more: { 'mean ms': read(/latency average = ([\d.]+)/) },
        };
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
