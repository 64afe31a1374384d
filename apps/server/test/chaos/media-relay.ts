import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Slot } from './fleet.ts';

/**
 * The public address of hosted files, which survives the servers, and of files that callers host
 * themselves.
 */
export type MediaRelay = {
  readonly url: string;
  /** Servers behind it, once there are some. */
  serve(slots: readonly Slot[]): void;
  /** The address of somebody's own file. A protected one is refused to the crawlers of networks. */
  publish(name: string, bytes: Buffer, options?: { readonly isProtected?: boolean }): string;
  close(): Promise<void>;
};

const WAIT_MS = 20_000;
const OWN = '/own/';
/** Meta, Web Crawlers (checked 2026-11). */
const CRAWLER = /^facebookexternalhit/;

/**
 * Passes each request on to a server that runs, as a load balancer does, and again when that one is
 * killed.
 */
export async function startMediaRelay(): Promise<MediaRelay> {
  const own = new Map<string, { readonly bytes: Buffer; readonly isProtected: boolean }>();
  let slots: readonly Slot[] = [];
  const ask = async (target: string, method: string): Promise<Response> => {
    for (const endAt = Date.now() + WAIT_MS; ; await sleep(50)) {
      const slot = slots.find((each) => each.isUp());
      const answer = slot && (await fetch(`${slot.url}${target}`, { method }).catch(() => null));
      const body = await answer?.arrayBuffer().catch(() => null);
      if (answer && body) return new Response(body.byteLength > 0 ? body : null, answer);
      if (Date.now() > endAt) throw new Error(`no server answered ${target}`);
    }
  };
  const server = createServer(async (req, res) => {
    const target = req.url!;
    const file = target.startsWith(OWN) ? own.get(target.slice(OWN.length)) : undefined;
    if (file?.isProtected && CRAWLER.test(req.headers['user-agent'] ?? '')) return res.writeHead(403).end();
    if (file) {
      const { bytes } = file;
      return res.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': bytes.length }).end(bytes);
    }
    const answer = await ask(target, req.method!).catch(() => null);
    if (!answer) return res.writeHead(502).end();
    const headers = { ...Object.fromEntries(answer.headers), connection: 'close' };
    return res.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url,
    serve(next) {
      slots = next;
    },
    publish(name, bytes, { isProtected = false } = {}) {
      own.set(name, { bytes, isProtected });
      return `${url}${OWN}${name}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
