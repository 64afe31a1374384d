import { expect } from 'vitest';
import { ANY, errorBody, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '1';

export const serviceStatements: readonly Statement[] = [
  {
    section,
    statement: 'one call publishes one piece of content to several networks and reports a result per target',
    async run(api) {
      const project = await api.project();
      const { instagram, threads, x, linkedin } = await project.connectAll();
      const image = { type: 'image', url: api.file('harbour.jpg') };
      const post = await project.publish({
        content: 'The harbour is awake.',
        mediaItems: [image],
        platforms: [instagram, threads, x, linkedin].map(({ platform, id }) => ({ platform, accountId: id })),
      });
      expect(post).toEqual({
        id: ANY.postId,
        status: 'published',
        content: 'The harbour is awake.',
        media: [image],
        createdAt: ANY.time,
        publishAt: null,
        cancelledAt: null,
        targets: [instagram, threads, x, linkedin].map(publishedTarget),
      });
    },
  },
  {
    section,
    statement: 'everything is scoped to the project of the API key: nothing of another project is seen or changed',
    async run(api) {
      const [owner, other] = await Promise.all([api.project(), api.project()]);
      const x = await owner.connect('x');
      const post = await owner.publish({ content: 'Mine.', platforms: [{ platform: 'x', accountId: x.id }] });
      const asked = [
        ['GET', `/accounts/${x.id}`],
        ['DELETE', `/accounts/${x.id}`],
        ['GET', `/posts/${post.id}`],
        ['POST', `/posts/${post.id}/cancel`],
        ['POST', `/posts/${post.id}/repost`],
        ['GET', `/posts/${post.id}/metrics`],
      ] as const;
      for (const [method, path] of asked) {
        const { status, body } = await other.call(method, path);
        expect({ path, status, body }).toEqual({ path, status: 404, body: errorBody('not_found') });
      }
      expect((await other.call('GET', '/accounts?includeRevoked=true')).body).toEqual({ accounts: [] });
      expect((await other.call('GET', '/posts')).body).toMatchObject({ posts: [] });
      expect((await other.call('GET', '/usage')).body).toMatchObject({ used: 0, reserved: 0 });
      expect((await owner.call('GET', `/accounts/${x.id}`)).body).toEqual({ account: x });
    },
  },
];
