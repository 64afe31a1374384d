import { BODY_REFUSALS, methodNotAllowed, type Refusal } from '@fanfare/rules';
import type { HttpAnswer } from '../http/http-answer.ts';
import { type HttpRequest, headerOf } from '../http/http-request.ts';
import type { MockState } from '../mock-state.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { forgetEnded } from './hosted-files.ts';
import type { StoredMedia } from './media-world.ts';

/** Version of the protocol (tus.io/protocols/resumable-upload, core, checked 2026-11). */
const TUS = '1.0.0';
const TUS_TYPE = 'application/offset+octet-stream';

/** Pages of any origin may upload: the address is the permission, no cookie is. */
const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Upload-Offset, Upload-Length, Tus-Resumable, Tus-Version, X-Request-Id, Retry-After',
  'cross-origin-resource-policy': 'cross-origin',
  'tus-resumable': TUS,
  'cache-control': 'no-store',
};
const PREFLIGHT = {
  'access-control-allow-methods': 'PUT, PATCH, HEAD, OPTIONS',
  'access-control-allow-headers': 'Content-Type, Upload-Offset, Tus-Resumable, X-Requested-With, X-Request-Id',
  'access-control-max-age': '86400',
  'tus-version': TUS,
};

const NO_UPLOAD: Refusal = {
  code: 'not_found',
  message: 'There is no upload at this address: it is unknown, completed or expired.',
};
const TOO_LONG: Refusal = {
  code: 'payload_too_large',
  message: 'The body is longer than what is missing of the file.',
};
const ALL_HERE: Refusal = { code: 'upload_closed', message: 'All bytes of the file are here. Complete it.' };

/** Takes bytes of a file: whole with `PUT`, or in parts as tus clients send them. */
export async function takeUpload(state: MockState, request: HttpRequest, token: string): Promise<HttpAnswer> {
  try {
    const { headers, ...answer } = await take(state, request, token);
    return { ...answer, headers: { ...HEADERS, ...headers } };
  } catch (error) {
    if (!(error instanceof RequestRefusal)) throw error;
    throw new RequestRefusal({ ...error.refusal, headers: { ...HEADERS, ...error.refusal.headers } });
  }
}

async function take(state: MockState, request: HttpRequest, token: string): Promise<HttpAnswer> {
  const { method } = request;
  if (method === 'OPTIONS') return { status: 204, headers: PREFLIGHT, body: null };
  if (!['HEAD', 'PUT', 'PATCH'].includes(method))
    throw new RequestRefusal(methodNotAllowed(method, ['HEAD', 'PUT', 'PATCH', 'OPTIONS']));
  const version = headerOf(request, 'tus-resumable') ?? (method === 'PATCH' ? null : TUS);
  if (version !== TUS) return { status: 412, headers: { 'tus-version': TUS }, body: null };
  forgetEnded(state);
  const media = [...state.world.media.values()].find(
    ({ upload }) => upload?.token === token && upload.expiresAtMs > state.clock.now(),
  );
  if (!media) throw new RequestRefusal(NO_UPLOAD);
  const { bytes } = media;
  if (method === 'HEAD') {
    const headers = { 'upload-offset': String(media.received.length), 'upload-length': String(bytes) };
    return { status: 200, headers, body: null };
  }
  const sent = new Uint8Array((await request.readBody?.()) ?? new ArrayBuffer(0));
  const offset = method === 'PUT' ? wholeFile(media, request, sent) : partOf(media, request, sent);
  const all = new Uint8Array(offset + sent.length);
  all.set(media.received.subarray(0, offset));
  all.set(sent, offset);
  media.received = all;
  return { status: 204, headers: { 'upload-offset': String(all.length) }, body: null };
}

/** Judges a `PUT`, which begins at the first byte. */
function wholeFile(media: StoredMedia, request: HttpRequest, { length }: Uint8Array): number {
  const { contentType, bytes } = media;
  if (essenceOf(headerOf(request, 'content-type')) !== essenceOf(contentType))
    throw refused('unsupported_media_type', `The file was announced as ${contentType}. Send that as "Content-Type".`);
  if (length > bytes) throw new RequestRefusal(TOO_LONG);
  if (length !== bytes) {
    const message = `The file was announced with ${bytes} bytes. Send all of them, with that "Content-Length".`;
    throw refused('invalid_request', message);
  }
  refuseClosed(media, request);
  return 0;
}

/** Judges a `PATCH`, which goes on where the last byte is. */
function partOf(media: StoredMedia, request: HttpRequest, { length }: Uint8Array): number {
  if (essenceOf(headerOf(request, 'content-type')) !== TUS_TYPE)
    throw refused('unsupported_media_type', `Send a part with "Content-Type: ${TUS_TYPE}".`);
  const sent = headerOf(request, 'upload-offset') ?? '';
  if (!/^\d{1,15}$/.test(sent)) throw refused('invalid_request', 'Send the place of the part as "Upload-Offset".');
  const offset = Number(sent);
  if (offset + length > media.bytes) throw new RequestRefusal(TOO_LONG);
  refuseClosed(media, request);
  const { length: received } = media.received;
  if (received === offset) return offset;
  throw new RequestRefusal({
    code: 'upload_incomplete',
    message: `The next part begins at ${received}, not at ${offset}.`,
    headers: { 'upload-offset': String(received) },
  });
}

function refuseClosed({ received, bytes }: StoredMedia, request: HttpRequest): void {
  if (headerOf(request, 'content-encoding') !== null) throw new RequestRefusal(BODY_REFUSALS.compressed);
  if (received.length === bytes) throw new RequestRefusal(ALL_HERE);
}

const refused = (code: Refusal['code'], message: string): RequestRefusal => new RequestRefusal({ code, message });

/** Type and subtype, without parameters. */
const essenceOf = (contentType: string | null): string => (contentType ?? '').split(';')[0]!.trim().toLowerCase();
