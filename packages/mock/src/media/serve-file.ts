import { hasVersion, methodNotAllowed, NO_FILE, servedHeaders } from '@fanfare/rules';
import type { HttpAnswer } from '../http/http-answer.ts';
import { type HttpRequest, headerOf } from '../http/http-request.ts';
import type { MockState } from '../mock-state.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { forgetEnded } from './hosted-files.ts';

/** Serves a hosted file at its public address: whole, one range of it, or its headers. */
export function serveFile(state: MockState, request: HttpRequest, key: string): HttpAnswer {
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD') throw new RequestRefusal(methodNotAllowed(method, ['GET']));
  forgetEnded(state);
  const media = [...state.world.media.values()].find((one) => one.key === key && one.status === 'ready');
  if (!media) throw new RequestRefusal(NO_FILE);
  const { received } = media;
  const size = received.length;
  // A file that is ready was checked.
  const headers = servedHeaders({ ...media, sha256: media.sha256! });
  const { etag } = headers;
  if (hasVersion(headerOf(request, 'if-none-match'), etag)) return { status: 304, headers, body: null };
  const part = rangeOf(request, etag, size);
  if (part === 'unsatisfiable') {
    const range = { 'content-range': `bytes */${size}`, 'cache-control': 'no-store' };
    return { status: 416, headers: { ...headers, ...range }, body: null };
  }
  const { start, end } = part ?? { start: 0, end: size - 1 };
  const answer = {
    status: part ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      ...(part && { 'content-range': `bytes ${start}-${end}/${size}` }),
    },
  };
  return { ...answer, body: method === 'HEAD' ? null : received.slice(start, end + 1) };
}

type Range = { readonly start: number; readonly end: number };

/** The one range that is asked for, with both ends. Null for the whole file. */
function rangeOf(request: HttpRequest, etag: string, size: number): Range | 'unsatisfiable' | null {
  const condition = headerOf(request, 'if-range');
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headerOf(request, 'range') ?? '') ?? [];
  if ((condition !== null && condition !== etag) || from === undefined || to === undefined || from + to === '')
    return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
