import type { Delivery, ListDeliveriesResponse, Webhook, WebhookEvent } from '@fanfare/contract';
import { verify } from '@fanfare/sdk/webhooks';
import { createMock, type MockOptions } from '../src/index.ts';
import { type Call, callerOf, target } from './call-mock.ts';

/**
 * A mock whose webhooks are received here: `received` has what they got, verified with the secret
 * of the first.
 */
export function receiving(
  options: MockOptions = {},
  answer: (request: Request) => Response | undefined = () => undefined,
) {
  const received: unknown[] = [];
  const ids: (string | null)[] = [];
  const mock = createMock({
    ...options,
    async deliver(request) {
      const event = await verify(await request.clone().text(), request.headers, secret);
      received.push(event);
      ids.push(request.headers.get('webhook-id'));
      return answer(request);
    },
  });
  const { webhook, secret } = mock.seed.webhook();
  return { mock, call: callerOf(mock), webhook, secret, received, ids, ...mock.scenario('everything-works') };
}

export const typesOf = (events: readonly unknown[]): string[] => events.map((event) => (event as WebhookEvent).type);

type World = ReturnType<typeof receiving>;

let keys = 0;
/** Publishes on X. */
export const publish = ({ call, x }: Pick<World, 'call' | 'x'>) => {
  keys += 1;
  return call('POST', '/posts', { content: 'Hello', platforms: [target(x)], idempotencyKey: `key ${keys}` });
};

export const deliveriesOf = async (call: Call, { id }: Webhook, query = ''): Promise<readonly Delivery[]> =>
  ((await call('GET', `/webhooks/${id}/deliveries${query}`)).body as ListDeliveriesResponse).deliveries;

export const webhookOf = async ({ call, webhook }: World): Promise<Webhook> =>
  ((await call('GET', `/webhooks/${webhook.id}`)).body as { webhook: Webhook }).webhook;
