import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from '../../src/process/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { startServerProcess } from './server-process.ts';

const key = (): string => `k1:${randomBytes(32).toString('base64')}`;
const ENCRYPTION_KEYS = key();
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The output of a start with these settings before it exits. */
async function refusal(env: Record<string, string>): Promise<string> {
  const { code, signal, stdout, stderr } = await startServerProcess(env).ended;
  expect({ code, signal, stdout }).toEqual({ code: 1, signal: null, stdout: '' });
  return stderr;
}

test('without any settings it names both required ones', async () => {
  expect(await refusal({})).toBe(`The configuration is invalid:
  - DATABASE_URL: not set. Set it to the address of a PostgreSQL 15 or newer: postgres://user:password@host:5432/fanfare
  - ENCRYPTION_KEYS: not set. Credentials are never stored without it. Make one with: echo "k1:$(openssl rand -base64 32)"
`);
});

test('development mode still requires a key to store credentials', async () => {
  expect(await refusal({ FANFARE_ENV: 'development', DATABASE_URL: database.url })).toContain(
    '  - ENCRYPTION_KEYS: not set.',
  );
});

test('every wrong setting is listed, and no secret is repeated', async () => {
  const output = await refusal({
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: 'k1:c2hvcnQ=',
    PORT: '99999',
    LOG_LEVEL: 'loud',
    BASE_URL: 'nowhere',
    DATABASE_POOL: '0',
  });
  const [heading, ...problems] = output.trimEnd().split('\n');
  expect(heading).toBe('The configuration is invalid:');
  expect(problems.map((line) => line.split(':')[0]).sort()).toEqual([
    '  - BASE_URL',
    '  - DATABASE_POOL',
    '  - ENCRYPTION_KEYS',
    '  - LOG_LEVEL',
    '  - PORT',
  ]);
  expect(output).not.toContain('c2hvcnQ');
});

test('keys that do not match the database’s content', async () => {
  const first = startServerProcess({ DATABASE_URL: database.url, ENCRYPTION_KEYS });
  await first.ready;
  first.kill('SIGTERM');
  await first.ended;
  expect(await refusal({ DATABASE_URL: database.url, ENCRYPTION_KEYS: key() })).toBe(
    'ENCRYPTION_KEYS does not match this database, which uses the key "k1", but that key is missing or has another value. Put the key back into the list.\n',
  );
});

test('a folder of hosted files that is not that of the other servers', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'fanfare-refused-')), 'media');
  const name = '01900000-0000-7000-8000-000000000000';
  try {
    await client.query('update instance set media_folder_id = $1', [name]);
    const settings = { DATABASE_URL: database.url, ENCRYPTION_KEYS };
    expect(await refusal({ ...settings, MEDIA_DIR: folder })).toBe(
      `MEDIA_DIR: ${folder} is not the folder of the other servers, or was emptied. Mount the one they share. To use this folder instead, copy the files into it, then: echo ${name} > ${folder}/fanfare-media-id\n`,
    );
    expect(await refusal(settings)).toBe(
      'MEDIA_DIR: not set, but this installation hosts files. Set it to the folder that all servers share, or MEDIA_S3_BUCKET and the other settings of the bucket. To host none any more: update instance set media_folder_id = null\n',
    );
  } finally {
    await client.query('update instance set media_folder_id = null');
    await client.end();
    await rm(path.dirname(folder), { recursive: true });
  }
});

test('a port that is taken', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  expect(await refusal({ DATABASE_URL: database.url, ENCRYPTION_KEYS, PORT: String(port) })).toBe(
    `Port ${port} of 127.0.0.1 is taken. Set PORT to another one, or stop the program that listens there.\n`,
  );
  other.close();
});

test('a host that is no address of this machine, and the database is not blamed', async () => {
  const sentence =
    /^HOST or METRICS_HOST: (\S+) is no address of this machine \(\w+\)\. Set it to one of its addresses, to 127\.0\.0\.1, or to 0\.0\.0\.0 for all\.\n$/;
  for (const HOST of ['no-such-host.invalid', '192.0.2.1'])
    expect((await refusal({ DATABASE_URL: database.url, ENCRYPTION_KEYS, HOST })).match(sentence)?.[1]).toBe(HOST);
});

test('a database that does not answer', async () => {
  const port = await freePort(0);
  expect(await refusal({ DATABASE_URL: `postgres://ada:hidden@127.0.0.1:${port}/x`, ENCRYPTION_KEYS })).toBe(
    `PostgreSQL does not answer at 127.0.0.1:${port} (ECONNREFUSED). Is it running, and is DATABASE_URL right?\n`,
  );
});

test('a role that may not create tables', async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  const name = `fanfare_plain_${process.pid}_${randomBytes(4).toString('hex')}`;
  await admin.query(`create role "${name}" login password 'secret'`);
  await admin.query(`create database "${name}"`);
  try {
    const url = new URL(inject('postgresUrl'));
    Object.assign(url, { username: name, password: 'secret', pathname: `/${name}` });
    const output = await refusal({ DATABASE_URL: url.href, ENCRYPTION_KEYS });
    expect(output).toBe(
      `The role "${name}" may not do this in database "${name}": permission denied for database ${name}. Make it the owner of the database, or grant it CREATE on the database and on its schema.\n`,
    );
  } finally {
    await admin.query(`drop database "${name}" with (force)`);
    await admin.query(`drop role "${name}"`);
    await admin.end();
  }
});
