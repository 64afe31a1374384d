import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Secret } from '@fanfare/network/secret';
import type { S3Settings } from '../../src/config/s3-settings.ts';
import { signer } from '../../src/media/stores/s3/s3-requests.ts';

/** Programs of a real S3 server: Ceph, as Debian packages it (ceph-mon, ceph-osd, radosgw). */
const PROGRAMS = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'monmaptool'];

/** Says why the tests that meet an S3 server are skipped; null when its programs are here. */
export function missingCeph(): string | null {
  const missing = PROGRAMS.filter((program) => {
    try {
      execFileSync('which', [program], { stdio: 'pipe' });
      return false;
    } catch {
      return true;
    }
  });
  return missing.length === 0
    ? null
    : `not installed: apt-get install ceph-mon ceph-osd radosgw (${missing.join(', ')})`;
}

export type S3Server = {
  /** Settings of a new bucket with this name. */
  bucket(name: string, changes?: Partial<S3Settings>): Promise<S3Settings>;
  stop(): Promise<void>;
};

const KEY = 'FANFARETESTKEY';
const SECRET = 'fanfare-test-secret';

const configuration = (folder: string, fsid: string, monitor: number, port: number, bytes: number): string => `[global]
fsid = ${fsid}
mon host = v1:127.0.0.1:${monitor}
public addr = 127.0.0.1
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
osd objectstore = memstore
memstore device bytes = ${bytes}
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
paxos propose interval = 0.05
paxos min wait = 0.01
run dir = ${folder}
log file = /dev/null
[mon.a]
mon data = ${folder}/mon
[osd.0]
osd data = ${folder}/osd
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw dns name = localhost
rgw gc obj min wait = 5
rgw gc processor period = 5
`;

/** Starts Ceph with one monitor, `bytes` of memory for objects, and its S3 gateway. */
export async function startCeph({ bytes = 2 ** 30 }: { readonly bytes?: number } = {}): Promise<S3Server> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ceph-'));
  const [monitor, port] = [await freePort(), await freePort()];
  const fsid = randomUUID();
  const osd = randomUUID();
  const config = path.join(folder, 'ceph.conf');
  writeFileSync(config, configuration(folder, fsid, monitor, port, bytes));
  for (const name of ['mon', 'osd']) mkdirSync(path.join(folder, name));
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(program, ['-c', config, ...args], { timeout: 60_000 });
  const daemons = new Set<ReturnType<typeof spawn>>();
  let isStopping = false;
  /** Starts a daemon, again when it ends: an OSD that asks before it knows the monitor gives up. */
  const daemon = (program: string, ...args: string[]): void => {
    const child = spawn(program, ['-c', config, '-f', ...args], { stdio: 'ignore' });
    daemons.add(child);
    child.once('exit', () => {
      daemons.delete(child);
      if (!isStopping) daemon(program, ...args);
    });
  };
  const stop = async (): Promise<void> => {
    isStopping = true;
    const ended = [...daemons].map((child) => once(child, 'exit'));
    for (const child of daemons) child.kill('SIGKILL');
    await Promise.all(ended);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const map = path.join(folder, 'monmap');
    await run('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', `v1:127.0.0.1:${monitor}`, map);
    await run('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map);
    daemon('ceph-mon', '-i', 'a');
    await run('ceph', 'osd', 'new', osd);
    await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
    daemon('ceph-osd', '-i', '0');
    const user = ['--uid', 'fanfare', '--display-name', 'fanfare', '--access-key', KEY, '--secret-key', SECRET];
    await run('radosgw-admin', 'user', 'create', ...user);
    daemon('radosgw', '-n', 'client.rgw');
    await answers(`http://127.0.0.1:${port}/`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { bucket: (name, changes) => makeBucket(`http://localhost:${port}`, name, changes), stop };
}

async function makeBucket(endpoint: string, bucket: string, changes: Partial<S3Settings> = {}): Promise<S3Settings> {
  const settings: S3Settings = {
    ...{ endpoint, bucket, region: 'default', accessKeyId: KEY, secretAccessKey: new Secret(SECRET) },
    ...{ style: 'path', directBytes: 1_000_000, checksums: true, ...changes },
  };
  const { url, headers } = await signer(settings, Date.now(), { method: 'PUT', url: `${endpoint}/${bucket}` }).sign();
  const { status } = await fetch(url, { method: 'PUT', headers });
  if (status !== 200) throw new Error(`The bucket was not made: ${status}`);
  return settings;
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address() as { port: number };
      server.close(() => resolve(address.port));
    });
  });

async function answers(url: string): Promise<void> {
  for (let look = 0; look < 300; look++) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The S3 gateway does not answer.');
}
