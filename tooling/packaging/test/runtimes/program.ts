/** Program that every runtime runs with the packed SDK and mock; returns what it saw. */
export const PROGRAM = `
import { createMock } from '@fanfare/mock';
import { Fanfare, FanfareConnectionError, FanfareTimeoutError, NotFoundError, connect } from '@fanfare/sdk';
import { WebhookVerificationError, verify } from '@fanfare/sdk/webhooks';

export async function run(options) {
  const fanfare = new Fanfare(options);
  const platforms = [{ platform: 'x', accountId: 'acc_0' }];
  const seen = {};
  const lost = await fanfare.posts.create({ content: 'Hello', platforms }).withResponse();
  seen.lost = [lost.data.post.status, lost.attempts];
  const error = await fanfare.posts.get('post_2').catch((error) => error);
  seen.error = [error instanceof NotFoundError, error.code, error.requestId];
  seen.list = await fanfare.posts.list().toArray().then((posts) => posts.map(({ id }) => id));
  const late = await fanfare.usage.get({ timeoutMs: 100, maxRetries: 0 }).catch((error) => error);
  seen.late = late instanceof FanfareTimeoutError;
  const stop = new AbortController();
  const stopped = fanfare.usage.get({ signal: stop.signal }).catch((error) => error);
  setTimeout(() => stop.abort('enough'), 100);
  seen.stopped = await stopped;
  const redirect = await fanfare.usage.get().catch((error) => error);
  seen.redirect = [redirect.status, redirect.code];
  const nobody = new Fanfare({ ...options, baseUrl: options.nobody, maxRetries: 0 });
  const refused = await nobody.usage.get().catch((error) => error);
  seen.refused = [refused instanceof FanfareConnectionError, refused instanceof FanfareTimeoutError];
  seen.outcome = connect.parseRedirect('/c?status=error&reason=access_denied');
  seen.mock = await askMock();
  seen.webhooks = await verifyDeliveries();
  return seen;
}

async function askMock() {
  const mock = createMock();
  const { x } = mock.scenario('everything-works');
  const fanfare = new Fanfare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey, fetch: mock.fetch });
  const platforms = [{ platform: 'x', accountId: x.id }];
  mock.networks.x.failNext('duplicate_content');
  const { post: failed } = await fanfare.posts.create({ content: 'Hello', platforms });
  const { post: later } = await fanfare.posts.create({ content: 'Later', platforms, publishAt: '2026-11-20T10:00:00Z' });
  await mock.clock.advance(3_600_000);
  const { post: published } = await fanfare.posts.get(later.id);
  const asked = mock.requests.all().length;
  const description = await (await mock.fetch(mock.baseUrl + '/openapi.yaml')).text();
  return [failed.targets[0].errorDetail.code, later.status, published.status, asked, description.slice(0, 9)];
}

async function verifyDeliveries() {
  const delivered = [];
  const deliver = async (request) => void delivered.push([await request.text(), request.headers]);
  const mock = createMock({ deliver });
  const { x } = mock.scenario('everything-works');
  const fanfare = new Fanfare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey, fetch: mock.fetch });
  const { webhook, secret } = await fanfare.webhooks.create({ url: 'https://app.example.com/hooks' });
  const { secret: next } = await fanfare.webhooks.rotateSecret(webhook.id);
  await fanfare.posts.create({ content: 'Hello', platforms: [{ platform: 'x', accountId: x.id }] });
  await mock.clock.advance(1_000);
  const types = [];
  for (const [body, headers] of delivered) {
    types.push((await verify(body, headers, secret)).type);
    await verify(new TextEncoder().encode(body), headers, [next]);
  }
  const [[body, headers]] = delivered;
  const wrong = await verify(body + ' ', headers, [secret, next]).catch((error) => error);
  return [types, wrong instanceof WebhookVerificationError, wrong.code];
}
`;

/** Result that it must have seen, against the server of the test. */
export const SEEN = {
  lost: ['published', 2],
  error: [true, 'not_found', 'req_1'],
  list: ['a', 'b'],
  late: true,
  stopped: 'enough',
  redirect: [302, 'unexpected_answer'],
  refused: [true, false],
  outcome: { status: 'error', reason: 'access_denied' },
  webhooks: [['target.published', 'post.published'], true, 'signature_mismatch'],
  mock: ['duplicate_content', 'scheduled', 'published', 3, 'openapi: '],
};
