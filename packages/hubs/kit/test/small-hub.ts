import { createHash, randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Faults that a hub may have in Hub Connect. Everything else is as the specification says. */
export type BadHabits = {
  readonly document?: (document: object, url: string) => unknown;
  readonly documentStatus?: number;
  readonly documentType?: string;
  /**
   * Reads a code and deletes it in two steps. Two requests with a long name, as parallel ones have,
   * both read before one deletes.
   */
  readonly readsThenDeletes?: boolean;
  readonly keepsUsedCodes?: boolean;
  readonly keepsOlderCodes?: boolean;
  readonly comparesAsTyped?: boolean;
  readonly refusesLongNames?: boolean;
  readonly showsAs?: (code: string) => string;
  readonly answer?: (answer: Record<string, unknown>) => unknown;
  readonly mayBeStored?: boolean;
  readonly refusal?: (facts: { readonly code: string; readonly isKnown: boolean }) => unknown;
  readonly refusalStatus?: number;
  readonly refusalType?: string;
  readonly limit?: number;
  readonly tooMany?: { readonly headers?: Record<string, string>; readonly body?: unknown };
};

export type SmallHub = { readonly url: string; makeCode(): Promise<string> };

const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const MOST_NAME_CHARS = 100;
const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');
const refuse = (code: string, message: string) => ({ code, message });

/** A hub of one user that has Hub Connect and nothing else. It closes with the test. */
export async function startSmallHub(bad: BadHabits = {}): Promise<SmallHub> {
  const codes = new Map<string, 'valid' | 'used'>();
  let failures = 0;
  let url = '';
  const normalise = (code: string) => (bad.comparesAsTyped ? code : code.replace(/[\s-]/g, '').toUpperCase());

  let bothHaveRead = () => {};
  const secondReader = new Promise<void>((resolve) => {
    bothHaveRead = resolve;
  });
  let readers = 0;
  async function consume(hash: string, name: string): Promise<boolean> {
    const isValid = codes.get(hash) === 'valid';
    if (bad.readsThenDeletes && name.length > MOST_NAME_CHARS) {
      readers += 1;
      if (readers === 2) bothHaveRead();
      await secondReader;
    }
    if (isValid && !bad.keepsUsedCodes) codes.set(hash, 'used');
    return isValid;
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    const { code, name = '' } = JSON.parse(await text(request));
    if (typeof code !== 'string') return void send(400, refuse('invalid_request', 'The body has no code.'));
    if (failures >= (bad.limit ?? 30)) {
      const { headers = { 'retry-after': '600' }, body = refuse('too_many_attempts', 'Wait.') } = bad.tooMany ?? {};
      return void send(429, body, headers);
    }
    const hash = hashOf(normalise(code));
    const isRefused = bad.refusesLongNames === true && name.length > MOST_NAME_CHARS;
    if (isRefused || !(await consume(hash, name))) {
      failures += 1;
      const body =
        bad.refusal?.({ code, isKnown: codes.has(hash) }) ?? refuse('invalid_connect_code', 'Generate a new one.');
      return void send(bad.refusalStatus ?? 400, body, bad.refusalType ? { 'content-type': bad.refusalType } : {});
    }
    const answer = {
      type: 'example.org',
      apiUrl: `${url}/api`,
      apiKey: randomBytes(16).toString('hex'),
      user: { id: '42', username: 'ann', name: 'Ann Example' },
      hub: { name: 'Small' },
      defaultSpaceSlug: null,
    };
    send(200, bad.answer?.(answer) ?? answer, bad.mayBeStored ? { 'cache-control': 'private' } : {});
  }

  function discover(response: ServerResponse): void {
    const document = { version: 1, exchange: `${url}/exchange` };
    const body = bad.document ? bad.document(document, url) : document;
    response
      .writeHead(bad.documentStatus ?? 200, {
        'content-type': bad.documentType ?? 'application/json',
        location: '/elsewhere',
      })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  const server = createServer((request, response) => {
    if (request.url === '/.well-known/hub-connect') discover(response);
    else if (request.method === 'POST' && request.url === '/exchange') void exchange(request, response);
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async makeCode() {
      const groups = Array.from({ length: 4 }, () =>
        Array.from({ length: 4 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''),
      );
      const code = groups.join('-');
      if (!bad.keepsOlderCodes) for (const [hash] of codes) codes.set(hash, 'used');
      codes.set(hashOf(bad.comparesAsTyped ? code : groups.join('')), 'valid');
      return bad.showsAs?.(code) ?? code;
    },
  };
}
