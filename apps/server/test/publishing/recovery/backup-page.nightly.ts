import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startSandbox } from '@fanfare/sandbox';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { writeBundle } from '../../../scripts/write-bundle.ts';
import { sandboxEnvironment } from '../../../src/operator/dev/sandbox-environment.ts';
import { startServerProcess } from '../../composition/server-process.ts';
import { openProject } from '../../harness.ts';
import { inMs } from '../../in-ms.ts';
import { controlSandbox } from '../../sandbox-control.ts';
import { findSystemPostgres, startSystemPostgres } from './system-postgres.ts';

const system = findSystemPostgres();
const PAGE = path.resolve(import.meta.dirname, '../../../../../docs/backup.md');

/** The shell blocks of the page, each with the indentation of its step removed. */
const blocks = [...readFileSync(PAGE, 'utf8').matchAll(/^( *)```sh\n(.*?)^ *```$/gms)].map(([, indent, code]) =>
  code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
);

/** A folder with the bundle, and the command `fanfare` of it. */
async function install(): Promise<{ readonly folder: string; readonly main: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bundle = path.join(folder, 'bundle');
  await writeBundle(bundle);
  const command = path.join(folder, 'fanfare');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${bundle}/fanfare.js' "$@"\n`);
  chmodSync(command, 0o755);
  return { folder, main: path.join(bundle, 'main.js') };
}

/** As if an hour had passed. */
async function makeDue(url: string, content: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `with post as (update posts set publish_at = now() - interval '1 s' where content = $1 returning id)
     update targets set run_at = now() - interval '1 s' where post_id in (select id from post)`,
    [content],
  );
  await client.end();
}

test.skipIf(!system)('the commands of the page back up, restore and recover, and no post goes out twice', async () => {
  expect(blocks).toHaveLength(4);
  const [backUp, restore, recover, check] = blocks as [string, string, string, string];
  const { folder, main } = await install();
  const postgres = await startSystemPostgres();
  onTestFinished(() => postgres.stop());
  const sandboxServer = await startSandbox({ port: 0 });
  onTestFinished(() => sandboxServer.close());
  const sandbox = controlSandbox(sandboxServer.url);
  const { url } = await postgres.createDatabase();
  const restored = new URL('/restored', url).href;
  const env = {
    ...sandboxEnvironment(sandbox.url),
    DATABASE_URL: url,
    RESTORED_URL: restored,
    ADMIN_URL: url,
    ROLE: new URL(url).username,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    EGRESS_ALLOWED_HOSTS: '127.0.0.1',
    PATH: `${system!.bin}:${folder}:${process.env.PATH}`,
  };
  const run = async (script: string): Promise<string> =>
    (await promisify(execFile)('/bin/sh', ['-euc', script], { cwd: folder, env })).stdout;

  const before = startServerProcess(env, main);
  const project = openProject(await before.ready, (await run('fanfare projects create First')).trim());
  const { id: accountId } = await project.connect('x');
  const publish = async (at: typeof project, content: string, publishAt?: string) =>
    (await at.publish({ content, platforms: [{ platform: 'x', accountId }], ...(publishAt && { publishAt }) })).body
      .post;
  const done = await publish(project, 'Before the backup');
  const due = await publish(project, 'Due after the backup', inMs(3_600_000));
  const future = await publish(project, 'For much later', inMs(3_600_000));
  await run(backUp);
  const lost = await publish(project, 'Sent after the backup');
  await makeDue(url, due.content);
  expect((await project.settled(due.id)).status).toBe('published');
  before.kill('SIGTERM');
  expect(await before.ended).toMatchObject({ code: 0 });

  await run(restore);
  expect((await startServerProcess({ ...env, DATABASE_URL: restored }, main).ended).code).toBe(1);
  await makeDue(restored, due.content);
  expect(await run(recover)).toBe('1 target marked as outcome_unknown. The server may start on this database.\n');
  expect(await run(check)).toBe('Everything agrees.\n');

  const after = startServerProcess({ ...env, DATABASE_URL: restored }, main);
  onTestFinished(async () => {
    after.kill('SIGKILL');
    await after.ended;
  });
  const again = project.at(await after.ready);
  expect(await again.read(done.id)).toEqual(done);
  expect((await again.read(due.id)).targets[0]?.errorDetail?.code).toBe('outcome_unknown');
  expect((await again.read(future.id)).status).toBe(future.status);
  expect((await again.call('GET', `/api/v1/posts/${lost.id}`)).status).toBe(404);
  // Published with the credential of the backup.
  expect((await publish(again, 'After the restore')).status).toBe('published');
  const live = (await sandbox.posts('x')).map(({ text }) => text).toSorted();
  expect(live).toEqual(['After the restore', 'Before the backup', 'Due after the backup', 'Sent after the backup']);
});
