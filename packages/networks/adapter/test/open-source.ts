import { mkdtemp, readdir, readlink, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { createMediaSource } from '../src/create-media-source.ts';
import type { DiskBudget } from '../src/disk-budget.ts';
import type { Egress } from '../src/egress/egress.ts';
import type { MediaLimits } from '../src/media-limits.ts';
import type { MediaRequest } from '../src/media-source.ts';
import { NetworkError } from '../src/network-error.ts';
import { serve, useLoopback } from './loopback.ts';
import { movedClock } from './moved-clock.ts';

/** The source folder of the running test; every test ends with an empty one. */
export let tempDir: string;
const opened: { close(): Promise<void> }[] = [];

/** Gives each test of the file that calls it a source folder, and ends what it has opened. */
export function useSources(): void {
  useLoopback();
  beforeEach(async () => {
    tempDir = await mkdtemp(join(tmpdir(), 'media-source-test-'));
  });
  afterEach(async () => {
    for (const media of opened.splice(0)) await media.close();
    expect(await readdir(tempDir)).toEqual([]);
    expect(await openFiles()).toEqual([]);
    await rm(tempDir, { recursive: true });
  });
}

/** A media source on a clock the test moves, allowed to reach this machine. */
export function openSource(
  options: {
    egress?: Partial<Egress>;
    limits?: Partial<MediaLimits>;
    tempDir?: string;
    diskBudget?: DiskBudget;
    owner?: string;
  } = {},
) {
  const clock = movedClock();
  const egress = { allowedHosts: ['127.0.0.1', 'media.test'], trustedOrigins: [], ...options.egress };
  const media = createMediaSource({
    egress,
    tempDir: options.tempDir ?? tempDir,
    clock,
    ...(options.limits && { limits: options.limits }),
    ...(options.diskBudget && { diskBudget: options.diskBudget }),
    ...(options.owner && { owner: options.owner }),
  });
  opened.push(media);
  return { media, clock };
}

export const request = (port: number, more: Partial<MediaRequest> = {}): MediaRequest => ({
  url: `http://127.0.0.1:${port}/file`,
  accept: ['image/jpeg', 'image/png'],
  maxBytes: 1_000_000,
  mediaIndex: 2,
  ...more,
});

/** The caller's view of a file that could not be opened. */
export async function factsOf(opening: Promise<unknown>) {
  const error = await opening.then(
    () => expect.fail('the file was opened'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof NetworkError)) throw error;
  return error.facts;
}

export const serveFile = (file: Buffer, onRequest: (request: IncomingMessage) => void = () => {}) =>
  serve((incoming, response) => {
    onRequest(incoming);
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': file.length }).end(file);
  });

/** Source files of the running test that this process holds open; only Linux reports them. */
export async function openFiles(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const links = (await readdir('/proc/self/fd')).map((fd) => `/proc/self/fd/${fd}`);
  const targets = await Promise.all(links.map((link) => readlink(link).catch(() => '')));
  return links.filter((_, at) => targets[at]!.startsWith(tempDir));
}

/** Their total size. */
export async function spooledBytes(): Promise<number> {
  const sizes = await Promise.all((await openFiles()).map((link) => stat(link).then(({ size }) => size)));
  return sizes.reduce((sum, size) => sum + size, 0);
}
