import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { createTestDatabase } from '../test-database.ts';
import { until } from '../until.ts';
import { personOf } from '../use-server.ts';

/** A disk of so many MiB, and a way to fill it; null where this account may not mount one. */
function mountDisk(mib: number): { readonly folder: string; fill(): void; empty(): void; unmount(): void } | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    fill() {
      // Fills the free space, and ends with an error.
      execFileSync('sh', ['-c', 'cat /dev/zero > "$0" 2>/dev/null || true', ballast]);
    },
    empty: () => rmSync(ballast),
    unmount() {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

const disk = process.platform === 'linux' ? mountDisk(48) : null;

describe.skipIf(disk === null)('on a disk that is really full (a tmpfs; mounting one requires root)', () => {
  const tablespace = `fanfare_small_${process.pid}`;
  let admin: pg.Client;
  let server: TestServer;

  beforeAll(async () => {
    admin = new pg.Client({ connectionString: inject('postgresUrl') });
    await admin.connect();
    const { rows } = await admin.query<{ folder: string }>("select current_setting('data_directory') as folder");
    const { uid, gid } = statSync(rows[0]!.folder);
    const folder = path.join(disk!.folder, 'postgres');
    mkdirSync(folder);
    chownSync(folder, uid, gid);
    await admin.query(`create tablespace "${tablespace}" location '${folder}'`);
    server = await startTestServer({
      async database() {
        const database = await createTestDatabase();
        await admin.query(`alter database "${new URL(database.url).pathname.slice(1)}" set tablespace "${tablespace}"`);
        return database;
      },
    });
  });
  afterAll(async () => {
    await server.stop();
    await admin.query(`drop tablespace "${tablespace}"`);
    await admin.end();
    disk!.unmount();
  });

  test('a post is answered with 503 and not published, /readyz reports it, and both recover when there is space', async () => {
    const ana = await personOf(server, 'threads');
    const readyz = async () => {
      const response = await fetch(`${server.baseUrl}/readyz`);
      return [response.status, await response.json()];
    };
    expect(await readyz()).toEqual([200, { status: 'ready' }]);
    disk!.fill();
    // What fits into existing pages is still stored.
    const refused = await until(async () => {
      const reply = await ana.publish({ content: 'word '.repeat(90) });
      return reply.status === 201 ? null : reply;
    });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(refused.body).toEqual(
      errorBody(
        refused,
        'unavailable',
        'The service has a database that cannot work now. Send the same request again.',
      ),
    );
    const posts = (await ana.posts()).length;
    expect(await readyz()).toEqual([503, { status: 'database disk full' }]);
    expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200);
    expect(await ana.posts()).toHaveLength(posts);

    disk!.empty();
    expect(await readyz()).toEqual([200, { status: 'ready' }]);
    expect((await ana.publish({ content: 'Room again' })).status).toBe(201);
    expect(server.log().match(/the disk of the database is full/g)).toHaveLength(1);
  });
});
