import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '../../../src/process/free-port.ts';
import { makeFolder } from '../dev/dev-process.ts';
import { type Finished, runFanfare, runShippedFanfare } from './run-fanfare.ts';

const NAME = `fanfare_test_${process.pid}_${randomBytes(8).toString('hex')}`;
let admin: pg.Client;
let url: string;

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database "${NAME}"`);
  url = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${NAME}` }).href;
});
afterAll(async () => {
  await admin.query(`drop database "${NAME}" with (force)`);
  await admin.end();
});

const refused = (sentence: string): Finished => ({ code: 1, stdout: '', stderr: `fanfare: ${sentence}\n` });
const sentenceOn = (databaseUrl: string) => runFanfare(['projects', 'list'], { DATABASE_URL: databaseUrl });

test('a server on a database without tables says to migrate; of two concurrent migrations one runs; then the schema is up to date', async () => {
  expect(await sentenceOn(url)).toEqual(
    refused(
      `The database "${NAME}" at ${new URL(url).host} does not have the schema that this version needs. Run: pnpm fanfare migrate`,
    ),
  );
  const migrate = () => runShippedFanfare(['migrate'], { DATABASE_URL: url });
  const both = await Promise.all([migrate(), migrate()]);
  const applied = expect.stringMatching(/^Applied: \d{8}T\d{4}_\w+(, \d{8}T\d{4}_\w+)*\n$/);
  const upToDate = { code: 0, stdout: 'The schema is up to date.\n', stderr: '' };
  expect(both.toSorted((a, b) => a.stdout.localeCompare(b.stdout))).toEqual([
    { code: 0, stdout: applied, stderr: '' },
    upToDate,
  ]);
  expect(await migrate()).toEqual(upToDate);
  expect((await sentenceOn(url)).code).toBe(0);
});

test('without DATABASE_URL the command uses the database of the development service of this folder', async () => {
  const folder = makeFolder();
  writeFileSync(path.join(folder, 'dev.json'), JSON.stringify({ databaseUrl: url }));
  const created = await runFanfare(['projects', 'create', 'From beside'], { FANFARE_FOLDER: folder });
  expect(created.code).toBe(0);
  expect((await sentenceOn(url)).stdout).toContain('From beside');
});

describe('each obstacle is one sentence, with exit code 1:', () => {
  test('no DATABASE_URL', async () => {
    expect(await runFanfare(['migrate'])).toEqual(
      refused(
        'DATABASE_URL is not set and no development service runs from this folder. Set it: DATABASE_URL=postgres://user:password@host:5432/fanfare',
      ),
    );
  });

  test('not the address of a PostgreSQL', async () => {
    const expected = refused(
      'DATABASE_URL: Must be the address of a PostgreSQL: postgres://user:password@host:5432/fanfare, of several hosts: postgres://user:password@one:5432,two:5432/fanfare, or postgres://user:password@/fanfare?host=/folder/of/the/socket',
    );
    expect(await Promise.all([sentenceOn('mysql://ada@127.0.0.1/x'), sentenceOn('fanfare')])).toEqual([
      expected,
      expected,
    ]);
  });

  test('no server answers there, by number or by name', async () => {
    const port = await freePort(0);
    const expected = (host: string) =>
      refused(
        `PostgreSQL does not answer at ${host}:${port} (ECONNREFUSED). Is it running, and is DATABASE_URL right?`,
      );
    const [number, name, migrating] = await Promise.all([
      sentenceOn(`postgres://ada:hidden@127.0.0.1:${port}/x`),
      sentenceOn(`postgres://ada:hidden@localhost:${port}/x`),
      runFanfare(['migrate'], { DATABASE_URL: `postgres://ada:hidden@127.0.0.1:${port}/x` }),
    ]);
    expect([number, name, migrating]).toEqual([expected('127.0.0.1'), expected('localhost'), expected('127.0.0.1')]);
  });

  test('a wrong password', async () => {
    const wrong = new URL(url);
    wrong.password = 'mistyped';
    expect(await sentenceOn(wrong.href)).toEqual(
      refused(
        `PostgreSQL at ${wrong.host} refuses the user "${wrong.username}": password authentication failed for user "${wrong.username}". Check the user and password in DATABASE_URL.`,
      ),
    );
  });
});
