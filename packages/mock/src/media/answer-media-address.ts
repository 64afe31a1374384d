import { methodNotAllowed, NOTHING_HERE, type Refusal, ROBOTS } from '@fanfare/rules';
import type { HttpAnswer } from '../http/http-answer.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { MockState } from '../mock-state.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { serveFile } from './serve-file.ts';
import { takeUpload } from './take-upload.ts';

type Answered =
  | { readonly answer: HttpAnswer; readonly refusal?: undefined }
  | { readonly answer?: undefined; readonly refusal: Refusal };

/** Answers the addresses of hosted files: `/uploads/…`, `/m/…` and `/robots.txt`. */
export async function answerMediaAddress(state: MockState, request: HttpRequest, path: string): Promise<Answered> {
  try {
    return { answer: await answerAddress(state, request, path) };
  } catch (error) {
    if (error instanceof RequestRefusal) return { refusal: error.refusal };
    throw error;
  }
}

function answerAddress(state: MockState, request: HttpRequest, path: string): HttpAnswer | Promise<HttpAnswer> {
  const [, token] = /^\/uploads\/([^/]+)\/?$/i.exec(path) ?? [];
  if (token !== undefined) return takeUpload(state, request, token);
  const [, key] = /^\/m\/([^/]+)\/[^/]+\/?$/i.exec(path) ?? [];
  if (key !== undefined) return serveFile(state, request, key);
  if (!/^\/robots\.txt\/?$/i.test(path)) throw new RequestRefusal(NOTHING_HERE);
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD') throw new RequestRefusal(methodNotAllowed(method, ['GET']));
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' };
  return { status: 200, headers, body: method === 'HEAD' ? null : ROBOTS };
}
