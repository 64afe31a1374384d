import { LIMITS } from '@fanfare/contract';
import { type Decision, type Refusal, refuse } from './refusal.ts';
import { BODY_REFUSALS } from './request-body.ts';
import { methodNotAllowed } from './routing.ts';

/** Version of the protocol (tus.io/protocols/resumable-upload, core, checked 2026-11). */
const TUS = '1.0.0';
const TUS_TYPE = 'application/offset+octet-stream';
const METHODS: readonly string[] = ['HEAD', 'PUT', 'PATCH'];

/**
 * Headers of every answer at the address of an upload. Pages of any origin may upload: the address
 * is the permission, no cookie is.
 */
export const UPLOAD_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Upload-Offset, Upload-Length, Tus-Resumable, Tus-Version, X-Request-Id, Retry-After',
  'cross-origin-resource-policy': 'cross-origin',
  'tus-resumable': TUS,
  'cache-control': 'no-store',
} as const;

const PREFLIGHT = {
  'access-control-allow-methods': 'PUT, PATCH, HEAD, OPTIONS',
  'access-control-allow-headers': 'Content-Type, Upload-Offset, Tus-Resumable, X-Requested-With, X-Request-Id',
  'access-control-max-age': '86400',
  'tus-version': TUS,
};

/** Refusals of uploads. */
export const UPLOAD_REFUSALS = {
  unknown: {
    code: 'not_found',
    message: 'There is no upload at this address: it is unknown, completed or expired.',
  },
  tooLong: { code: 'payload_too_large', message: 'The body is longer than what is missing of the file.' },
  allHere: { code: 'upload_closed', message: 'All bytes of the file are here. Complete it.' },
} as const satisfies Record<string, Refusal>;

/** The parts of a request that decide about its upload. */
export type UploadRequest = {
  readonly method: string;
  /** A header by its name in lower case; null without it. */
  readonly header: (name: string) => string | null;
  /** Length of the body; null where it is not known. */
  readonly length: number | null;
};

type Announced = { readonly contentType: string; readonly bytes: number };
type NoBody = { readonly status: 204 | 412; readonly headers: Readonly<Record<string, string>> };

/** Answers a request that needs no file: a preflight, or another version. Null for all others. */
export function beforeUpload({
  method,
  header,
}: Pick<UploadRequest, 'method' | 'header'>): Decision<{ readonly answer: NoBody | null }> {
  if (method === 'OPTIONS') return { ok: true, answer: { status: 204, headers: PREFLIGHT } };
  if (!METHODS.includes(method)) return refuse(methodNotAllowed(method, [...METHODS, 'OPTIONS']));
  const version = header('tus-resumable') ?? (method === 'PATCH' ? null : TUS);
  return { ok: true, answer: version === TUS ? null : { status: 412, headers: { 'tus-version': TUS } } };
}

/** Judges the head of a `PUT` or `PATCH`. `offset` is where its bytes begin; null begins again. */
export function judgeUploadHead(file: Announced, request: UploadRequest): Decision<{ readonly offset: number | null }> {
  const judged = request.method === 'PUT' ? judgeWhole(file, request) : judgePart(file, request);
  return judged.ok && isCompressed(request) ? refuse(BODY_REFUSALS.compressed) : judged;
}

/** Judges where bytes go, by how many are here. */
export function judgeUploadStart(
  { bytes }: Pick<Announced, 'bytes'>,
  received: number,
  offset: number | null,
): Decision<{ readonly start: number }> {
  if (received === bytes) return refuse(UPLOAD_REFUSALS.allHere);
  if (offset === null || offset === received) return { ok: true, start: offset ?? 0 };
  return refuse({
    code: 'upload_incomplete',
    message: `The next part begins at ${received}, not at ${offset}.`,
    headers: { 'Upload-Offset': String(received) },
  });
}

/** Judges the head of a call that brings a whole file. */
export function judgeSmallFile(
  request: Pick<UploadRequest, 'header' | 'length'>,
): Decision<{ readonly bytes: number }> {
  const { length } = request;
  const { value: most } = LIMITS.mediaPutBytes;
  if (length === null || length === 0) {
    const message = 'Send the bytes of the file as the body, with their "Content-Length".';
    return refuse({ code: 'invalid_request', message });
  }
  if (length > most) {
    const message = `The file is larger than ${most / 1024 ** 2} MiB. Announce it with POST /api/v1/media, then upload it.`;
    return refuse({ code: 'payload_too_large', message });
  }
  return isCompressed(request) ? refuse(BODY_REFUSALS.compressed) : { ok: true, bytes: length };
}

function judgeWhole({ contentType, bytes }: Announced, { header, length }: UploadRequest): Decision<{ offset: null }> {
  if (essenceOf(header('content-type')) !== essenceOf(contentType))
    return notOfType(`The file was announced as ${contentType}. Send that as "Content-Type".`);
  if (length === bytes) return { ok: true, offset: null };
  if (length !== null && length > bytes) return refuse(UPLOAD_REFUSALS.tooLong);
  const message = `The file was announced with ${bytes} bytes. Send all of them, with that "Content-Length".`;
  return refuse({ code: 'invalid_request', message });
}

function judgePart({ bytes }: Announced, { header, length }: UploadRequest): Decision<{ offset: number }> {
  if (essenceOf(header('content-type')) !== TUS_TYPE) return notOfType(`Send a part with "Content-Type: ${TUS_TYPE}".`);
  const sent = header('upload-offset') ?? '';
  if (!/^\d{1,15}$/.test(sent))
    return refuse({ code: 'invalid_request', message: 'Send the place of the part as "Upload-Offset".' });
  const offset = Number(sent);
  return offset + (length ?? 0) > bytes ? refuse(UPLOAD_REFUSALS.tooLong) : { ok: true, offset };
}

const notOfType = (message: string) => refuse({ code: 'unsupported_media_type', message });

const isCompressed = ({ header }: Pick<UploadRequest, 'header'>): boolean => header('content-encoding') !== null;

/** Type and subtype, without parameters. */
const essenceOf = (contentType: string | null): string => (contentType ?? '').split(';')[0]!.trim().toLowerCase();
