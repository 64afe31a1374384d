import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SeenRequest = { readonly method: string; readonly url: string; readonly status: number };

export type LosingProxy = {
  readonly url: string;
  /**
   * Loses the answers to the next requests that match: the hub does its work, and the caller's
   * connection ends.
   */
  loseAnswers(matches: (request: { readonly method: string; readonly url: string }) => boolean, times?: number): void;
  /** Number of answers that are still to be lost. */
  toLose(): number;
  /** Requests that the hub answered, lost ones included, since the last call. */
  takeSeen(): SeenRequest[];
  stop(): Promise<void>;
};

/** Stands in front of a hub and passes everything on, until it is asked to lose answers. */
export async function startLosingProxy(hubUrl: string): Promise<LosingProxy> {
  let matches: (request: { readonly method: string; readonly url: string }) => boolean = () => false;
  let times = 0;
  let seen: SeenRequest[] = [];

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method = 'GET', url = '/', headers } = incoming;
    const isLost = times > 0 && matches({ method, url });
    if (isLost) times--;
    const upstream = request(new URL(url, hubUrl), { method, headers }, (answer) => {
      seen.push({ method, url, status: answer.statusCode ?? 0 });
      if (isLost) {
        // The hub has done its work when its answer is complete.
        answer.resume().once('end', () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.once('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  };

  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseAnswers(which, count = 1) {
      matches = which;
      times = count;
    },
    toLose: () => times,
    takeSeen() {
      const taken = seen;
      seen = [];
      return taken;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
