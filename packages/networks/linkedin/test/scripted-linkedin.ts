import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Received = {
  /** `POST /rest/posts`, query included. */
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
};

/** `drop` closes the connection without an answer. */
export type Scripted =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Buffer | object;
    }
  | 'drop';

/**
 * One answer for every call, or a list whose last entry is repeated. `{origin}` in bodies becomes
 * the server's address.
 */
export type Script = Readonly<Record<string, Scripted | readonly Scripted[]>>;

type ScriptedLinkedin = AsyncDisposable & {
  readonly origin: string;
  readonly received: readonly Received[];
  /** The requests, in order, without the fetches of media files. */
  lines(): readonly string[];
};

/**
 * A server that plays a fixed script: keys are `METHOD /path` with or without the query. A call
 * that is not in the script gets a 418, so that it is detected.
 */
export async function startScripted(script: Script): Promise<ScriptedLinkedin> {
  const received: Received[] = [];
  const turns = new Map<string, number>();
  const server = createServer((request, response) => {
    // The time is the script's, as in its headers.
    response.sendDate = false;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const line = `${request.method} ${request.url}`;
      received.push({ line, headers: request.headers, bytes: Buffer.concat(chunks) });
      const key = line in script ? line : (line.split('?')[0] ?? '');
      const answers = [script[key] ?? { status: 418, body: `not in the script: ${line}` }].flat();
      const setControl = turns.get(key) ?? 0;
      turns.set(key, setControl + 1);
      const answer = answers[Math.min(setControl, answers.length - 1)] ?? 'drop';
      if (answer === 'drop') {
        request.socket.destroy();
        return;
      }
      const { status, headers = {}, body = '' } = answer;
      const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
      const text = isJson ? JSON.stringify(body).replaceAll('{origin}', origin) : body;
      response.writeHead(status, { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    lines: () => received.map((each) => each.line).filter((line) => !line.startsWith('GET /media/')),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function json(received: Received | undefined): unknown {
  return JSON.parse(received?.bytes.toString() ?? '');
}
