import { randomUUID } from 'node:crypto';
import { HEADERS_TOO_LARGE, type Refusal } from '@fanfare/rules';
import { anyErrorBody, statusOf } from './app-refusal.ts';
import type { BrokenRequest } from './http-server.ts';

const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** Refusals by code of Node's parser (nodejs.org/api/http.html, clientError, checked 2026-11). */
const REFUSALS: Readonly<Record<string, Refusal>> = { HPE_HEADER_OVERFLOW: HEADERS_TOO_LARGE };
const NOT_HTTP: Refusal = { code: 'invalid_request', message: 'The request is not valid HTTP/1.1.' };

/**
 * Answers what Node's parser refuses: oversized headers, and no HTTP. Request listeners do not see
 * it, and Node would answer without a body. A running answer ends before the connection.
 */
export function answerBroken(deps: { readonly docsUrl: string }, { error, socket, underWay }: BrokenRequest): void {
  if (!socket.writable) return void socket.destroy();
  if (underWay && !underWay.writableEnded) {
    if (hasHungUp(error)) return void socket.destroy();
    // The rest of the input is not read.
    socket.pause();
    underWay.once('finish', () => socket.end());
    return;
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.end(head(408, { Connection: 'close' }));
    return;
  }
  const refusal = REFUSALS[error.code ?? ''] ?? NOT_HTTP;
  const requestId = randomUUID();
  const body = JSON.stringify(anyErrorBody(refusal, requestId, deps.docsUrl));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  socket.end(head(statusOf(refusal), headers) + body);
}

/** Whether the connection broke or ended within a request. Only other text leaves it usable. */
const hasHungUp = ({ code }: NodeJS.ErrnoException): boolean =>
  code === 'HPE_INVALID_EOF_STATE' || !code?.startsWith('HPE_');

const head = (status: number, headers: Readonly<Record<string, string>>): string =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map((pair) => pair.join(': ')),
    '',
    '',
  ].join('\r\n');
