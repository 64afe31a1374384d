import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Fault } from './fault.ts';

/** The faults of the suites, and answers that are too large for any client to keep. */
export type GateFault = Omit<Fault, 'action'> & { readonly action: Fault['action'] | 'gzip_bomb' | 'huge_json' };

/** A simulator behind a proxy that injects faults. */
export type Gate = {
  /** `http://127.0.0.1:49152`. */
  readonly origin: string;
  fail(fault: GateFault): void;
  clearFaults(): void;
  close(): Promise<void>;
};

type GateOptions = {
  /** Reports each delayed answer, so that the suite's deadlines can pass at once. */
  readonly onHold?: ((ms: number) => void) | undefined;
};

/**
 * Serves the HTTP handler of your own simulator (an Express application, say) on a free port, with
 * the faults of the suite in front of it. Networks that the sandbox simulates do not need it.
 *
 * @example
 * const gate = await startGate(mastodonSimulator, { onHold: clock.advance });
 * const testNetwork = { fail: async (fault) => gate.fail(fault), clearFaults: async () => gate.clearFaults(), close: gate.close, … };
 */
export async function startGate(handler: RequestListener, { onHold }: GateOptions = {}): Promise<Gate> {
  let waiting: { readonly fault: GateFault; left: number }[] = [];
  const take = ({ method, url = '/' }: IncomingMessage): GateFault | null => {
    const path = url.replace(/\?.*$/s, '');
    const found = waiting.find(({ fault }) => fault.method === method && new RegExp(fault.path).test(path));
    if (!found) return null;
    found.left -= 1;
    waiting = waiting.filter(({ left }) => left > 0);
    return found.fault;
  };
  const server = createServer((request, response) => {
    const fault = take(request);
    if (fault === null) handler(request, response);
    else happen(fault, { request, response, handler, onHold });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gate listens on no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    fail: (fault) => void waiting.push({ fault, left: fault.times ?? 1 }),
    clearFaults() {
      waiting = [];
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly handler: RequestListener;
  readonly onHold: GateOptions['onHold'];
};

function happen(fault: GateFault, { request, response, handler, onHold }: Exchange): void {
  if (fault.action === 'drop_before') {
    request.socket.destroy();
    return;
  }
  if (fault.action === 'gzip_bomb' || fault.action === 'huge_json') {
    const tooMuch = fault.action === 'gzip_bomb' ? answerBomb : answerHuge;
    request.resume().once('end', () => tooMuch(response));
    return;
  }
  const instead = () => answer(fault, response);
  if (fault.action === 'status') {
    request.resume().once('end', instead);
    return;
  }
  // The simulator's answer is discarded; the client's answer is decided after it.
  const performed = new ServerResponse(request);
  const kept: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) kept.push(Buffer.from(chunk));
  };
  // Node discards what it gets here unless it may send it at once.
  performed.writeHead = (status: number, ...rest: unknown[]) => {
    performed.statusCode = status;
    const headers = rest.find((each) => typeof each === 'object' && each !== null) ?? {};
    for (const [name, value] of Object.entries(headers)) performed.setHeader(name, value);
    return performed;
  };
  performed.write = (chunk: unknown) => {
    keep(chunk);
    return true;
  };
  performed.end = (chunk?: unknown) => {
    keep(chunk);
    if (fault.action === 'drop_after') request.socket.destroy();
    else if (fault.action === 'status_after') instead();
    else {
      const release = () => {
        response.writeHead(performed.statusCode, performed.getHeaders()).end(Buffer.concat(kept));
      };
      setTimeout(release, fault.delayMs ?? 0).unref();
      onHold?.(fault.delayMs ?? 0);
    }
    return performed;
  };
  handler(request, performed);
}

function answer({ status = 500, headers = {}, body = '' }: GateFault, response: ServerResponse): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const contentType = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  response.writeHead(status, { 'content-type': contentType, ...headers }).end(text);
}

const MEBIBYTE = 1024 * 1024;

let bomb: Buffer | undefined;

/** 1.3 MiB that unpack to 1.25 GiB. Parts of gzip may repeat (RFC 1952, section 2.2). */
function answerBomb(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  // Packing 64 MiB takes most of a second.
  bomb ??= Buffer.concat(Array(20).fill(gzipSync(Buffer.alloc(64 * MEBIBYTE, ' '))));
  response.end(bomb);
}

/** 50 MiB of valid JSON, without a length. */
function answerHuge(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const text = function* () {
    yield '["';
    for (let n = 0; n < 50; n++) yield 'x'.repeat(MEBIBYTE);
    yield '"]';
  };
  // Clients hang up before the end.
  pipeline(Readable.from(text()), response, () => undefined);
}
