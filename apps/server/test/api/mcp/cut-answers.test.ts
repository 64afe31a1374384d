import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mcpRoutes } from '../../../src/api/mcp/mcp.routes.ts';
import { createLogger } from '../../../src/process/log/log.ts';

const lines: Record<string, unknown>[] = [];
/** Answers of MCP, as a request needs them. */
let answer: (signal: AbortSignal) => ReadableStream<Uint8Array>;
let server: Server;
let url: string;

beforeAll(async () => {
  const pass = (_req: unknown, _res: unknown, next: () => void) => next();
  const app = express();
  server = app.listen(0);
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app.use(
    mcpRoutes({
      ...{ log: createLogger('info', (line) => lines.push(JSON.parse(line))), baseUrl: url },
      ...{ authenticateBearer: () => pass, countRequest: pass, readJson: pass },
      answer: async ({ request }) => new Response(answer(request.signal)),
    }),
  );
});
afterAll(() => void server.close());
beforeEach(() => void lines.splice(0));

const text = new TextEncoder();
const call = (signal?: AbortSignal) =>
  fetch(`${url}/mcp`, { method: 'POST', headers: { Authorization: 'Bearer k' }, ...(signal && { signal }) });

test('an answer that fails under way is cut for its client, and logged with its cause', async () => {
  answer = () => {
    const parts = ['data: 1\n\n'];
    return new ReadableStream({
      pull(controller) {
        const part = parts.shift();
        if (part === undefined) controller.error(new Error('the tool broke'));
        else controller.enqueue(text.encode(part));
      },
    });
  };
  await expect(call().then((response) => response.text())).rejects.toThrow(TypeError);
  expect(lines).toEqual([
    expect.objectContaining({
      ...{ level: 50, msg: 'an answer of MCP ended unexpectedly' },
      err: expect.objectContaining({ message: 'the tool broke' }),
    }),
  ]);
});

test.each(['the stream ends', 'the stream fails with the reason'])(
  'a client that leaves is no error, also when %s',
  async (how) => {
    const leaving = new AbortController();
    let hasEnded = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      hasEnded = resolve;
    });
    answer = (signal) =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(text.encode('data: 1\n\n'));
          signal.addEventListener('abort', () => {
            if (how.endsWith('reason')) controller.error(signal.reason);
            else controller.close();
            hasEnded();
          });
        },
      });
    const response = await call(leaving.signal);
    leaving.abort();
    await expect(response.text()).rejects.toThrow();
    await ended;
    await new Promise((resolve) => setImmediate(resolve));
    expect(lines).toEqual([]);
  },
);
