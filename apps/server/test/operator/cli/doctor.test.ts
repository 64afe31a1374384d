import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secret } from '@fanfare/network';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkCanary } from '../../../src/accounts/credentials/check-canary.ts';
import { sealCredential } from '../../../src/accounts/credentials/sealed-credential.ts';
import { readConfig } from '../../../src/config/config.ts';
import { type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { createProject } from '../../../src/operator/dev/dev-projects.ts';
import { judgeVersion } from '../../../src/operator/doctor/check-database.ts';
import { examine } from '../../../src/operator/doctor/examine.ts';
import type { Finding } from '../../../src/operator/doctor/finding.ts';
import { freePort } from '../../../src/process/free-port.ts';
import { ids } from '../../../src/process/ids.ts';
import { createKeyRing } from '../../../src/process/key-ring.ts';
import { signGuard } from '../../../src/publishing/restore-guard.table.ts';
import { type MailServer, startMailServer } from '../../people/mail/mail-server.ts';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';
import { runShippedFanfare } from './run-fanfare.ts';

const KEY = `k1:${randomBytes(32).toString('base64')}`;
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let db: DatabasePool;
let mails: MailServer;
let web: Server;
let at: string;
let closed: number;
let env: Record<string, string>;

beforeAll(async () => {
  [database, mails, closed] = await Promise.all([createTestDatabase(), startMailServer(), freePort(0)]);
  db = openDatabase({ url: database.url, maxConnections: 1, onError: () => undefined });
  web = createServer((req, res) => {
    res.end(req.url === '/healthz' ? '{"status":"ok"}' : '');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  env = {
    DATABASE_URL: database.url,
    DATABASE_POOL: '8',
    ENCRYPTION_KEYS: KEY,
    BASE_URL: at,
    SMTP_URL: mails.url,
    X_CLIENT_ID: 'app',
    X_API_URL: `${at}/x/api`,
    X_WEB_URL: `${at}/x/web`,
    MEDIA_SPOOL_BYTES: `${512 * 1024 ** 2}`,
  };
});
afterAll(async () => {
  web.close();
  await Promise.all([mails.stop(), db.close()]);
  await database.drop();
});

test('an outgoing proxy is not used, as the server uses none, and it is said', async () => {
  let asked = 0;
  const proxy = createServer((_req, res) => void res.end(`${++asked}`));
  proxy.on('connect', (_req, socket) => {
    asked++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const through = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY, HTTPS_PROXY: HTTP_PROXY };
  const egressWith = async (changed: Record<string, string>) => {
    const { stdout } = await runShippedFanfare(['doctor', '--json'], { ...env, ...through, ...changed });
    const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
    return findings.find(({ check }) => check === 'egress');
  };
  expect(await egressWith({})).toEqual({
    check: 'egress',
    state: 'warning',
    message: `This machine reaches ${at}, but not through HTTP_PROXY: Fanfare uses no outgoing proxy.`,
    fix: 'Allow outgoing connections of the server without the proxy, see docs/self-hosting.md.',
  });
  expect(await egressWith({ X_API_URL: `http://127.0.0.1:${closed}` })).toEqual({
    check: 'egress',
    state: 'problem',
    message: `This machine does not reach http://127.0.0.1:${closed} (ECONNREFUSED).`,
    fix: 'Allow outgoing https to these hosts in the firewall, and check DNS. Fanfare does not use HTTP_PROXY.',
  });
  expect(asked).toBe(0);
  proxy.close();
});

const examineWith = (changed: Record<string, string>, now: () => number = Date.now): Promise<readonly Finding[]> =>
  examine({
    config: readConfig({ ...env, ...changed }),
    processClock: { now, sleep: async () => undefined },
    randomBytes,
  });

/** Findings of one check with these settings. */
const findingsOf = async (check: Finding['check'], changed: Record<string, string> = {}, now?: () => number) =>
  (await examineWith(changed, now)).filter((finding) => finding.check === check).map(({ check: _, ...found }) => found);

const ok = (message: unknown) => ({ state: 'ok', message });
const problem = (message: unknown, fix: unknown) => ({ state: 'problem', message, fix });
const warning = (message: unknown, fix: unknown) => ({ state: 'warning', message, fix });

test('the command prints one line for each check and exits with 0 when there is no problem', async () => {
  const { code, stdout, stderr } = await runShippedFanfare(['doctor', '--json'], env);
  const { ok: isOk, findings } = JSON.parse(stdout) as { ok: boolean; findings: readonly Finding[] };
  expect([code, stderr, isOk]).toEqual([0, '', true]);
  expect(findings.map(({ check, state }) => [check, state])).toEqual([
    ['configuration', 'ok'],
    ['database', 'ok'],
    ['schema', 'ok'],
    ['connections', 'ok'],
    ['durability', expect.stringMatching(/^(ok|warning)$/)],
    ['standby', 'ok'],
    ['keys', 'ok'],
    ['clock', 'ok'],
    ['jobs', 'skipped'],
    ['moves', 'ok'],
    ['networks', 'ok'],
    ['address', 'warning'],
    ['oauth', 'warning'],
    ['mail', 'ok'],
    ['egress', 'ok'],
    ['disk', 'ok'],
    ['files', 'skipped'],
    ['conversion', 'skipped'],
  ]);
});

test('settings that cannot be read are each a line, with exit code 1 and without the value of a secret', async () => {
  const bad = { ...env, ENCRYPTION_KEYS: 'k1:secret-of-mine', DATABASE_POOL: '1' };
  const { code, stdout, stderr } = await runShippedFanfare(['doctor'], bad);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout.split('\n').map((line) => line.slice(0, 62))).toEqual([
    'CHECK          STATE    FOUND',
    expect.stringMatching(/^configuration {2}PROBLEM {2}DATABASE_POOL: Must be at least 4\. /),
    'configuration  PROBLEM  ENCRYPTION_KEYS: entry 1 is not "id:ba',
    '',
  ]);
  expect(stdout).not.toContain('secret-of-mine');
});

describe('database', () => {
  test('that does not answer: one problem, and what needs it is skipped', async () => {
    const url = `postgres://ada:hidden@127.0.0.1:${closed}/x`;
    const findings = (await examineWith({ DATABASE_URL: url })).slice(1, 8);
    expect(findings[0]).toEqual({
      check: 'database',
      ...problem(
        `PostgreSQL does not answer at 127.0.0.1:${closed} (ECONNREFUSED). Is it running, and is DATABASE_URL right?`,
        'Correct DATABASE_URL or PostgreSQL, then run this again.',
      ),
    });
    expect(findings.slice(1).map(({ check, state }) => `${check} ${state}`)).toEqual([
      'schema skipped',
      'connections skipped',
      'durability skipped',
      'standby skipped',
      'keys skipped',
      'clock skipped',
    ]);
  });

  test('of an old version', () => {
    expect(judgeVersion({ version: 140_011 })).toEqual({
      check: 'database',
      ...problem('PostgreSQL 14 answers.', 'Upgrade it to PostgreSQL 15 or newer.'),
    });
  });

  test('with fewer connections than a server needs, or with few that are free', async () => {
    const [many] = await findingsOf('connections', { DATABASE_POOL: '90000' });
    expect(many).toEqual(
      problem(
        expect.stringMatching(
          /^One server needs 90004 connections \(DATABASE_POOL and 4 more\)\. PostgreSQL allows \d+;/,
        ),
        'Raise max_connections or the limit of the role, or lower DATABASE_POOL.',
      ),
    );
    const allowed = Number(/allows (\d+)/.exec(many!.message)![1]);
    const other = new pg.Client({ connectionString: database.url, application_name: 'another program' });
    await other.connect();
    const found = await findingsOf('connections', { DATABASE_POOL: `${allowed - 4}` });
    await other.end();
    expect(found).toEqual([
      warning(
        expect.stringMatching(new RegExp(`allows ${allowed}; other programs use [1-9]\\d*\\.$`)),
        'Close other connections, raise max_connections, or lower DATABASE_POOL.',
      ),
    ]);
  });

  test('that does not write what it commits', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await db.query({ text: `alter database "${name}" set synchronous_commit = off` });
    const [found] = await findingsOf('durability');
    await db.query({ text: `alter database "${name}" reset synchronous_commit` });
    expect(found).toEqual(
      warning(
        expect.stringMatching(/^PostgreSQL may lose committed data in a crash: .*synchronous_commit is off\./),
        expect.stringMatching(/^Turn on: .*synchronous_commit\.$/),
      ),
    );
  });
});

describe('schema', () => {
  test('without the newest migration, and with an unknown one beside', async () => {
    const { rows } = await db.query<{ name: string }>({
      text: 'update migrations set name = $1 where id = (select max(id) from migrations) returning (select max(name) from migrations) as name',
      values: ['20990101T0000_future'],
    });
    const both = await findingsOf('schema');
    await db.query({ text: "delete from migrations where name = '20990101T0000_future'" });
    const [schema, keys] = [await findingsOf('schema'), await findingsOf('keys')];
    await db.query({
      text: 'insert into migrations (name, batch, migration_time) values ($1, 1, now())',
      values: [rows[0]!.name],
    });
    expect(both).toEqual([
      problem(
        'The database has migrations that this version does not know: 20990101T0000_future.',
        'Start the version that applied them, or use a new database.',
      ),
    ]);
    expect(schema).toEqual([
      problem(
        `The database lacks migrations: ${rows[0]!.name}.`,
        'Run: fanfare migrate. A server also does it when it starts.',
      ),
    ]);
    expect(keys).toEqual([{ state: 'skipped', message: 'The schema is not that of this version.' }]);
    expect(await findingsOf('schema')).toEqual([ok('The schema is up to date.')]);
  });

  test('of a restored database', async () => {
    await signGuard(db);
    await db.query({ text: 'update restore_guard set written_by = null' });
    const found = await findingsOf('schema');
    await signGuard(db);
    expect(found).toEqual([
      problem(
        'This is not the copy of the data that servers last used: it was restored or copied.',
        'Run: fanfare recover since <time of the backup>, or fanfare recover complete. See docs/backup.md.',
      ),
    ]);
  });
});

test('keys: everything stored opens, or the missing key is named with what it closes', async () => {
  const keyRing = createKeyRing({ keys: readConfig(env).encryptionKeys, randomBytes });
  await checkCanary({ db, keyRing, randomBytes });
  await createProject({ db, ids }, { name: 'Keys', plan: 'self_hosted' });
  const { rows } = await db.query<{ project_id: string; id: string }>({
    text: `insert into accounts (project_id, id, platform, platform_user_id, username, status, connected_at)
           select id, gen_random_uuid(), 'x', '1', 'ada', 'active', now() from projects returning project_id, id`,
  });
  const owner = { projectId: rows[0]!.project_id, accountId: rows[0]!.id, version: 1 };
  const credential = {
    accessToken: new Secret('token'),
    refreshToken: null,
    refreshExpiresAt: null,
    expiresAt: null,
    scopes: [],
  };
  const { keyId, wrappedKey, sealed } = sealCredential({ keyRing, randomBytes }, owner, credential);
  await db.query({
    text: `insert into credentials (project_id, account_id, version, key_id, wrapped_key, sealed, scopes)
           values ($1, $2, 1, $3, $4, $5, '{}')`,
    values: [owner.projectId, owner.accountId, keyId, wrappedKey, sealed],
  });
  expect(await findingsOf('keys')).toEqual([
    ok('ENCRYPTION_KEYS opens everything stored: 1 credentials, 0 webhook secrets, 0 unsent mails.'),
  ]);
  const other = `k2:${randomBytes(32).toString('base64')}`;
  expect(await findingsOf('keys', { ENCRYPTION_KEYS: other })).toEqual([
    problem(
      'ENCRYPTION_KEYS does not open: the database\'s test value of key "k1", 1 credentials of key "k1".',
      expect.stringMatching(/^Put the missing key back into ENCRYPTION_KEYS\./),
    ),
  ]);
  // The right id with another value.
  const same = `k1:${randomBytes(32).toString('base64')}`;
  expect(await findingsOf('keys', { ENCRYPTION_KEYS: same })).toMatchObject([
    { message: 'ENCRYPTION_KEYS does not open: the database\'s test value of key "k1", 1 credentials of key "k1".' },
  ]);
});

test('clock: an hour ahead and an hour behind', async () => {
  const fix = 'Set the wrong one of the two with NTP.';
  expect([
    await findingsOf('clock', {}, () => Date.now() + HOUR_MS),
    await findingsOf('clock', {}, () => Date.now() - HOUR_MS),
  ]).toEqual([
    [problem(expect.stringMatching(/^The clock of this machine is 3[56]\d\d s ahead of the database's\.$/), fix)],
    [problem(expect.stringMatching(/^The clock of this machine is 3[56]\d\d s behind the database's\.$/), fix)],
  ]);
});
