import { lstatSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/operator/embedded-postgres/start-embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
/** Only its owner may enter it, as with /root. */
const privateFolder = mkdtempSync(path.join(tmpdir(), 'fanfare-private-'));
const home = path.join(privateFolder, 'checkout', '.fanfare', 'postgres');
let postgres: EmbeddedPostgres;

beforeAll(() => {
  expect(statSync(privateFolder).mode & 0o777).toBe(0o700);
});
afterAll(async () => {
  await postgres?.stop();
  if (isRoot) rmSync(readlinkSync(home), { recursive: true, force: true });
  rmSync(privateFolder, { recursive: true, force: true });
});

async function ask(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('PostgreSQL runs below a folder that others may not enter; deleting its folder starts over', async () => {
  postgres = await startEmbeddedPostgres({ home });
  await ask('create table kept as select 7 as n');
  // As root the data is where PostgreSQL's account can reach it, and a link points there. Any other
  // user owns the data.
  expect(lstatSync(home).isSymbolicLink()).toBe(isRoot);
  if (isRoot) {
    const { mode, uid } = statSync(home);
    expect([readlinkSync(home), mode & 0o777, uid === 0]).toEqual([
      expect.stringMatching(/^\/var\/tmp\/fanfare-[0-9a-f]{12}$/),
      0o700,
      false,
    ]);
  }
  await postgres.stop();

  postgres = await startEmbeddedPostgres({ home });
  expect(await ask('select n from kept')).toEqual([{ n: 7 }]);
  // It still runs when its folder is deleted, as after `rm -rf .fanfare` beside a killed service.
  rmSync(home, { recursive: true });
  const before = postgres;
  postgres = await startEmbeddedPostgres({ home });
  await expect(ask('select n from kept')).rejects.toMatchObject({ code: '42P01' });
  await before.stop();
});

test('an entry of that name in the shared folder that somebody else created is not used', async () => {
  // Only root uses the shared folder.
  const other = path.join(privateFolder, 'other', 'postgres');
  if (isRoot) {
    const probe = await startEmbeddedPostgres({ home: other });
    await probe.stop();
    const folder = readlinkSync(other);
    rmSync(folder, { recursive: true });
    const trap = path.join(privateFolder, 'trap');
    mkdirSync(trap);
    symlinkSync(trap, folder);
    await expect(startEmbeddedPostgres({ home: other })).rejects.toThrow(
      `${folder} belongs to another user. Remove it, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
    rmSync(folder);
  } else {
    const probe = await startEmbeddedPostgres({ home: other });
    expect(lstatSync(other).isDirectory()).toBe(true);
    await probe.stop();
  }
});
