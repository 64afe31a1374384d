import type { WebhookEvent } from '@fanfare/contract';
import { verify } from '@fanfare/sdk/webhooks';
import { expect } from 'vitest';
import type { Api, Project } from '../api.ts';
import { type ReceivedCall, withReceiver } from '../receiver.ts';
import { ANY } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { createWebhook } from './6-webhooks.ts';

const section = '6';
const ownProject = 'nothing is connected there, and a service elsewhere does not call this machine';

/** As a receiver does that has this secret. */
const verified = ({ body, headers }: ReceivedCall, secret: string) => verify(body, headers, secret);

/** Lets time pass until the webhook has nothing on its way, and so many deliveries. */
async function untilDelivered(api: Api, project: Project, { id, count }: { id: string; count: number }): Promise<void> {
  for (let look = 0; look < 300; look++) {
    const { body } = await project.call('GET', `/webhooks/${id}/deliveries?status=delivered`);
    if ((body as { deliveries: readonly unknown[] }).deliveries.length >= count) return;
    await api.pass(100);
  }
  throw new Error(`${id} did not get ${count} deliveries.`);
}

const eventsOf = async (project: Project): Promise<readonly WebhookEvent[]> =>
  ((await project.call('GET', '/events?limit=100')).body as { events: readonly WebhookEvent[] }).events;

export const receiverStatements: readonly Statement[] = [
  {
    section,
    ownProject,
    statement: 'a webhook receives exactly the events that it wants, each once, signed with its secrets',
    run: (api) =>
      withReceiver(async ({ url, received }) => {
        const project = await api.project();
        const x = await project.connect('x');
        const wants = ['target.published', 'post.published'];
        const { id, secret } = await createWebhook(project, { url, events: wants });
        const publish = (content: string) =>
          project.publish({ content, platforms: [{ platform: 'x', accountId: x.id }] });
        await publish('News.');
        await untilDelivered(api, project, { id, count: 2 });
        const rotated = await project.call('POST', `/webhooks/${id}/rotate-secret`, { body: {} });
        const { secret: next } = rotated.body as { secret: string };
        await publish('More news.');
        await untilDelivered(api, project, { id, count: 4 });

        const wanted = (await eventsOf(project)).filter(({ type }) => wants.includes(type));
        expect(wanted.map(({ type }) => type)).toEqual([...wants, ...wants]);
        const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);
        const arrived = await Promise.all(received.map((call) => verified(call, secret)));
        expect(arrived.toSorted(byId)).toEqual(wanted.toSorted(byId));
        expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(arrived.map((event) => event.id));
        // During the rotation both secrets sign; the new one did not sign before it.
        for (const [index, call] of received.entries()) {
          if (index < 2) await expect(verified(call, next)).rejects.toMatchObject({ code: 'signature_mismatch' });
          else expect(await verified(call, next)).toEqual(arrived[index]);
        }
      }),
  },
  {
    section,
    ownProject,
    statement: 'POST /webhooks/:id/test sends a signed event and returns how it was answered',
    run: (api) =>
      withReceiver(async ({ url, received }) => {
        const project = await api.project();
        const { id, secret } = await createWebhook(project, { url, enabled: false });
        const { status, body } = await project.call('POST', `/webhooks/${id}/test`);
        expect({ status, body }).toEqual({
          status: 200,
          body: { delivered: true, status: 200, durationMs: ANY.count, response: 'thanks', error: null },
        });
        expect(received).toHaveLength(1);
        expect(await verified(received[0]!, secret)).toEqual({
          id: ANY.eventId,
          type: 'webhook.test',
          timestamp: ANY.time,
          data: { webhook: { id } },
        });
      }),
  },
];
