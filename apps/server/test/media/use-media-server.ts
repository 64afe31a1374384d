import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '../../src/api/app.ts';
import { createClientLimit } from '../../src/http/client-limit.ts';
import { type HttpServer, startHttpServer } from '../../src/http/http-server.ts';
import { insertMedia, type NewMedia } from '../../src/media/media.table.ts';
import { createMediaAddresses, type MediaAddresses } from '../../src/media/media-addresses.ts';
import { serveRoutes } from '../../src/media/serve.routes.ts';
import { createDiskStore } from '../../src/media/stores/disk-store.ts';
import type { MediaStore } from '../../src/media/stores/media-store.ts';
import { createRunningUploads, type RunningUploads } from '../../src/media/uploads/running-uploads.ts';
import { uploadRoutes } from '../../src/media/uploads/upload.routes.ts';
import { ids } from '../../src/process/ids.ts';
import { createLogger } from '../../src/process/log/log.ts';
import { checkedAs, newMedia, settle, useDatabase } from './use-media-rows.ts';

const HOUR_MS = 3_600_000;

export type MediaServer = {
  readonly db: ReturnType<typeof useDatabase>['db'];
  readonly baseUrl: string;
  readonly store: MediaStore;
  readonly addresses: MediaAddresses;
  readonly uploads: RunningUploads;
  readonly log: () => string;
  readonly now: () => Date;
  advance(ms: number): void;
  /** Announces a file. Returns it with the address for its bytes. */
  announce(changes?: Partial<NewMedia>): Promise<NewMedia & { readonly uploadUrl: string }>;
  /** A file that is `ready`, with these bytes. */
  host(content: string | Buffer, changes?: Partial<NewMedia>): Promise<NewMedia & { readonly url: string }>;
};

/** The routes of uploads and of hosted files over HTTP, with a database and a folder. */
export function useMediaServer({
  idleMs,
  missesPerMinute = 10_000,
  wrap = (store) => store,
}: {
  readonly idleMs?: number;
  readonly missesPerMinute?: number;
  /** Replaces parts of the store. */
  readonly wrap?: (store: MediaStore) => MediaStore;
} = {}): MediaServer {
  const on = useDatabase();
  const lines: string[] = [];
  const log = createLogger('debug', (line) => lines.push(line));
  const state = {} as {
    folder: string;
    http: HttpServer;
    store: MediaStore;
    addresses: MediaAddresses;
    baseUrl: string;
  };
  let skippedMs = 0;
  const now = () => new Date(Date.now() + skippedMs);
  const uploads = createRunningUploads({ monotonicMs: () => performance.now() + skippedMs, most: 200 });

  beforeAll(async () => {
    state.folder = await mkdtemp(path.join(tmpdir(), 'fanfare-media-'));
    state.store = createDiskStore({ folder: state.folder });
    state.http = await startHttpServer({ host: '127.0.0.1', port: 0 });
    state.baseUrl = `http://127.0.0.1:${state.http.port}`;
    const { baseUrl } = state;
    const uploadSecret = Buffer.alloc(32, 1);
    state.addresses = createMediaAddresses({ ids, baseUrl, mediaUrl: baseUrl, uploadSecret });
    const misses = createClientLimit({
      perMinute: missesPerMinute,
      monotonicMs: () => performance.now(),
      messageOf: () => 'Too many.',
    });
    const deps = { db: on.db, store: wrap(state.store), log, now, misses };
    const app = createApp({
      ...{ log, baseUrl, docsUrl: `${baseUrl}/docs`, hstsIncludeSubdomains: false, trustProxy: 0, traceRequests: null },
      observe: { answered: () => undefined },
      routes: [uploadRoutes({ ...deps, uploads, idleMs }), serveRoutes(deps)],
      unknownPage: (_req, _res, next) => next(),
    });
    state.http.handle(app);
  });
  afterAll(async () => {
    await state.http.close();
    await rm(state.folder, { recursive: true });
  });

  const announce: MediaServer['announce'] = async (changes = {}) => {
    const key = state.addresses.newKey();
    const { url: uploadUrl, tokenSha256 } = state.addresses.uploadOf(key);
    const upload = { tokenSha256, expiresAt: new Date(now().getTime() + HOUR_MS) };
    const file = newMedia({ key, upload, projectId: randomUUID(), ...changes });
    await insertMedia(on.db, file);
    return { ...file, uploadUrl };
  };
  return {
    get db() {
      return on.db;
    },
    get baseUrl() {
      return state.baseUrl;
    },
    get store() {
      return state.store;
    },
    get addresses() {
      return state.addresses;
    },
    uploads,
    log: () => lines.join(''),
    now,
    advance(ms) {
      skippedMs += ms;
    },
    announce,
    async host(content, changes = {}) {
      const bytes = Buffer.byteLength(content);
      const file = await announce({ bytes, ...changes });
      await state.store.append(
        file.key,
        0,
        (async function* () {
          yield Buffer.from(content);
        })(),
      );
      await state.store.finish(file.key, bytes);
      await settle(on.db, file, checkedAs({ contentType: file.contentType, filename: file.filename, bytes }));
      return { ...file, url: state.addresses.urlOf(file) };
    },
  };
}
