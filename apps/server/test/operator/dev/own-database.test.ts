import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startDevDatabase } from '../../../src/operator/dev/dev-database.ts';
import { freePort } from '../../../src/process/free-port.ts';
import { makeFolder, startDev } from './dev-process.ts';

/** The name of the role and of its database. */
const NAME = `fanfare_own_${process.pid}_${randomBytes(4).toString('hex')}`;
const folder = makeFolder();
let admin: pg.Client;
let ownUrl: URL;

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create role "${NAME}" login password 'secret' nosuperuser nocreatedb nocreaterole`);
  await admin.query(`create database "${NAME}" owner "${NAME}"`);
  ownUrl = new URL(inject('postgresUrl'));
  ownUrl.username = NAME;
  ownUrl.password = 'secret';
  ownUrl.pathname = `/${NAME}`;
});
afterAll(async () => {
  await admin.query(`drop database if exists "${NAME}" with (force)`);
  await admin.query(`drop role if exists "${NAME}"`);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});

test('DATABASE_URL is used as a plain role, and no other PostgreSQL is started', async () => {
  const dev = startDev(folder, { DATABASE_URL: ownUrl.href });
  const { databaseUrl, baseUrl, apiKey } = await dev.welcome;
  expect(databaseUrl).toBe(ownUrl.href);
  const response = await fetch(`${baseUrl}/api/v1/accounts`, { headers: { Authorization: `Bearer ${apiKey}` } });
  expect(response.status).toBe(200);
  dev.press('SIGINT');
  expect(await dev.ended).toEqual({ code: 0, signal: null });
  expect(existsSync(path.join(folder, 'postgres'))).toBe(false);
});

describe('a DATABASE_URL that does not work is reported in one sentence:', () => {
  const refused = async (change: (url: URL) => void): Promise<string> => {
    const dev = startDev(folder, { DATABASE_URL: changed(change) });
    expect(await dev.ended).toEqual({ code: 1, signal: null });
    return dev.output();
  };
  const changed = (change: (url: URL) => void): string => {
    const url = new URL(ownUrl);
    change(url);
    return url.href;
  };
  /** Returns the sentence that the command prints then, without the rest of it. */
  const sentenceOn = (change: (url: URL) => void): Promise<string> =>
    startDevDatabase(folder, changed(change)).then(String, ({ message }: Error) => message);

  test('no server answers', async () => {
    const port = await freePort(0);
    const output = await refused((url) => {
      url.port = String(port);
    });
    expect(output).toBe(
      `\nPostgreSQL does not answer at 127.0.0.1:${port} (ECONNREFUSED). Is it running, and is DATABASE_URL right?\n`,
    );
  });

  test('the password is wrong, and is not repeated', async () => {
    const sentence = await sentenceOn((url) => {
      url.password = 'mistyped';
    });
    expect(sentence).toContain(`refuses the user "${NAME}"`);
    expect(sentence).not.toContain('mistyped');
    expect(sentence.split('\n')).toHaveLength(1);
  });

  test('the database does not exist', async () => {
    const sentence = await sentenceOn((url) => {
      url.pathname = '/nowhere';
    });
    expect(sentence).toBe(`PostgreSQL at ${ownUrl.host} has no database "nowhere". Create it first: createdb nowhere`);
  });

  test('it contains credentials sealed with another key', async () => {
    const output = await refused((url) => {
      rmSync(path.join(folder, 'encryption-key'), { force: true });
      url.hash = '';
    });
    expect(output).toBe(
      '\nENCRYPTION_KEYS does not match this database, which uses the key "dev", but that key is missing or has another value. Put the key back into the list.\n',
    );
  });
});
