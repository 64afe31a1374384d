import { expect } from 'vitest';
import type { Project } from '../api.ts';
import { ANY, enabledWebhook, errorBody, invalidRequest } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '6';

const URL = 'https://app.example.com/hooks/fanfare';
const SECRET: unknown = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);

type Body = Readonly<Record<string, unknown>>;

const call = async (project: Project, method: string, path: string, body?: Body) => {
  const answer = await project.call(method, path, body === undefined ? {} : { body });
  return { status: answer.status, body: answer.body };
};

/** Creates a webhook; throws unless it was created. */
export async function createWebhook(project: Project, body: Body = {}): Promise<{ id: string; secret: string }> {
  const answer = await call(project, 'POST', '/webhooks', { url: URL, ...body });
  expect(answer.status).toBe(201);
  const { webhook, secret } = answer.body as { webhook: { id: string }; secret: string };
  return { id: webhook.id, secret };
}

const read = async (project: Project, id: string) => (await call(project, 'GET', `/webhooks/${id}`)).body;

/** Addresses that must never be called, each by another way to write it. */
const NOT_PUBLIC = [
  'http://app.example.com/hooks',
  'https://localhost/hooks',
  'https://127.0.0.2/hooks',
  'https://10.1.2.3/hooks',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/hooks',
  'https://app.example.com:22/hooks',
];

export const webhookStatements: readonly Statement[] = [
  {
    section,
    statement: 'POST /webhooks answers 201 with the webhook and its secret, which no later answer holds',
    async run(api) {
      const project = await api.project();
      const created = await call(project, 'POST', '/webhooks', { url: URL });
      expect(created).toEqual({ status: 201, body: { webhook: enabledWebhook({ url: URL }), secret: SECRET } });
      const { webhook } = created.body as { webhook: { id: string } };
      expect(await read(project, webhook.id)).toEqual({ webhook });
      expect(await call(project, 'GET', '/webhooks')).toEqual({ status: 200, body: { webhooks: [webhook] } });
    },
  },
  {
    section,
    statement: 'a webhook keeps its filters, its note and whether it is enabled; names that come twice count once',
    async run(api) {
      const project = await api.project();
      const fields = { url: `${URL}?a=1`, description: 'Für Ada', profileId: 'customer-17', enabled: false };
      const created = await call(project, 'POST', '/webhooks', {
        ...fields,
        events: ['target.failed', 'quota.warning', 'target.failed'],
        platforms: ['x', 'x', 'hub'],
      });
      const webhook = enabledWebhook({
        ...fields,
        events: ['target.failed', 'quota.warning'],
        platforms: ['x', 'hub'],
        disabledReason: 'by_caller',
        disabledAt: ANY.time,
      });
      expect(created).toEqual({ status: 201, body: { webhook, secret: SECRET } });
    },
  },
  {
    section,
    statement: 'PATCH /webhooks/:id changes what is sent and nothing else; empty values remove filters and the note',
    async run(api) {
      const project = await api.project();
      const fields = { events: ['post.failed'], platforms: ['x'], profileId: 'p', description: 'Old' };
      const { id } = await createWebhook(project, fields);
      const patch = (body: Body) => call(project, 'PATCH', `/webhooks/${id}`, body);
      const before = enabledWebhook({ id, url: URL, ...fields });
      expect(await patch({})).toEqual({ status: 200, body: { webhook: before, missed: 0 } });
      expect(await patch({ description: null, events: null })).toEqual({
        status: 200,
        body: { webhook: before, missed: 0 },
      });
      const moved = 'https://other.example.com/';
      expect(await patch({ url: moved, description: 'New' })).toEqual({
        status: 200,
        body: { webhook: { ...before, url: moved, description: 'New' }, missed: 0 },
      });
      const empty = enabledWebhook({ id, url: moved });
      expect(await patch({ events: [], platforms: [], profileId: '', description: '' })).toEqual({
        status: 200,
        body: { webhook: empty, missed: 0 },
      });
      expect(await read(project, id)).toEqual({ webhook: empty });
    },
  },
  {
    section,
    statement: 'a webhook is disabled by its caller and enabled again',
    async run(api) {
      const project = await api.project();
      const { id } = await createWebhook(project);
      const patch = (body: Body) => call(project, 'PATCH', `/webhooks/${id}`, body);
      const enabled = enabledWebhook({ id, url: URL });
      const disabled = { ...enabled, enabled: false, disabledReason: 'by_caller', disabledAt: ANY.time };
      expect(await patch({ enabled: false })).toEqual({ status: 200, body: { webhook: disabled, missed: 0 } });
      const { webhook } = (await read(project, id)) as { webhook: unknown };
      expect(await patch({ enabled: false })).toEqual({ status: 200, body: { webhook, missed: 0 } });
      expect(await patch({ enabled: true })).toEqual({ status: 200, body: { webhook: enabled, missed: 0 } });
    },
  },
  {
    section,
    statement: 'DELETE /webhooks/:id answers { deleted: true }; then the webhook is unknown, on every route',
    async run(api) {
      const project = await api.project();
      const { id } = await createWebhook(project);
      expect(await call(project, 'DELETE', `/webhooks/${id}`)).toEqual({ status: 200, body: { deleted: true } });
      const gone = { status: 404, body: errorBody('not_found') };
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', {}],
        ['DELETE', '', undefined],
        ['GET', '/deliveries', undefined],
        ['POST', '/test', undefined],
        ['POST', '/rotate-secret', undefined],
        ['POST', '/replay', { since: '2026-01-01T00:00:00Z' }],
      ] as const) {
        expect(await call(project, method, `/webhooks/${id}${path}`, body), `${method} ${path}`).toEqual(gone);
      }
      expect(await call(project, 'GET', '/webhooks')).toEqual({ status: 200, body: { webhooks: [] } });
    },
  },
  {
    section,
    statement: 'webhooks are listed oldest first, and those of another project never',
    async run(api) {
      const [project, other] = await Promise.all([api.project(), api.project()]);
      await createWebhook(other);
      const ids: string[] = [];
      for (const description of ['a', 'b', 'c'])
        ids.push((await createWebhook(project, { description, url: `${URL}/${description}` })).id);
      const { webhooks } = (await call(project, 'GET', '/webhooks')).body as { webhooks: { id: string }[] };
      expect(webhooks.map(({ id }) => id)).toEqual(ids);
    },
  },
  {
    section,
    statement: 'a project has at most 20 webhooks: the 21st is 403 webhook_limit_reached, until one is deleted',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const { id } = await createWebhook(project);
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, n) => call(project, 'POST', '/webhooks', { url: `${URL}/${n}` })),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(19);
      for (const answer of answers.filter(({ status }) => status !== 201))
        expect(answer).toEqual({ status: 403, body: errorBody('webhook_limit_reached') });
      await call(project, 'DELETE', `/webhooks/${id}`);
      await createWebhook(project);
    },
  },
  {
    section,
    statement:
      'an address has one webhook of a project: another is 409 webhook_exists with the id of the first, when it is created and changed',
    everywhere: true,
    async run(api) {
      const [project, other] = await Promise.all([api.project(), api.project()]);
      const made = await Promise.all(Array.from({ length: 3 }, () => call(project, 'POST', '/webhooks', { url: URL })));
      expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
      const { webhook } = made.find(({ status }) => status === 201)!.body as { webhook: { id: string } };
      const refused = {
        status: 409,
        body: errorBody('webhook_exists', [{ path: 'url', message: ANY.sentence }]),
      };
      for (const { body } of made.filter(({ status }) => status === 409)) {
        expect(body).toEqual(refused.body);
        expect((body as { error: { message: string } }).error.message).toContain(webhook.id);
      }
      // However it is written.
      const written = 'https://APP.example.com:443/hooks/./fanfare';
      expect(await call(project, 'POST', '/webhooks', { url: written })).toEqual(refused);
      const second = await createWebhook(project, { url: `${URL}?second` });
      expect(await call(project, 'PATCH', `/webhooks/${second.id}`, { url: URL })).toEqual(refused);
      expect((await call(project, 'PATCH', `/webhooks/${webhook.id}`, { url: URL })).status).toBe(200);
      await createWebhook(other);
      await call(project, 'DELETE', `/webhooks/${webhook.id}`);
      expect((await call(project, 'PATCH', `/webhooks/${second.id}`, { url: URL })).status).toBe(200);
    },
  },
  {
    section,
    statement: 'an address that is not public or not https is webhook_url_not_allowed, when it is created and changed',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const { id } = await createWebhook(project);
      const refused = {
        status: 400,
        body: errorBody('webhook_url_not_allowed', [{ path: 'url', message: ANY.sentence }]),
      };
      for (const url of NOT_PUBLIC) {
        expect(await call(project, 'POST', '/webhooks', { url }), url).toEqual(refused);
        expect(await call(project, 'PATCH', `/webhooks/${id}`, { url }), url).toEqual(refused);
      }
      expect(await call(project, 'GET', '/webhooks')).toEqual({
        status: 200,
        body: { webhooks: [enabledWebhook({ id, url: URL })] },
      });
    },
  },
  {
    section,
    statement: 'what is no webhook is invalid_request with the field: addresses, event types, platforms, lengths',
    async run(api) {
      const project = await api.project();
      for (const [body, ...paths] of [
        [{}, 'url'],
        [{ url: 'app.example.com' }, 'url'],
        [{ url: 'https://ada:secret@app.example.com/' }, 'url'],
        [{ url: `${URL}#part` }, 'url'],
        [{ url: `https://app.example.com/${'a'.repeat(2_048)}` }, 'url'],
        [{ url: URL, events: ['post.publishd'] }, 'events[0]'],
        [{ url: URL, events: ['webhook.test'] }, 'events[0]'],
        [{ url: URL, events: 'post.failed' }, 'events'],
        [{ url: URL, platforms: ['myspace'] }, 'platforms[0]'],
        [{ url: URL, description: 'a'.repeat(501) }, 'description'],
        [{ url: URL, profileId: 'a'.repeat(256) }, 'profileId'],
        // Absent means the events of every account.
        [{ url: URL, profileId: null }, 'profileId'],
        [{ url: URL, enabled: 'yes' }, 'enabled'],
        [{ url: URL, secret: 'whsec_mine' }, 'secret'],
      ] as const) {
        expect(await call(project, 'POST', '/webhooks', body), JSON.stringify(body).slice(0, 80)).toEqual({
          status: 400,
          body: invalidRequest(...paths),
        });
      }
    },
  },
  {
    section,
    statement: 'a rotation returns a new secret; while the old one signs, a second is 409 rotation_in_progress',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const { id, secret } = await createWebhook(project);
      const rotate = (body?: Body) => call(project, 'POST', `/webhooks/${id}/rotate-secret`, body);
      const rotated = await rotate({ overlapSeconds: 3_600 });
      const webhook = enabledWebhook({ id, url: URL, previousSecretExpiresAt: ANY.time });
      expect(rotated).toEqual({ status: 200, body: { webhook, secret: SECRET, previousSecretExpiresAt: ANY.time } });
      const first = rotated.body as { secret: string; previousSecretExpiresAt: string; webhook: unknown };
      expect(first.secret).not.toBe(secret);
      expect(first.webhook).toMatchObject({ previousSecretExpiresAt: first.previousSecretExpiresAt });
      const inMs = Date.parse(first.previousSecretExpiresAt) - Date.parse(await api.in(0));
      expect(inMs).toBeGreaterThan(3_300_000);
      expect(inMs).toBeLessThanOrEqual(3_600_000);
      const refused = { status: 409, body: errorBody('rotation_in_progress') };
      expect(await rotate()).toEqual(refused);
      expect(await rotate({ overlapSeconds: 1 })).toEqual(refused);
      expect(await read(project, id)).toEqual({ webhook: first.webhook });
    },
  },
  {
    section,
    statement: 'overlapSeconds 0 ends all old secrets at once, also during an overlap',
    async run(api) {
      const project = await api.project();
      const { id } = await createWebhook(project);
      const rotate = (body?: Body) => call(project, 'POST', `/webhooks/${id}/rotate-secret`, body);
      expect((await rotate()).status).toBe(200);
      expect(await rotate({ overlapSeconds: 0 })).toEqual({
        status: 200,
        body: { webhook: enabledWebhook({ id, url: URL }), secret: SECRET, previousSecretExpiresAt: null },
      });
      expect((await rotate()).status).toBe(200);
      for (const overlapSeconds of [-1, 86_401, 1.5, '60']) {
        expect(await rotate({ overlapSeconds })).toEqual({ status: 400, body: invalidRequest('overlapSeconds') });
      }
    },
  },
  {
    section,
    statement: 'of 20 rotations at the same time exactly one returns a secret',
    async run(api) {
      const project = await api.project();
      const { id } = await createWebhook(project);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => call(project, 'POST', `/webhooks/${id}/rotate-secret`)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)]);
    },
  },
];
