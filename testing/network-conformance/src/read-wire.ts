import type { OutgoingBody, OutgoingCall } from '@fanfare/network';
import type { WireRequest } from './record-requests.ts';

/** Headers of the connection and of HTTP itself, which tables do not list. */
const TRANSPORT = new Set([
  'host',
  'connection',
  'content-length',
  'content-type',
  'transfer-encoding',
  'user-agent',
  'accept-encoding',
]);

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

const BYTE_TYPES: readonly string[] = ['application/octet-stream'];

/**
 * A received request in the form it had before it was sent, to compare with a table. Throws for a
 * request that no adapter can have meant, such as bytes of a type that is none of `byteTypes`.
 */
export function readWire(request: WireRequest, byteTypes = BYTE_TYPES): OutgoingCall {
  const method = METHODS.find((each) => each === request.method);
  if (method === undefined) throw new Error(`nobody sends ${request.method}`);
  const repeated = [...request.url.searchParams.keys()].filter((name, at, all) => all.indexOf(name) !== at);
  if (repeated.length > 0) throw new Error(`query parameters stand twice: ${repeated.join(', ')}`);
  const headers = Object.entries(request.headers).filter(([name]) => !TRANSPORT.has(name));
  const body = readBody(request, byteTypes);
  return {
    method,
    url: request.url,
    headers: Object.fromEntries(headers),
    ...(body && { body }),
    effect: 'read',
    signal: AbortSignal.abort(),
  };
}

function readBody(request: WireRequest, byteTypes: readonly string[]): OutgoingBody | undefined {
  const bytes = request.body();
  const type = request.headers['content-type'];
  if (type === undefined && bytes.length === 0) return undefined;
  if (type === 'application/json') return { json: JSON.parse(bytes.toString()) };
  if (type === 'application/x-www-form-urlencoded') return { form: readForm(bytes.toString()) };
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(type ?? '')?.[1];
  if (boundary !== undefined) return { multipart: readParts(bytes, boundary) };
  if (type === undefined || !byteTypes.includes(type)) throw new Error(`no table knows bodies of the type ${type}`);
  return { bytes, contentType: type, contentLength: bytes.length };
}

function readForm(text: string): Record<string, string> {
  const pairs = [...new URLSearchParams(text)];
  const fields = Object.fromEntries(pairs);
  if (Object.keys(fields).length !== pairs.length) throw new Error('a field stands twice in a form');
  return fields;
}

type Parts = Extract<OutgoingBody, { multipart: unknown }>['multipart'];

/** RFC 7578. Bytes are read as latin1, in which every byte is a character. */
function readParts(body: Buffer, boundary: string): Parts {
  const [before, ...parts] = body.toString('latin1').split(`--${boundary}`);
  if (before !== '' || parts.pop() !== '--\r\n') throw new Error('a multipart body does not keep to its boundary');
  return parts.map((part) => {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const content = rest.join('\r\n\r\n').slice(0, -2);
    const name = / name="([^"]*)"/.exec(head)?.[1];
    if (name === undefined) throw new Error('a part of a multipart body has no name');
    const filename = / filename="([^"]*)"/.exec(head)?.[1];
    if (filename === undefined) return { name, value: Buffer.from(content, 'latin1').toString() };
    const contentType = /content-type: (\S+)/i.exec(head)?.[1] ?? '';
    return { name, filename, contentType, bytes: Buffer.from(content, 'latin1') };
  });
}
