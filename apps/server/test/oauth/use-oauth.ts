import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { type Browser, makeWorkspace, signIn } from '../dashboard/api/sign-in.ts';
import { type ServerOfFile, useServer } from '../use-server.ts';

export type Shown = {
  readonly status: number;
  readonly location: string | null;
  readonly html: string;
  readonly headers: Headers;
};
export type Json = { readonly status: number; readonly body: Record<string, unknown>; readonly headers: Headers };

/** A host of metadata documents. */
export type DocumentHost = {
  readonly origin: string;
  /** Puts a document and returns its address. */
  put(path: string, document: (address: string) => unknown, headers?: Record<string, string>): string;
  /** Requests so far. */
  readonly requests: string[];
};

export type OAuthOfFile = {
  readonly server: ServerOfFile;
  readonly documents: DocumentHost;
  /** A member with a project. */
  person(): Promise<Person>;
  /** Sends a form to an endpoint for programs. */
  form(path: string, fields: Record<string, string> | string, headers?: Record<string, string>): Promise<Json>;
  register(body: unknown): Promise<Json>;
  /** Calls the API with an access token. */
  call(token: unknown, method: string, path: string, body?: unknown): Promise<Json>;
};

export type Person = {
  readonly browser: Browser;
  readonly own: Awaited<ReturnType<typeof makeWorkspace>>;
  get(path: string): Promise<Shown>;
  /** Sends the form of the consent page with its token. */
  answer(request: Request, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Shown>;
  /** Approves and returns the code. */
  code(request: Request, fields?: Record<string, string>): Promise<string>;
};

/** Request of a client, with the verifier of its challenge. */
export type Request = { readonly query: URLSearchParams; readonly verifier: string };

export const REDIRECT = 'https://app.example/callback';
export const verifierOf = () => randomBytes(32).toString('base64url');
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/** A correct request of a client, with some parameters changed; null leaves one out. */
export function requestOf(clientId: string, changes: Record<string, string | null> = {}): Request {
  const verifier = verifierOf();
  const fields: Record<string, string | null> = {
    ...{ response_type: 'code', client_id: clientId, redirect_uri: REDIRECT, state: 'st/a+te=' },
    ...{ code_challenge: challengeOf(verifier), code_challenge_method: 'S256', ...changes },
  };
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== null);
  return { query: new URLSearchParams(given), verifier };
}

/** A server, a host of metadata documents and people for the tests of a file. */
export function useOAuth(env: Record<string, string> = {}): OAuthOfFile {
  // Fewer refused requests than usual are too many, so that a test gets there soon.
  const server = useServer({ env: { REFUSED_KEYS_PER_MINUTE: '200', ...env } });
  const answers = new Map<string, { body: string; headers: Record<string, string> }>();
  const requests: string[] = [];
  let host: Server;
  let origin = '';
  beforeAll(async () => {
    host = createServer((req, res) => {
      requests.push(req.url ?? '');
      const answer = answers.get(req.url ?? '');
      res.writeHead(answer ? 200 : 404, { 'content-type': 'application/json', ...answer?.headers }).end(answer?.body);
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  });
  afterAll(() => void host.close());

  const send = async (by: Browser, path: string, init: RequestInit = {}): Promise<Shown> => {
    const response = await fetch(`${server.baseUrl}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { ...by.headers, accept: 'text/html', ...(init.headers as Record<string, string>) },
    });
    const { status, headers } = response;
    return { status, headers, location: headers.get('location'), html: await response.text() };
  };
  const json = async (response: Response): Promise<Json> => ({
    ...{ status: response.status, headers: response.headers },
    body: JSON.parse((await response.text()) || '{}') as Record<string, unknown>,
  });

  return {
    server,
    documents: {
      get origin() {
        return origin;
      },
      requests,
      put(path, document, headers = {}) {
        const address = `${origin}${path}`;
        answers.set(path, { body: JSON.stringify(document(address)), headers });
        return address;
      },
    },
    async person() {
      const [browser, own] = [await signIn(server), await makeWorkspace(server)];
      await own.join(browser, 'member');
      const person: Person = {
        browser,
        own,
        get: (path) => send(browser, path),
        answer: ({ query }, fields, headers) =>
          send(browser, '/oauth/authorize', {
            method: 'POST',
            headers: { ...headers },
            body: new URLSearchParams({
              ...{ form_token: browser.headers['X-Fanfare-CSRF']!, request: query.toString() },
              ...{ project: own.prj, scope: 'read', days: '90', ...fields },
            }),
          }),
        async code(request, fields) {
          const { location, html } = await person.answer(request, fields);
          const code = new URL(location ?? 'none:').searchParams.get('code');
          if (code === null) throw new Error(`no code: ${location} ${html}`);
          return code;
        },
      };
      return person;
    },
    form: async (path, fields, headers = {}) =>
      json(
        await fetch(`${server.baseUrl}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
          body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
        }),
      ),
    register: async (body) =>
      json(
        await fetch(`${server.baseUrl}/oauth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      ),
    call: async (token, method, path, body) =>
      json(
        await fetch(`${server.baseUrl}${path}`, {
          method,
          headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      ),
  };
}
