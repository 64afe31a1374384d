import { ConnectionDropped } from './connection-dropped.ts';
import { createMock } from './create-mock.ts';
import type { HttpAnswer } from './http/http-answer.ts';
import type { Mock, MockOptions } from './mock.ts';

type Fulfilment = { readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer };

type RoutedRequest = {
  url(): string;
  method(): string;
  allHeaders(): Promise<Record<string, string>>;
  postDataBuffer(): Buffer | null;
  isNavigationRequest(): boolean;
};

type Route = {
  request(): RoutedRequest;
  fulfill(response: Fulfilment): Promise<void>;
  abort(errorCode?: string): Promise<void>;
};

/** The part of Playwright's `Page` or `BrowserContext` that `routeMock` needs. */
export type Routable = {
  /** Playwright's `page.route` or `context.route`. */
  route(url: string, handler: (route: Route) => Promise<void>): Promise<unknown>;
};

/**
 * Answers every request of a page or context to the mock's `baseUrl`, connect pages included,
 * without a server.
 *
 * @example
 * const mock = createMock();
 * await routeMock(page, mock);
 */
export async function routeMock(page: Routable, mock: Pick<Mock, 'answer' | 'baseUrl'>): Promise<void> {
  await page.route(`${mock.baseUrl}/**`, async (route) => {
    const asked = route.request();
    const body = asked.postDataBuffer();
    const { 'content-length': _, ...headers } = await asked.allHeaders();
    try {
      const answer = await mock.answer({
        method: asked.method(),
        url: new URL(asked.url()),
        headerBytes: Object.entries(headers)
          .flat()
          .reduce((sum, text) => sum + text.length + 2, asked.url().length),
        headerLines: (name) => (headers[name] === undefined ? [] : [headers[name]]),
        readBody: body && (async () => body),
        signal: new AbortController().signal,
      });
      await route.fulfill(await toFulfilment(answer, asked.isNavigationRequest()));
    } catch (error) {
      if (!(error instanceof ConnectionDropped)) throw error;
      await route.abort('connectionreset');
    }
  });
}

/**
 * Playwright does not route the target of a redirect (Playwright, `page.route`, checked 2026-11). A
 * page that refreshes to the target does the same, and that address is routed again.
 */
async function toFulfilment({ status, body, ...answer }: HttpAnswer, isPage: boolean): Promise<Fulfilment> {
  const headers = {
    ...answer.headers,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': '*',
  };
  if (body instanceof Uint8Array) return { status, headers, body: Buffer.from(body) };
  if (body !== null && typeof body !== 'string') return { status, headers, body: await readBegun(body) };
  const { location } = answer.headers;
  if (!isPage || location === undefined) return { status, headers, body: Buffer.from(body ?? '') };
  const target = location.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from(`<!doctype html><meta http-equiv="refresh" content="0;url=${target}">`),
  };
}

/** Reads what a stream has sent so far: a routed answer is complete. The page reconnects. */
async function readBegun(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  const nothingMore = new Promise<null>((resolve) => void setTimeout(resolve, 0, null));
  for (;;) {
    const read = await Promise.race([reader.read(), nothingMore]);
    if (read === null || read.done) break;
    chunks.push(read.value);
  }
  await reader.cancel();
  return Buffer.concat(chunks);
}

/**
 * A fixture for `test.extend` of `@playwright/test`: every test has its own mock, which answers its
 * page. Takes the options of `createMock`.
 *
 * @example
 * const test = base.extend<{ mock: Mock }>({ mock: fanfareFixture({ start: { accounts: [{ platform: 'x' }] } }) });
 * test('the page is answered by the mock', async ({ page, mock }) => {
 *   await page.goto('/');
 *   expect(mock.requests.of('accounts.list')).toHaveLength(1);
 * });
 */
export function fanfareFixture(
  options: MockOptions = {},
): (fixtures: { page: Routable }, use: (mock: Mock) => Promise<void>) => Promise<void> {
  return async ({ page }, use) => {
    const mock = createMock(options);
    await routeMock(page, mock);
    await use(mock);
  };
}
