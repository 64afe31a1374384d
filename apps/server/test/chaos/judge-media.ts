import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabasePool, openDatabase } from '../../src/db/database.ts';
import { createDeleteEndedMedia } from '../../src/media/delete-ended-media.ts';
import { findMediaDifferences } from '../../src/media/find-media-differences.ts';
import type { MediaStore } from '../../src/media/stores/media-store.ts';
import { fromPublicId } from '../../src/process/ids.ts';
import type { Deployment } from './deployment.ts';
import { markerOf } from './load.ts';
import type { HostedFile } from './media-load.ts';
import type { MediaPlace } from './media-places.ts';
import { judge } from './oracle.ts';
import { type RunResult, toRunResult } from './run-result.ts';
import { TIMEOUT_FACTOR } from './timeout-factor.ts';
import type { World } from './world.ts';

type Hosting = {
  readonly place: MediaPlace;
  readonly files: readonly HostedFile[];
  readonly bytesLost: readonly string[];
  readonly what: Pick<RunResult, 'scenario' | 'label' | 'seed'>;
  readonly startedAt: number;
  readonly notes: string;
  readonly violations: readonly string[];
};

/** Judges posts and files of a run, once its servers stay up. */
export async function judgeHosting({ world, fleet }: Deployment, hosting: Hosting): Promise<RunResult> {
  const { place, files, bytesLost, what, startedAt } = hosting;
  const requested = files.flatMap(({ post }) => post ?? []);
  const judgement = await judge(world, fleet, { requested, boundMs: POSTS_BOUND_MS });
  const judged = await judgeMedia(world, place.store, files);
  const withoutFile = await failedForFiles(world);
  const violations = [...bytesLost, ...judged.violations, ...hosting.violations, ...withoutFile];
  const notes = `${judged.notes}; ${hosting.notes}`;
  return toRunResult({ ...what, startedAt, fleet: fleet.counts, judgement, notes, violations });
}

/** A target that was killed too often may fail, but not for its file. */
async function failedForFiles({ postgres }: World): Promise<string[]> {
  const failed = await postgres.query<{ platform: string; url: string; detail: string }>(
    `select t.platform, p.media->0->>'url' as url, t.error_detail::text as detail from targets t
     join posts p on p.project_id = t.project_id and p.id = t.post_id where t.error_detail->>'code' like 'media\\_%'`,
  );
  return failed.map(({ platform, url, detail }) => `lost file: ${platform} failed for ${url}: ${detail}`);
}

type MediaJudgement = { readonly notes: string; readonly violations: readonly string[] };

const POSTS_BOUND_MS = 120_000;
const BOUND_MS = 60_000;
/** Bytes that had no row then have none because of a kill. */
const LATER_MS = 2 * 3_600_000;

/**
 * Compares what the service acknowledged about files with rows, bytes and what the networks show.
 * Before it everything has settled, and `job` runs all the time in servers that are killed.
 */
async function judgeMedia(world: World, store: MediaStore, files: readonly HostedFile[]): Promise<MediaJudgement> {
  const violations = files.flatMap(({ key, broken }) => broken.map((what) => `${what} of file ${key}`));
  const rows = await settledRows(world, files);
  const left = await storedKeys(store);
  const variants = await world.postgres.query<Variant>('select media_id as of, key, sha256 from media_variants');
  const byId = new Map(rows.map((row) => [row.id, row]));
  const known = new Set([...rows, ...variants].map(({ key }) => key));
  const withoutRow = left.filter((key) => !known.has(key)).length;

  for (const file of files) {
    const row = byId.get(idOf(file));
    const last = file.known.at(-1);
    if (last === 'deleted' && row) violations.push(`deletion undone: file ${file.key} is there again`);
    if (last === 'ready' && row?.status !== 'ready')
      violations.push(`lost file: ${file.key} was ready, and is ${row?.status ?? 'gone'}`);
    if (last === 'ready' && row && (await sha256Of(store, row.key)) !== file.sha256)
      violations.push(`lost bytes: file ${file.key} has others than were sent`);
  }
  const keys = new Set(files.map(({ key }) => key));
  const copies = rows.filter(({ name }) => name.startsWith(COPY));
  for (const { name } of rows)
    if (!keys.has(name) && !name.startsWith(COPY)) violations.push(`double: a row that nobody knows, of ${name}`);
  const shown = sentFiles(files, variants);
  violations.push(...(await postsWithoutUse(world)), ...(await wrongPictures(world, shown)));
  const protectedFiles = files.filter(({ kind }) => kind === 'protected').length;
  if (copies.length > protectedFiles)
    violations.push(`double: ${copies.length} copies of ${protectedFiles} files that networks could not fetch`);
  violations.push(...(await leftOver(world, store)));
  const used = files.filter(({ post }) => post !== null).length;
  return {
    notes: `${files.length} files, ${used} in posts, ${variants.length} converted, ${copies.length} copied; kills left the bytes of ${withoutRow} without a row`,
    violations,
  };
}

/** The rows, once the job has had time for those that are to go. */
async function settledRows({ postgres }: World, files: readonly HostedFile[]): Promise<Row[]> {
  const gone = new Set(files.filter(({ known }) => known.at(-1) === 'deleted').map(idOf));
  for (const endAt = Date.now() + BOUND_MS * TIMEOUT_FACTOR; ; await sleep(200)) {
    const rows = await postgres.query<Row>('select id, key, status, sha256, idempotency_key as name from media');
    if (!rows.some(({ id }) => gone.has(id)) || Date.now() > endAt) return rows;
  }
}

/** Idempotency keys of copies. */
const COPY = 'copy:';

type Variant = { of: string; key: string; sha256: string };
type Row = { id: string; key: string; status: string; sha256: string | null; name: string };

const idOf = ({ id }: HostedFile): string => fromPublicId('med', id ?? '') ?? '';

async function storedKeys(store: MediaStore): Promise<string[]> {
  const keys = new Set<string>();
  for await (const { key } of store.list()) keys.add(key);
  return [...keys];
}

async function sha256Of(store: MediaStore, key: string): Promise<string | null> {
  const size = await store.size(key);
  if (size === null) return null;
  const hash = createHash('sha256');
  for await (const chunk of store.stream(key, 0, size)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The bytes that a network gets: Instagram those that a PNG was converted to. */
function sentFiles(files: readonly HostedFile[], variants: readonly Variant[]) {
  const converted = new Map(variants.map(({ of, sha256 }) => [of, sha256]));
  const byMarker = new Map(files.flatMap((file) => (file.post ? [[file.post.marker, file] as const] : [])));
  return (marker: string, network: string): string | null => {
    const file = byMarker.get(marker);
    if (!file) return null;
    return file.kind === 'png' && network === 'instagram' ? (converted.get(idOf(file)) ?? 'none') : file.sha256;
  };
}

/**
 * A recorded post has its uses: only they keep its files until it has settled. One with a protected
 * file uses the copy once a network that needs it shows the post.
 */
async function postsWithoutUse({ postgres }: World): Promise<string[]> {
  const posts = await postgres.query<{ id: string }>(
    `select p.id from posts p where not exists (select from media_uses u where u.project_id = p.project_id and u.post_id = p.id)
       and (p.media->0->>'url' not like '%/own/%' or exists (select from targets t where t.project_id = p.project_id
         and t.post_id = p.id and t.status = 'published' and t.platform in ('instagram', 'threads')))`,
  );
  return posts.map(({ id }) => `use lost: post ${id} has a file that nothing keeps`);
}

/** The bytes at an address of the sandbox, which forgets the oldest above 512 MiB. */
async function bytesAt(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} for ${url}: use fewer files.`);
  return response.arrayBuffer();
}

/** Every published post shows the picture that was sent, byte for byte. */
async function wrongPictures(world: World, sentTo: ReturnType<typeof sentFiles>): Promise<string[]> {
  const wrong: string[] = [];
  for (const { network, url, text, media } of await world.livePosts()) {
    const sha256 = sentTo(markerOf(text) ?? '', network);
    if (sha256 === null) continue;
    const bytes = media[0] && (await bytesAt(media[0].url));
    const shown = bytes && createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
    if (shown !== sha256) wrong.push(`published without its file: ${network} ${url} shows ${shown ?? 'none'}`);
  }
  return wrong;
}

/** Ready rows whose bytes are missing at this moment: a deletion takes the row first. */
export async function readyWithoutBytes({ postgres }: World, store: MediaStore): Promise<string[]> {
  const found = await withDatabase(postgres.directUrl, (db) =>
    findMediaDifferences({ db, store, now: () => new Date() }),
  );
  return found
    .filter(({ check }) => check === 'media_bytes')
    .map(({ subject }) => `ready row without its bytes: ${subject}`);
}

/**
 * Returns what `fanfare audit` finds after one run of the job that deletes, both two hours later:
 * nothing.
 */
async function leftOver({ postgres }: World, store: MediaStore): Promise<string[]> {
  const now = () => new Date(Date.now() + LATER_MS);
  return withDatabase(postgres.directUrl, async (db) => {
    await createDeleteEndedMedia({ upkeep: db, store, now })(new AbortController().signal);
    const found = await findMediaDifferences({ db, store, now });
    return found.map(({ check, subject, found: what }) => `${check}: ${subject} has ${what}`);
  });
}

async function withDatabase<T>(url: string, work: (db: DatabasePool) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, maxConnections: 1, onError: () => undefined });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
