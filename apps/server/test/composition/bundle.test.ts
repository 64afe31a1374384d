import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { pdfOfPages } from '@fanfare/media-file/testing/files';
import { startSandbox } from '@fanfare/sandbox';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { writeBundle } from '../../scripts/write-bundle.ts';
import { sandboxEnvironment } from '../../src/operator/dev/sandbox-environment.ts';
import { openProject } from '../harness.ts';
import { startServerProcess } from './server-process.ts';

/** The user "nonroot" of distroless images, when this is root. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_532, gid: 65_532 } : {};

/**
 * The bundle in a folder with nothing above it to import from, and the Node that runs it: both
 * readable by every user, and writable by this one.
 */
async function installBundle() {
  const parent = mkdtempSync(path.join(tmpdir(), 'fanfare-bundle-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  chmodSync(parent, 0o755);
  const folder = path.join(parent, 'fanfare');
  const packages = await writeBundle(folder);
  const node = path.join(parent, 'node');
  copyFileSync(process.execPath, node);
  return { folder, node, packages };
}

/** A folder for hosted files that every user can write. */
function mediaFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-bundle-media-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o777);
  return folder;
}

async function createDatabase(): Promise<string> {
  const name = `fanfare_test_${process.pid}_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database "${name}"`);
  onTestFinished(async () => {
    await admin.query(`drop database "${name}" with (force)`);
    await admin.end();
  });
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
}

test('the bundle, with nothing beside it and as a user who cannot write there, migrates an empty database, creates a key, publishes, counts the pages of a PDF and stops with 0; without one of its files it says which is missing', async () => {
  const { folder, node, packages } = await installBundle();
  // The list that becomes notices and SBOM.
  expect(packages.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...Object.keys(manifest.dependencies), '@scalar/api-reference', '@vue/runtime-core']),
  );
  const sandbox = await startSandbox({ port: 0 });
  onTestFinished(() => sandbox.close());
  const env = {
    ...sandboxEnvironment(sandbox.url),
    PATH: '',
    HOME: '/nonexistent',
    NODE_COMPILE_CACHE: '',
    DATABASE_URL: await createDatabase(),
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    EGRESS_ALLOWED_HOSTS: '127.0.0.1',
    MEDIA_DIR: mediaFolder(),
  };
  const files = readdirSync(folder, { recursive: true });
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  for (const program of Object.values(bin))
    expect(readFileSync(path.join(folder, program), 'utf8').split('\n', 1)).toEqual(['#!/usr/bin/env node']);
  const how = { execPath: node, cwd: folder, ...OTHER_USER };
  const server = startServerProcess(env, path.join(folder, 'main.js'), how);
  try {
    const baseUrl = await server.ready;
    const command = ['projects', 'create', 'First'];
    const { stdout } = await promisify(execFile)(node, [path.join(folder, 'fanfare.js'), ...command], {
      env,
      cwd: folder,
      ...OTHER_USER,
    });
    const project = openProject(baseUrl, stdout.trim());
    const { id } = await project.connect('x');
    const { status, body } = await project.publish({
      content: 'From the bundle',
      platforms: [{ platform: 'x', accountId: id }],
    });
    expect([status, body.post.status, body.post.targets[0]?.error]).toEqual([201, 'published', null]);
    const put = await fetch(`${baseUrl}/api/v1/media`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${project.apiKey}` },
      body: new Uint8Array(pdfOfPages(301)),
    });
    expect([put.status, await put.json()]).toMatchObject([201, { media: { facts: { pages: 301 } } }]);
    const reference = await fetch(`${baseUrl}/openapi.yaml`);
    expect([reference.status, (await reference.text()).startsWith('openapi: 3.1')]).toEqual([200, true]);
  } finally {
    server.kill('SIGTERM');
  }
  expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  expect(readdirSync(folder, { recursive: true })).toEqual(files);

  const missing = path.join(folder, 'openapi.yaml');
  rmSync(missing);
  expect(await startServerProcess(env, path.join(folder, 'main.js'), how).ended).toMatchObject({
    code: 1,
    stderr: `${missing} does not exist (ENOENT). If it is part of Fanfare, install this version again; if a setting names it, correct the setting.\n`,
  });
});
