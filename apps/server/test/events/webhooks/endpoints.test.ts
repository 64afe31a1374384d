import { type CreateWebhookResponse, type ErrorBody, LIMITS } from '@fanfare/contract';
import { noSuch, WEBHOOK_REFUSALS } from '@fanfare/rules';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../../src/db/database.ts';
import { deleteWebhook } from '../../../src/events/webhooks/delete-webhook.ts';
import { errorBody } from '../../error-body.ts';
import type { Reply } from '../../harness.ts';
import { useReceivers } from './receivers.ts';
import { useWebhooks } from './use-webhooks.ts';

const webhooks = useWebhooks();
const receivers = useReceivers();
const url = 'https://receiver.example.com/hook?token=1';

const refused = (
  reply: Reply<ErrorBody>,
  { code, message, details }: { code: string; message: string; details?: readonly object[] },
) => errorBody(reply, code as never, message, details && ([...details] as never));

test('the sealed secret opens in its own row only', async () => {
  const receiver = await receivers.open();
  const project = await webhooks.server.createProject();
  const ana = await webhooks.create({ url: `${receiver.url}?ana` }, project);
  const ben = await webhooks.create({ url: `${receiver.url}?ben` }, project);
  await webhooks.server.db.query({
    text: `update webhook_endpoints b set key_id = a.key_id, wrapped_key = a.wrapped_key, sealed = a.sealed
           from webhook_endpoints a where a.url = $1 and b.url = $2`,
    values: [ana.webhook.url, ben.webhook.url],
  });
  expect((await ben.project.call('POST', `/api/v1/webhooks/${ben.webhook.id}/test`)).status).toBe(500);
  expect((await ana.project.call('POST', `/api/v1/webhooks/${ana.webhook.id}/test`)).status).toBe(200);
  expect(receiver.received).toHaveLength(1);
});

test('a webhook with a long history is deleted in statements of a bounded size, with all of it', async () => {
  const hook = await webhooks.create({ url: 'https://long.example.com/', enabled: false });
  const { rows } = await webhooks.server.db.query<{ projectId: string; endpointId: string }>({
    text: `with e as (
             insert into events (project_id, id, type, position, body)
             select project_id, gen_random_uuid(), 'target.failed', n, '{}' from webhook_endpoints, generate_series(1, 25) n where url = 'https://long.example.com/'
             returning project_id, id
           ), d as (
             insert into webhook_deliveries (project_id, id, endpoint_id, event_id, state)
             select e.project_id, gen_random_uuid(), w.id, e.id, 'delivered' from e join webhook_endpoints w on w.project_id = e.project_id
             returning project_id, id, endpoint_id
           ), a as (
             insert into webhook_attempts (project_id, delivery_id, number, duration_ms) select project_id, id, 1, 1 from d
           )
           select distinct project_id as "projectId", endpoint_id as "endpointId" from d`,
  });
  const deleted: number[] = [];
  const db: Database = {
    query: async (statement) => {
      const result = await webhooks.server.db.query(statement);
      if (statement.text.startsWith('delete')) deleted.push(result.rowCount ?? 0);
      return result as never;
    },
  };
  expect(await deleteWebhook({ db }, rows[0]!, 10)).toBe(true);
  expect(deleted).toEqual([10, 10, 5, 1]);
  const left = await webhooks.server.db.query({
    text: `select d.id from webhook_deliveries d where d.endpoint_id = $1
           union all select a.delivery_id from webhook_attempts a where a.project_id = $2`,
    values: [rows[0]!.endpointId, rows[0]!.projectId],
  });
  expect(left.rows).toEqual([]);
  expect((await hook.project.call('DELETE', `/api/v1/webhooks/${hook.webhook.id}`)).status).toBe(404);
});

describe('refused', () => {
  test.each([
    ['an unknown event', { events: ['target.publishd'] }, 'events'],
    ['an event that is never stored', { events: ['webhook.test'] }, 'events'],
    ['an unknown platform', { platforms: ['myspace'] }, 'platforms'],
    ['an unknown field', { eventTypes: [] }, 'eventTypes'],
    ['an address with a fragment', { url: `${url}#x` }, 'url'],
    ['an address with user info', { url: 'https://a:b@receiver.example.com' }, 'url'],
    ['no address', { url: 'receiver' }, 'url'],
  ])('%s', async (_, fields, path) => {
    const project = await webhooks.server.createProject();
    const reply = await project.call('POST', '/api/v1/webhooks', { url, ...fields });
    expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_request']);
    expect(reply.body.error.details).toEqual([
      expect.objectContaining({ path: expect.stringMatching(new RegExp(`^${path}`)) }),
    ]);
  });

  test('plain http to a host that is not allowed', async () => {
    const project = await webhooks.server.createProject();
    const reply = await project.call('POST', '/api/v1/webhooks', { url: 'http://receiver.example.com' });
    expect([reply.status, reply.body]).toEqual([
      400,
      refused(reply, WEBHOOK_REFUSALS.urlNotAllowed().refusal as never),
    ]);
  });

  test('the 21st, also when many are created at the same time', async () => {
    const project = await webhooks.server.createProject();
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        project.call<CreateWebhookResponse & ErrorBody>('POST', '/api/v1/webhooks', { url: `${url}/${n}` }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(LIMITS.webhooksPerProject.value);
    const rest = replies.filter(({ status }) => status !== 201);
    expect(rest.map((reply) => [reply.status, reply.body])).toEqual(
      rest.map((reply) => [403, refused(reply, WEBHOOK_REFUSALS.limitReached().refusal as never)]),
    );
  });

  test.each(['GET', 'PATCH', 'DELETE', 'POST rotate-secret', 'POST test', 'GET deliveries', 'POST replay'])(
    '%s of a webhook that is unknown, malformed, deleted or of another project, all alike',
    async (route) => {
      const [method = '', part] = route.split(' ');
      const foreign = await webhooks.create({ url });
      const project = await webhooks.server.createProject();
      const deleted = await webhooks.create({ url }, project);
      expect((await project.call('DELETE', `/api/v1/webhooks/${deleted.webhook.id}`)).body).toEqual({ deleted: true });
      const body =
        route === 'POST replay'
          ? { since: '2026-11-01T00:00:00Z' }
          : method === 'PATCH'
            ? { description: 'x' }
            : undefined;
      for (const id of [foreign.webhook.id, deleted.webhook.id, 'whk_nothing', 'post_01m7w4n5ntfm78mh9vvwca3vx0']) {
        const reply = await project.call(method, `/api/v1/webhooks/${id}${part ? `/${part}` : ''}`, body);
        expect([reply.status, reply.body]).toEqual([404, refused(reply, noSuch('webhook') as never)]);
      }
      expect(await webhooks.read(foreign)).toEqual(foreign.webhook);
    },
  );
});
