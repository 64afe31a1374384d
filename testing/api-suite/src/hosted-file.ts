import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { EventOf, MediaFile } from '@fanfare/contract';
import { expect } from 'vitest';
import type { Api, Project } from './api.ts';
import type { WireAnswer } from './implementation.ts';
import { ANY } from './shapes.ts';

const SAMPLES = new URL('../../../packages/sandbox/samples/', import.meta.url);

/** A file of this machine, and what is known of it. */
export type SampleFile = {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
  readonly width: number;
  readonly height: number;
};

const sample = (filename: string, contentType: string, width: number, height: number): SampleFile => ({
  ...{ filename, contentType, width, height },
  content: readFileSync(new URL(filename, SAMPLES)),
});

/** Fits every network. */
export const JPEG = sample('harbour.jpg', 'image/jpeg', 1080, 1350);
/** Instagram takes none. */
export const PNG = sample('latte.png', 'image/png', 1080, 1080);

/** Only LinkedIn takes it. */
export const PDF = {
  ...{ filename: 'menu.pdf', contentType: 'application/pdf' },
  content: readFileSync(new URL('menu.pdf', SAMPLES)),
};

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** The body that announces a file, with what is different of it. */
export const announcement = (
  { filename, contentType, content }: SampleFile,
  more: Readonly<Record<string, unknown>> = {},
) => ({ filename, contentType, bytes: content.length, ...more });

/** A file as it was announced. */
export const awaitedFile = (api: Api, { filename, contentType, content }: SampleFile) => ({
  id: ANY.mediaId,
  status: 'awaiting_upload',
  filename,
  contentType,
  bytes: content.length,
  facts: null,
  problems: [],
  error: null,
  createdAt: ANY.time,
  sha256: null,
  url: expect.stringMatching(new RegExp(`^${api.baseUrl}/m/(?:[a-z][a-z0-9]{0,11}\\.)?[0-9a-f]{32}/${filename}$`)),
  uploadUrl: expect.stringMatching(new RegExp(`^${api.baseUrl}/uploads/(?:[a-z][a-z0-9]{0,11}\\.)?[\\w-]{43}$`)),
  uploadHeaders: { 'Content-Type': contentType },
  uploadExpiresAt: ANY.time,
  expiresAt: ANY.time,
});

/** The same file once its bytes are checked. */
export const readyFile = (api: Api, file: SampleFile) => ({
  ...awaitedFile(api, file),
  status: 'ready',
  facts: {
    ...{ type: 'image', width: file.width, height: file.height, orientation: 1, frames: 1 },
    ...{ pages: null, durationMs: null, framesPerSecond: null, videoCodec: null, audioCodec: null },
  },
  sha256: sha256Of(file.content),
  ...{ uploadUrl: null, uploadHeaders: null, uploadExpiresAt: null },
});

export const mediaOf = ({ body }: WireAnswer): MediaFile => (body as { media: MediaFile }).media;

/** Announces a file. Throws unless it was accepted. */
export async function announce(project: Project, body: object): Promise<MediaFile> {
  const answer = await project.call('POST', '/media', { body });
  if (answer.status !== 201) throw new Error(`Not announced: ${JSON.stringify(answer.body)}`);
  return mediaOf(answer);
}

/** Sends bytes to the address of an upload, without a key. */
export function sendBytes(
  api: Api,
  { uploadUrl }: Pick<MediaFile, 'uploadUrl'>,
  method: 'PUT' | 'PATCH' | 'HEAD' | 'OPTIONS' | 'POST',
  {
    content,
    headers = {},
  }: { readonly content?: Uint8Array; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<WireAnswer> {
  const path = (uploadUrl ?? '').slice(api.baseUrl.length);
  const base64 = content && Buffer.from(content).toString('base64');
  return api.send({ method, path, headers: Object.entries(headers), ...(base64 !== undefined && { base64 }) });
}

/** Sends a file in one call; `headers` beside the key of the project. */
export function putFile(
  api: Api,
  { apiKey }: Pick<Project, 'apiKey'>,
  content: Uint8Array | null,
  { query = '', headers = {} }: { readonly query?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<WireAnswer> {
  const lines = Object.entries({ Authorization: `Bearer ${apiKey}`, ...headers });
  const base64 = content && Buffer.from(content).toString('base64');
  return api.send({
    method: 'PUT',
    path: `/api/v1/media${query}`,
    headers: lines,
    ...(base64 !== null && { base64 }),
  });
}

/** Sends a part as tus clients do. */
export const sendPart = (api: Api, media: MediaFile, offset: number, content: Uint8Array): Promise<WireAnswer> =>
  sendBytes(api, media, 'PATCH', {
    content,
    headers: {
      'Content-Type': 'application/offset+octet-stream',
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(offset),
    },
  });

/** Uploads a file in one request and completes it. */
export async function upload(
  api: Api,
  project: Project,
  file: SampleFile,
  more: Readonly<Record<string, unknown>> = {},
): Promise<MediaFile> {
  const media = await announce(project, announcement(file, more));
  const { content, contentType } = file;
  const { status } = await sendBytes(api, media, 'PUT', { content, headers: { 'Content-Type': contentType } });
  if (status !== 204) throw new Error(`Not uploaded: ${status}`);
  return mediaOf(await project.call('POST', `/media/${media.id}/complete`));
}

/** The events of a project that has had no others, once there are any. */
export async function mediaEvents(api: Api, project: Project): Promise<EventOf<'media.ready'>[]> {
  for (let look = 0; look < 300; look++) {
    const { body } = await project.call('GET', '/events');
    const { events } = body as { events: EventOf<'media.ready'>[] };
    if (events.length > 0) return events;
    await api.pass(100);
  }
  throw new Error('There was no event.');
}
