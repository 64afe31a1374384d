import type { Account } from '@fanfare/contract';
import { expect } from 'vitest';
import type { Api, Project } from '../api.ts';
import { ANY, activeAccount, errorBody, invalidRequest, publishedTarget } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '8';

const validate = async (project: Project, body: object) => {
  const answer = await project.call('POST', '/posts/validate', { body });
  return { status: answer.status, body: answer.body };
};

/** The answer of a dry run in which nothing is wrong. */
const valid = (account: Account, { units = 1, targets = 1 } = {}) => ({
  status: 200,
  body: {
    valid: true,
    violations: [],
    warnings: [],
    units: units * targets,
    targets: Array.from({ length: targets }, () => ({ accountId: account.id, platform: account.platform, units })),
  },
});

const invalid = (...paths: readonly string[]) => ({ status: 400, body: invalidRequest(...paths) });

const images = (api: Api, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    type: 'image',
    url: api.file((['harbour.jpg', 'roastery.jpg', 'beans.jpg'] as const)[at % 3] ?? 'harbour.jpg'),
  }));

/** Exactly one violation of a dry run, and the post as a whole refused for it. */
async function expectViolation(api: Api, project: Project, body: object, violation: object): Promise<void> {
  const dry = await validate(project, body);
  expect(dry).toMatchObject({ status: 200, body: { valid: false, violations: [violation] } });
  const answer = await project.call('POST', '/posts', { body: { ...body, idempotencyKey: api.newKey() } });
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 400,
    body: errorBody('invalid_post', [violation]),
  });
}

/** Every row of the table of limits, at its limit and one beyond. */
export const limitStatements: readonly Statement[] = [
  {
    section,
    statement: 'content at the API: 10,000 characters, counted in code points; one more is invalid_request',
    async run(api) {
      const project = await api.project();
      const threads = await project.connect('threads');
      for (const character of ['a', 'ü', '😀']) {
        const atLimit = { content: character.repeat(10_000), platforms: [targetEntry(threads)] };
        expect(await validate(project, atLimit)).toMatchObject({
          status: 200,
          body: { valid: false, violations: [{ rule: 'threads.text.max_length', limit: 500 }] },
        });
        const beyond = { content: character.repeat(10_001), platforms: [targetEntry(threads)] };
        expect(await validate(project, beyond)).toEqual(invalid('content'));
      }
    },
  },
  {
    section,
    statement: 'linkedin text: 3,000 characters are published, one more is invalid_post',
    async run(api) {
      const project = await api.project();
      const linkedin = await project.connect('linkedin');
      const post = await project.publish({ content: 'a'.repeat(3000), platforms: [targetEntry(linkedin)] });
      expect(post.targets).toEqual([publishedTarget(linkedin)]);
      const beyond = { content: 'a'.repeat(3001), platforms: [targetEntry(linkedin)] };
      await expectViolation(api, project, beyond, {
        path: 'platforms[0].content',
        platform: 'linkedin',
        accountId: linkedin.id,
        rule: 'linkedin.text.max_length',
        message: ANY.sentence,
        limit: 3000,
        actual: 3001,
      });
    },
  },
  {
    section,
    statement: 'linkedin media: 10 images are one multi-image post, or a single video',
    async run(api) {
      const project = await api.project();
      const linkedin = await project.connect('linkedin');
      const platforms = [targetEntry(linkedin)];
      const ten = await project.publish({ content: 'Ten.', mediaItems: images(api, 10), platforms });
      expect(ten.targets).toEqual([publishedTarget(linkedin)]);
      const video = { type: 'video', url: api.file('clip.mp4') };
      const one = await project.publish({ content: 'One.', mediaItems: [video], platforms });
      expect(one.targets).toEqual([publishedTarget(linkedin)]);
      const about = { path: 'platforms[0].mediaItems', platform: 'linkedin', accountId: linkedin.id };
      await expectViolation(
        api,
        project,
        { content: 'Two.', mediaItems: [video, video], platforms },
        { ...about, rule: 'linkedin.videos.max_count', message: ANY.sentence, limit: 1, actual: 2 },
      );
      await expectViolation(
        api,
        project,
        { content: 'Both.', mediaItems: [...images(api, 1), video], platforms },
        { ...about, rule: 'linkedin.media.mixed', message: ANY.sentence },
      );
    },
  },
  {
    section,
    statement: 'mediaItems per post: 0 to 10; eleven are invalid_request, also of a target',
    async run(api) {
      const project = await api.project();
      const linkedin = await project.connect('linkedin');
      const of = (mediaItems: unknown) =>
        validate(project, { content: 'a', mediaItems, platforms: [targetEntry(linkedin)] });
      expect(await of([])).toEqual(valid(linkedin));
      expect(await of(images(api, 10))).toEqual(valid(linkedin));
      expect(await of(images(api, 11))).toEqual(invalid('mediaItems'));
      const override = { content: 'a', platforms: [targetEntry(linkedin, { mediaItems: images(api, 11) })] };
      expect(await validate(project, override)).toEqual(invalid('platforms[0].mediaItems'));
    },
  },
  ...(['instagram', 'threads'] as const).map(
    (platform): Statement => ({
      section,
      statement: `${platform}: two or more items publish as one carousel, up to ten`,
      async run(api) {
        const project = await api.project();
        const account = await project.connect(platform);
        for (const count of [2, 10]) {
          const post = await project.publish({
            content: `${count} pictures.`,
            mediaItems: images(api, count),
            platforms: [targetEntry(account)],
          });
          expect(post.targets).toEqual([publishedTarget(account)]);
          expect(post.media).toEqual(images(api, count));
        }
      },
    }),
  ),
  {
    section,
    statement: 'platforms (targets) per post: 1 to 10; none and eleven are invalid_request',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const of = (count: number) =>
        validate(project, {
          platforms: Array.from({ length: count }, (_, at) => targetEntry(x, { content: `No. ${at}` })),
        });
      expect(await of(0)).toEqual(invalid('platforms'));
      expect(await of(1)).toEqual(valid(x));
      expect(await of(10)).toEqual(valid(x, { targets: 10 }));
      expect(await of(11)).toEqual(invalid('platforms'));
    },
  },
  {
    section,
    statement: 'idempotencyKey: 1 and 255 characters are taken, 0 and 256 are invalid_request',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const of = (idempotencyKey: string) =>
        project.call('POST', '/posts', {
          body: { content: `Key of ${idempotencyKey.length}`, platforms: [targetEntry(x)], idempotencyKey },
        });
      for (const length of [1, 255]) expect((await of('k'.repeat(length))).status, `${length}`).toBe(201);
      for (const length of [0, 256]) {
        const { status, body } = await of('k'.repeat(length));
        expect({ status, body }, `${length}`).toEqual(invalid('idempotencyKey'));
      }
    },
  },
  {
    section,
    statement: 'profileId: 255 characters are taken and given back, 256 or none are invalid_request, also as a filter',
    async run(api) {
      const project = await api.project();
      for (const character of ['p', '😀']) {
        const profileId = character.repeat(255);
        const x = await project.connect('x', { profileId });
        expect(x).toEqual(activeAccount('x', { profileId }));
        const listed = await project.call('GET', `/accounts?profileId=${encodeURIComponent(profileId)}`);
        expect({ status: listed.status, body: listed.body }).toEqual({ status: 200, body: { accounts: [x] } });
        for (const refused of ['', `${profileId}p`]) {
          const body = { platform: 'x', profileId: refused };
          const connected = await project.call('POST', '/accounts/connect', { body });
          expect({ status: connected.status, body: connected.body }).toEqual(invalid('profileId'));
          for (const path of ['/accounts', '/posts']) {
            const filter = await project.call('GET', `${path}?profileId=${encodeURIComponent(refused)}`);
            expect({ status: filter.status, body: filter.body }).toEqual(invalid('profileId'));
          }
        }
      }
    },
  },
  {
    section,
    statement: 'altText: 1,000 characters are published, 1,001 are invalid_request',
    async run(api) {
      const project = await api.project();
      const linkedin = await project.connect('linkedin');
      const of = (length: number) => [{ ...images(api, 1)[0], altText: 'a'.repeat(length) }];
      const platforms = [targetEntry(linkedin)];
      const post = await project.publish({ content: 'Described.', mediaItems: of(1000), platforms });
      expect(post.targets).toEqual([publishedTarget(linkedin)]);
      expect(await validate(project, { mediaItems: of(1001), platforms })).toEqual(invalid('mediaItems[0].altText'));
    },
  },
  {
    section,
    statement: 'a media url has at most 2,048 characters',
    async run(api) {
      const project = await api.project();
      const linkedin = await project.connect('linkedin');
      const of = (length: number) => {
        const url = `https://cdn.example.com/${'a'.repeat(length - 24)}`;
        return validate(project, { mediaItems: [{ type: 'image', url }], platforms: [targetEntry(linkedin)] });
      };
      expect(await of(2048)).toEqual(valid(linkedin));
      expect(await of(2049)).toEqual(invalid('mediaItems[0].url'));
    },
  },
  {
    section,
    statement: 'GET /posts: limit is 25 by default and at most 100; 0 and 101 are invalid_request',
    async run(api) {
      const project = await api.project();
      const page = (limit: number) => ({
        status: 200,
        body: { posts: [], limit, offset: 0, hasMore: false, nextCursor: null },
      });
      for (const [query, expected] of [
        ['', page(25)],
        ['?limit=1', page(1)],
        ['?limit=100', page(100)],
        ['?limit=0', invalid('limit')],
        ['?limit=101', invalid('limit')],
      ] as const) {
        const { status, body } = await project.call('GET', `/posts${query}`);
        expect({ status, body }, query).toEqual(expected);
      }
    },
  },
  {
    section,
    statement: 'the scheduler runs every minute',
    notInMock: 'it has no scheduler: its clock fires what is due',
    inside: async (_api, inside) => expect(await inside.ticks()).toEqual(['* * * * *']),
  },
];
