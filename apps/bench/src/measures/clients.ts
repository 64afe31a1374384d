import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock } from '@fanfare/mock';
import { serveMock } from '@fanfare/mock/server';
import { Fanfare } from '@fanfare/sdk';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { MockAgent, request } from 'undici';
import { median } from '../figures.ts';
import type { Contender, Measure } from '../measure.ts';

const UNLIMITED = { requestsPerMinute: 100_000_000, publishesPerMinute: 100_000_000 };
const ANSWER = JSON.stringify({ post: { id: 'post_1', status: 'published', content: 'x'.repeat(900) } });

/** A contender that makes one call after the other in this process; its figure is the median time of one. */
function calling(name: string, call: () => Promise<unknown>, around?: { before(): void; after(): void }): Contender {
  return {
    name,
    async run(seconds) {
      around?.before();
      const tookUs: number[] = [];
      const end = performance.now() + seconds * 1_000;
      while (performance.now() < end) {
        const startedAt = performance.now();
        await call();
        tookUs.push((performance.now() - startedAt) * 1_000);
      }
      around?.after();
      return { figure: median(tookUs), done: tookUs.length };
    },
  };
}

export const mock: Measure = {
  name: 'mock',
  answers:
    'How long does publishing to four networks take with the mock, against libraries that answer with a fixed text and know no rule?',
  unit: 'µs',
  seconds: 70,
  goals: [{ what: 'to publish', contender: 'standalone mock', atMost: 500 }],
  async open() {
    const direct = createMock(UNLIMITED);
    const served = await serveMock(UNLIMITED);
    const agent = new MockAgent();
    agent.disableNetConnect();
    agent.get('https://fixed.test').intercept({ path: '/', method: 'POST' }).reply(201, ANSWER).persist();
    const fixed = setupServer(http.post('https://fixed.test/', () => HttpResponse.text(ANSWER, { status: 201 })));
    const intercepted = {
      before: () => fixed.listen(),
      after: () => fixed.close(),
    };
    const post = { method: 'POST', body: ANSWER };
    const publishDirect = publishTo(direct, direct.fetch, direct.baseUrl);
    const publishServed = publishTo(served.mock, fetch, served.url);
    return {
      contenders: [
        calling('mock.fetch', publishDirect),
        calling('standalone mock', publishServed),
        calling('msw, fixed answer', async () => (await fetch('https://fixed.test/', post)).text(), intercepted),
        calling('MockAgent, fixed answer', async () => {
          const { body } = await request('https://fixed.test/', { method: 'POST', body: ANSWER, dispatcher: agent });
          await body.text();
        }),
      ],
      async close() {
        await served.close();
        await agent.close();
      },
    };
  },
};

type MockOf = ReturnType<typeof createMock>;

function publishTo(mock: MockOf, send: typeof fetch, baseUrl: string): () => Promise<unknown> {
  const accounts = Object.values(mock.scenario('everything-works'));
  const platforms = accounts.map(({ id, platform }) => ({ platform, accountId: id }));
  const mediaItems = [{ type: 'image', url: 'https://files.example.com/harbour.jpg' }];
  const headers = { Authorization: `Bearer ${mock.apiKey}`, 'Content-Type': 'application/json' };
  let posts = 0;
  return async () => {
    const idempotencyKey = `post-${posts++}`;
    const body = JSON.stringify({ idempotencyKey, content: `Post ${idempotencyKey}`, mediaItems, platforms });
    const response = await send(`${baseUrl}/api/v1/posts`, { method: 'POST', headers, body });
    const text = await response.text();
    if (response.status !== 201) throw new Error(`the mock answered ${response.status}: ${text}`);
  };
}

export const sdk: Measure = {
  name: 'sdk',
  answers: 'How long does a call of the SDK take, against bare fetch to the same server?',
  unit: 'µs',
  seconds: 40,
  goals: [{ what: 'of bare fetch', contender: 'SDK', of: 'bare fetch', atMost: 1.2 }],
  async open() {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(ANSWER);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const apiKey = createMock(UNLIMITED).apiKey;
    const client = new Fanfare({ baseUrl: url, apiKey });
    const headers = { Authorization: `Bearer ${apiKey}` };
    return {
      contenders: [
        calling('SDK', () => client.posts.get('post_1')),
        calling('bare fetch', async () => (await fetch(`${url}/api/v1/posts/post_1`, { headers })).json()),
      ],
      async close() {
        server.close();
        server.closeAllConnections();
      },
    };
  },
};
