import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Call = { readonly method: string; readonly path: string };

/** A service that a test reaches through this machine. */
export type Proxy = {
  readonly baseUrl: string;
  /** Every call so far, in order. */
  readonly calls: readonly Call[];
  /** Calls `then` when a call begins, or once the service has answered it and nobody knows yet. */
  on(when: 'call' | 'answer', is: (call: Call) => boolean, then: () => void): void;
  close(): Promise<void>;
};

/** Passes calls on; bytes of files come to it as well. */
export async function startProxy(to: string): Promise<Proxy> {
  const calls: Call[] = [];
  const traps: { when: string; is: (call: Call) => boolean; then: () => void }[] = [];
  const spring = (when: string, call: Call): boolean => {
    const at = traps.findIndex((trap) => trap.when === when && trap.is(call));
    traps.splice(at, at < 0 ? 0 : 1)[0]?.then();
    return at >= 0;
  };
  const server = createServer(async (request, response) => {
    const call = { method: request.method ?? '', path: (request.url ?? '').replace(/\?.*/, '') };
    calls.push(call);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    // Whoever is killed reads no answer.
    if (spring('call', call)) return response.destroy();
    const { host: _, 'content-length': __, connection: ___, ...headers } = request.headers;
    const answer = await fetch(`${to}${request.url}`, {
      method: call.method,
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const text = await answer.text();
    if (spring('answer', call)) return response.destroy();
    const kept = [...answer.headers].filter(
      ([name]) => !/^(content-(length|encoding)|transfer-|connection)/.test(name),
    );
    response.writeHead(answer.status, kept.flat()).end(text.replace(`"uploadUrl":"${to}`, `"uploadUrl":"${baseUrl}`));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl,
    calls,
    on: (when, is, then) => void traps.push({ when, is, then }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
