import type { Request, Response } from 'express';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setCaller } from '../../src/http/caller.ts';
import { requestLog } from '../../src/http/request-log.ts';
import { createLogger } from '../../src/log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Asked = {
  readonly path: string;
  readonly requestId: string;
  readonly projectId?: string;
  readonly client?: string;
  readonly disconnected?: true;
};

/** The line of a request that took 12 ms. */
function lineOf(level: string, { path, requestId, projectId, client, disconnected }: Asked): string {
  const lines: string[] = [];
  const log = createLogger(level, (line) => lines.push(line));
  const answer = {
    locals: {},
    statusCode: 304,
    writableFinished: disconnected !== true,
    getHeader: () => requestId,
  } as unknown as Response;
  const caller = { kind: 'key', id: 'key', workspaceId: 'workspace', plan: 'free', scope: 'all' } as const;
  if (projectId !== undefined) setCaller(answer, { ...caller, projectId });
  const observeRequests = { answered: () => undefined };
  const write = requestLog({ log, observeRequests })({ method: 'GET', path, ip: client } as Request, answer);
  vi.advanceTimersByTime(12);
  write();
  return lines.join('');
}

/** The same as pino and the scrub of its lines write it. */
function linePinoWrites({ path, requestId, projectId, client, disconnected }: Asked): string {
  const lines: string[] = [];
  const log = createLogger('info', (line) => lines.push(line));
  const who = { ...(projectId !== undefined && { projectId }), ...(client !== undefined && { client }) };
  const line = { requestId, method: 'GET', path, status: 304, durationMs: 12, ...who };
  log.info({ ...line, ...(disconnected && { disconnected }) }, 'request');
  return lines.join('');
}

const ID = '019aabcd-0000-7000-8000-000000000000';

test.each<Asked>([
  { path: '/api/v1/posts/post_01h455vb4pex5vsknk084sn02q', requestId: ID, projectId: ID },
  { path: '/healthz', requestId: 'mine' },
  { path: '/api/v1/posts', requestId: ID, projectId: ID, client: '203.0.113.7' },
  { path: '/api/v1/posts', requestId: ID, client: 'fake"address' },
  { path: '/api/v1/posts', requestId: ID, projectId: ID, disconnected: true },
  { path: '/api/v1/posts', requestId: ID, disconnected: true },
  { path: '/', requestId: ID },
  // With what JSON escapes, and what is scrubbed.
  { path: '/a"b\\c', requestId: ID },
  { path: `/api/v1/posts/fanfare_sk_${'a'.repeat(49)}`, requestId: ID },
  { path: '/api/v1/EAACEdEose0cBAGZB1', requestId: ID },
  { path: '/access_token=secret', requestId: ID },
  { path: '/access_token', requestId: 'password' },
  { path: `/${'a'.repeat(79)}`, requestId: ID },
  { path: `/${'a'.repeat(80)}`, requestId: ID },
  { path: '/api', requestId: 'EAACEdEose0cBAGZB1' },
  { path: '/api', requestId: 'eyJhbGciOiJI' },
])('the line for $path of $requestId has the bytes that pino writes', (asked) => {
  expect(lineOf('info', asked)).toBe(linePinoWrites(asked));
  expect(lineOf('debug', asked)).toBe(linePinoWrites(asked));
});

test('a server that logs warnings only writes no line for a request', () => {
  expect(lineOf('warn', { path: '/', requestId: ID })).toBe('');
});
