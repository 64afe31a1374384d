import { expect } from 'vitest';
import { ANY, errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.5';
const HOUR_MS = 3_600_000;

export const validateStatements: readonly Statement[] = [
  {
    section,
    statement:
      'POST /posts/validate returns cost and warnings of a valid post; nothing is recorded, a key is not needed and has no effect',
    async run(api) {
      const project = await api.project();
      const { instagram, threads, x, linkedin } = await project.connectAll();
      const { status, body } = await project.call('POST', '/posts/validate', {
        body: {
          content: 'See https://example.com/',
          mediaItems: [
            { type: 'image', url: 'https://cdn.example.com/a.jpg', coverUrl: 'https://cdn.example.com/b.jpg' },
          ],
          platforms: [
            targetEntry(instagram, { firstComment: 'First.' }),
            targetEntry(threads),
            targetEntry(x, { firstComment: 'First.' }),
            targetEntry(linkedin, { firstComment: 'First.', content: 'Without a link.' }),
          ],
          publishAt: await api.in(HOUR_MS),
          idempotencyKey: api.newKey(),
        },
      });
      const cost = (account: { id: string; platform: string }, units: number) => ({
        accountId: account.id,
        platform: account.platform,
        units,
      });
      const warning = (path: string) => ({ path, message: ANY.sentence });
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          valid: true,
          violations: [],
          warnings: [
            warning('idempotencyKey'),
            warning('platforms[0].mediaItems[0].coverUrl'),
            warning('platforms[1].mediaItems[0].coverUrl'),
            warning('platforms[2].mediaItems[0].coverUrl'),
            warning('platforms[2].firstComment'),
            warning('platforms[2].content'),
            warning('platforms[3].mediaItems[0].coverUrl'),
          ],
          units: 70,
          targets: [cost(instagram, 2), cost(threads, 1), cost(x, 65), cost(linkedin, 2)],
        },
      });
      expect((await project.call('GET', '/posts')).body).toMatchObject({ posts: [] });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 0, reserved: 0 });
    },
  },
  {
    section,
    statement: 'POST /posts/validate answers 200 with every violation of a post that breaks rules',
    async run(api) {
      const project = await api.project();
      const { instagram, x } = await project.connectAll();
      const { status, body } = await project.call('POST', '/posts/validate', {
        body: { content: 'a'.repeat(281), platforms: [targetEntry(x), targetEntry(instagram), targetEntry(x)] },
      });
      const of = (account: { id: string; platform: string }, at: number, fields: object) => ({
        accountId: account.id,
        platform: account.platform,
        message: ANY.sentence,
        path: `platforms[${at}]`,
        ...fields,
      });
      const tooLong = { rule: 'x.text.max_weighted_length', limit: 280, actual: 281 };
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          valid: false,
          violations: [
            of(x, 0, { ...tooLong, path: 'platforms[0].content' }),
            of(instagram, 1, {
              rule: 'instagram.media.required',
              path: 'platforms[1].mediaItems',
              limit: 1,
              actual: 0,
            }),
            of(x, 2, { ...tooLong, path: 'platforms[2].content' }),
            of(x, 2, { rule: 'targets.duplicate' }),
          ],
          warnings: [],
          units: 3,
          targets: [x, instagram, x].map(({ id, platform }) => ({ accountId: id, platform, units: 1 })),
        },
      });
    },
  },
  {
    section,
    statement: 'POST /posts/validate refuses shape, time, accounts and platforms as a publish does',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const refusals = [
        [
          { content: 7, platforms: [targetEntry(x)] },
          400,
          'invalid_request',
          [{ path: 'content', message: ANY.sentence }],
        ],
        [
          { content: 'a', platforms: [targetEntry(x)], publishAt: await api.in(-HOUR_MS) },
          400,
          'invalid_request',
          [{ path: 'publishAt', message: ANY.sentence }],
        ],
        [
          { content: 'a', platforms: [{ platform: 'x', accountId: 'nobody' }] },
          404,
          'account_not_found',
          [
            {
              path: 'platforms[0].accountId',
              message: 'There is no account nobody in this project.',
              accountId: 'nobody',
            },
          ],
        ],
        [
          { content: 'a', platforms: [{ platform: 'threads', accountId: x.id }] },
          400,
          'platform_mismatch',
          [
            {
              path: 'platforms[0].platform',
              message: `Account ${x.id} is on x, not on threads.`,
              platform: 'threads',
              accountId: x.id,
            },
          ],
        ],
      ] as const;
      for (const [asked, status, code, details] of refusals) {
        const answer = await project.call('POST', '/posts/validate', { body: asked });
        expect({ status: answer.status, body: answer.body }).toEqual({ status, body: errorBody(code, details) });
      }
    },
  },
  {
    section,
    statement: 'POST /posts/validate asks nothing of the quota',
    async run(api) {
      const project = await api.project('free');
      const x = await project.connect('x');
      const body = { content: 'https://example.com/', platforms: [targetEntry(x)] };
      await project.publish(body);
      const refused = await project.call('POST', '/posts', { body: { ...body, idempotencyKey: api.newKey() } });
      expect(refused.status).toBe(429);
      const { status, body: got } = await project.call('POST', '/posts/validate', { body });
      expect({ status, body: got }).toEqual({
        status: 200,
        body: {
          valid: true,
          violations: [],
          warnings: [{ path: 'platforms[0].content', message: ANY.sentence }],
          units: 65,
          targets: [{ accountId: x.id, platform: 'x', units: 65 }],
        },
      });
    },
  },
];
