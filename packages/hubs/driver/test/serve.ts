import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Clock, createHttp, type NetworkIo } from '@fanfare/network';
import { onTestFinished } from 'vitest';

export type Request = { readonly line: string; readonly body: unknown };

/** What a hub answers to one request: JSON, a page, or whatever `end` does. */
export type Reply = {
  readonly status?: number;
  readonly json?: unknown;
  readonly html?: string;
  readonly end?: (req: IncomingMessage, res: ServerResponse) => void;
};

const clock: Clock = { now: () => 0, sleep: async () => undefined };

/** A hub on a real port. `replies` maps a method and a path with its query to an answer; everything else is a page with the status 404. */
export async function serveHub(replies: Readonly<Record<string, Reply>>) {
  const requests: Request[] = [];
  const server = createServer(async (req, res) => {
    let text = '';
    for await (const chunk of req) text += chunk;
    const line = `${req.method} ${req.url}`;
    requests.push({ line, body: text === '' ? null : JSON.parse(text) });
    const { status = 200, json, html = '<h1>Not here</h1>', end } = replies[line] ?? { status: 404 };
    if (end) return end(req, res);
    res.writeHead(status, { 'content-type': json === undefined ? 'text/html' : 'application/json' });
    res.end(json === undefined ? html : JSON.stringify(json));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const http = createHttp({ egress: { allowedHosts: ['127.0.0.1'], trustedOrigins: [] } });
  onTestFinished(async () => {
    await http.close();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('This server has no port.');
  const io: NetworkIo = { http, clock, signal: new AbortController().signal };
  return { url: `http://127.0.0.1:${address.port}`, io, requests };
}
