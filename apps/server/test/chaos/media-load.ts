import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { type RequestedPost, requestPost } from './load.ts';
import type { MediaRelay } from './media-relay.ts';
import type { Random } from './random.ts';
import { TIMEOUT_FACTOR } from './timeout-factor.ts';
import type { ChaosProject } from './world.ts';

/** A file that a driver hosted, with all that the service has acknowledged about it. */
export type HostedFile = {
  readonly key: string;
  /**
   * Instagram takes no PNG. Nobody hosted a protected file: posts name the address of its owner.
   */
  readonly kind: 'jpeg' | 'png' | 'protected';
  readonly sha256: string;
  readonly bytes: number;
  id: string | null;
  /** Acknowledged states, in order. */
  readonly known: ('ready' | 'deleted')[];
  /** Last thing that is done with it. */
  readonly end: 'post' | 'delete' | 'forget';
  post: RequestedPost | null;
  /** Broken promises that only the driver can see. */
  readonly broken: string[];
};

type MediaLoad = {
  readonly urls: readonly string[];
  readonly project: ChaosProject;
  readonly relay: MediaRelay;
  readonly random: Random;
};

const sample = (name: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`../../../../packages/sandbox/samples/${name}`, import.meta.url)));
const JPEG = sample('harbour.jpg');
const PNG = sample('latte.png');
/** Signature and header of a PNG (PNG, 5.2 and 11.2.1). */
const PNG_HEAD_BYTES = 8 + 25;
/** The length of a JPEG's comment, its own two bytes included (ITU-T T.81, B.2.4.5). */
const COMMENT_BYTES = 0xffff;
const COMMENTS = 8;
const DRIP_BYTES = 16 * 1024;
const DRIP_MS = 2;
const STEP_MS = 60_000;

/** A PNG that no other file equals, by a private chunk (PNG, 5.3). */
function newPng(): Buffer {
  const chunk = Buffer.concat([Buffer.from('chAo'), randomBytes(COMMENT_BYTES)]);
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const;
  ends[0].writeUInt32BE(COMMENT_BYTES);
  ends[1].writeUInt32BE(crc32(chunk));
  return Buffer.concat([PNG.subarray(0, PNG_HEAD_BYTES), ends[0], chunk, ends[1], PNG.subarray(PNG_HEAD_BYTES)]);
}

/** A JPEG of half a megabyte that no other file equals. */
function newJpeg(): Buffer {
  const comments = Array.from({ length: COMMENTS }, () =>
    Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), randomBytes(COMMENT_BYTES - 2)]),
  );
  return Buffer.concat([JPEG.subarray(0, 2), ...comments, JPEG.subarray(2)]);
}

type Answer = { readonly status: number; readonly headers: Headers; readonly body: MediaBody };
type MediaBody = { readonly media?: Media; readonly error?: { readonly message: string } };
type Media = {
  id: string;
  status: string;
  url: string;
  uploadUrl: string | null;
  uploadHeaders: Record<string, string> | null;
  sha256: string | null;
};

const kindOf = (n: number): HostedFile['kind'] => {
  if (n % 6 === 5) return 'protected';
  return n % 4 === 0 ? 'png' : 'jpeg';
};

/**
 * Hosts one file and ends its life, as a careful client does: after any failure it repeats the step
 * at another server.
 */
export async function hostOne(load: MediaLoad, n: number): Promise<HostedFile> {
  const kind = kindOf(n);
  const picture = kind === 'png' ? newPng() : newJpeg();
  const file: HostedFile = {
    ...{ kind, key: `f-${randomUUID()}`, bytes: picture.length, id: null, known: [], post: null, broken: [] },
    sha256: createHash('sha256').update(picture).digest('hex'),
    end: kind === 'protected' ? 'post' : (['post', 'delete', 'forget', 'post'] as const)[n % 4]!,
  };
  if (kind === 'protected') {
    const url = load.relay.publish(`${file.key}.jpg`, picture, { isProtected: true });
    return { ...file, post: await publish(load, n, url) };
  }
  const client = clientOf(load, n);
  const media =
    kind === 'jpeg' && n % 5 === 4
      ? await copy(load, client, file, picture)
      : await upload(load, client, file, picture);
  file.id = media.id;
  if (media.status !== 'ready' || media.sha256 !== file.sha256)
    file.broken.push(`false result: ${media.status}, ${media.sha256}`);
  else file.known.push('ready');
  if (file.end === 'delete') {
    await client('DELETE', `/api/v1/media/${media.id}`, {}, [200, 404]);
    file.known.push('deleted');
  }
  if (file.end === 'post') file.post = await publish(load, n, media.url);
  return file;
}

/** Sends a picture to all networks, at once or soon. */
function publish({ urls, project, random }: MediaLoad, n: number, imageUrl: string): Promise<RequestedPost> {
  const inMs = random.next() < 0.5 ? { inMs: random.whole(300, 1_500) } : {};
  const what = { urls, project, accounts: project.accounts, imageUrl, timeoutMs: STEP_MS };
  return requestPost({ ...what, ...inMs }, n);
}

type Client = ReturnType<typeof clientOf>;

/** Sends a request until its answer has one of these statuses, each time to another server. */
function clientOf({ urls, project }: MediaLoad, from: number) {
  let turn = from;
  return async (
    method: string,
    path: string,
    { body, headers = {} }: { readonly body?: object; readonly headers?: Record<string, string> },
    until: readonly number[],
  ): Promise<Answer> => {
    let last = 'nothing';
    for (const endAt = Date.now() + STEP_MS * TIMEOUT_FACTOR; Date.now() < endAt; await sleep(50)) {
      const answer = await fetch(`${urls[turn++ % urls.length]}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${project.apiKey}`,
          ...(body && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000 * TIMEOUT_FACTOR),
      }).catch(() => null);
      const text = await answer?.text().catch(() => null);
      if (!answer || typeof text !== 'string') continue;
      last = `${answer.status} ${text}`;
      const { status } = answer;
      if (until.includes(status)) return { status, headers: answer.headers, body: text ? JSON.parse(text) : {} };
    }
    throw new Error(`${method} ${path} was never answered as it should: ${last}`);
  };
}

/** From an address of the caller. */
async function copy({ relay }: MediaLoad, client: Client, file: HostedFile, picture: Buffer): Promise<Media> {
  const url = relay.publish(`${file.key}.jpg`, picture);
  const headers = { 'Idempotency-Key': file.key };
  const { body } = await client('POST', '/api/v1/media/from-url', { body: { url }, headers }, [200, 201]);
  return body.media!;
}

const typeOf = ({ kind }: HostedFile): string => (kind === 'png' ? 'image/png' : 'image/jpeg');

async function upload(load: MediaLoad, client: Client, file: HostedFile, picture: Buffer): Promise<Media> {
  const announced = { filename: `harbour.${file.kind}`, contentType: typeOf(file), bytes: picture.length };
  const headers = { 'Idempotency-Key': file.key };
  const { body } = await client('POST', '/api/v1/media', { body: announced, headers }, [200, 201]);
  const { id, uploadUrl, uploadHeaders } = body.media!;
  const { origin, pathname } = new URL(uploadUrl!);
  const isDirect = !load.urls.includes(origin);
  for (;;) {
    if (isDirect) await putToBucket(uploadUrl!, uploadHeaders!, picture);
    else await sendAll(load, client, file, { path: pathname, picture });
    const completed = await client('POST', `/api/v1/media/${id}/complete`, {}, [200, 409]);
    if (completed.status === 200) return completed.body.media!;
    file.broken.push(`lost bytes: had all of them, and then ${completed.body.error?.message}`);
  }
}

/** No server of ours has to run for it. */
async function putToBucket(url: string, headers: Record<string, string>, picture: Buffer): Promise<void> {
  const { status } = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(picture) });
  if (status !== 200) throw new Error(`the bucket answered ${status}`);
}

/** Sends all bytes, and holds the server to the offset that it has acknowledged. */
async function sendAll(
  { urls, random }: MediaLoad,
  client: Client,
  file: HostedFile,
  { path, picture }: { readonly path: string; readonly picture: Buffer },
): Promise<void> {
  let acknowledged = 0;
  const note = (headers: Headers): number => {
    const offset = Number(headers.get('Upload-Offset'));
    if (offset < acknowledged) file.broken.push(`lost bytes: acknowledged ${acknowledged}, and then ${offset}`);
    return offset;
  };
  for (let isFirst = true; ; isFirst = false) {
    const head = await client('HEAD', path, {}, [200, 404]);
    // Completed already, after an answer that was lost.
    if (head.status === 404) return;
    const offset = note(head.headers);
    if (offset === picture.length) return;
    const isWhole = isFirst && random.next() < 0.3;
    const end = isWhole ? picture.length : Math.min(picture.length, offset + random.whole(1, 4) * 64 * 1024);
    const answer = await fetch(`${random.pick(urls)}${path}`, {
      ...(isWhole
        ? { method: 'PUT', headers: { 'Content-Type': typeOf(file) }, body: new Uint8Array(picture) }
        : {
            method: 'PATCH',
            headers: {
              ...{ 'Content-Type': 'application/offset+octet-stream', 'Tus-Resumable': '1.0.0' },
              'Upload-Offset': String(offset),
            },
            body: drip(picture.subarray(offset, end)),
            duplex: 'half',
          }),
      signal: AbortSignal.timeout(20_000 * TIMEOUT_FACTOR),
    } as RequestInit).catch(() => null);
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer?.status === 204) acknowledged = note(answer.headers);
    else await sleep(20);
  }
}

/** Slow enough that kills meet it. */
function drip(bytes: Buffer): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      await sleep(DRIP_MS);
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + DRIP_BYTES));
      at += DRIP_BYTES;
    },
  });
}
