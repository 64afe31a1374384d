import type { Account, Platform } from '@fanfare/contract';
import { expect } from 'vitest';
import type { ContentRuleCase } from '../content-rule-cases/content-rule-case.ts';
import { CONTENT_RULE_CASES } from '../content-rule-cases.ts';
import { ANY, errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.5';

const video = (more: Readonly<Record<string, unknown>>) => ({
  type: 'video',
  url: 'https://cdn.example.com/a.mp4',
  ...more,
});

const platformOf = (rule: string): Platform => rule.split('.')[0] as Platform;

/** The kind of hub that has the rule. */
const hubOf = (rule: string) => (rule.startsWith('hub.micropub_') ? 'micropub' : 'wordpress');

type Broken = Pick<ContentRuleCase, 'rule' | 'path' | 'limit' | 'actual'>;

const violationOf = ({ rule, path, limit, actual }: Broken, account: Account, at: number) => ({
  path: `platforms[${at}].${path}`,
  platform: account.platform,
  accountId: account.id,
  rule,
  message: ANY.sentence,
  ...(limit !== undefined && { limit }),
  ...(actual !== undefined && { actual }),
});

/**
 * One statement for every rule that a request can break: refused as a post, reported by the dry
 * run, and not broken by the nearest valid request.
 */
export const contentRuleStatements: readonly Statement[] = [
  ...CONTENT_RULE_CASES.map(
    (one): Statement => ({
      section,
      statement: `what breaks ${one.rule} is refused with 400 invalid_post, and its nearest neighbour is valid and ignored in nothing`,
      async run(api) {
        const project = await api.project();
        const platform = platformOf(one.rule);
        const account = await (platform === 'hub' ? project.connectHub(hubOf(one.rule)) : project.connect(platform));
        const broken = {
          content: 'The text of the post.',
          platforms: [targetEntry(account, { content: '', ...one.breaks })],
        };
        const violation = violationOf(one, account, 0);
        const { status, body } = await project.call('POST', '/posts', {
          body: { ...broken, idempotencyKey: api.newKey() },
        });
        expect({ status, body }).toEqual({ status: 400, body: errorBody('invalid_post', [violation]) });
        const dry = await project.call('POST', '/posts/validate', { body: broken });
        expect({ status: dry.status, body: dry.body }).toMatchObject({
          status: 200,
          body: { valid: false, violations: [violation] },
        });
        const { content, mediaItems, ...ofTarget } = one.keeps;
        const kept = await project.call('POST', '/posts/validate', {
          body: { content, mediaItems, platforms: [targetEntry(account, ofTarget)] },
        });
        expect({ status: kept.status, body: kept.body }).toMatchObject({
          status: 200,
          body: {
            valid: true,
            violations: [],
            warnings: one.warned === undefined ? [] : [{ path: `platforms[0].${one.warned}`, message: ANY.sentence }],
          },
        });
      },
    }),
  ),
  {
    section,
    statement: 'invalid_post has one detail per violation, over all targets',
    async run(api) {
      const project = await api.project();
      const { instagram, threads, x, linkedin } = await project.connectAll();
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: '',
          platforms: [
            targetEntry(instagram, { firstComment: 'a'.repeat(2201) }),
            targetEntry(threads, { content: 'Fine.' }),
            targetEntry(linkedin, { aiGenerated: true }),
            targetEntry(x, { content: `${'a'.repeat(279)}\uFFFE` }),
          ],
          idempotencyKey: api.newKey(),
        },
      });
      const found = [
        ['instagram.media.required', instagram, 0],
        ['instagram.first_comment.max_length', instagram, 0],
        ['linkedin.content.empty', linkedin, 2],
        ['linkedin.ai_generated.unsupported', linkedin, 2],
        ['x.text.max_weighted_length', x, 3],
        ['x.text.invalid_characters', x, 3],
      ] as const;
      const details = found.map(([rule, account, at]) =>
        violationOf(CONTENT_RULE_CASES.find((one) => one.rule === rule)!, account, at),
      );
      expect({ status, body }).toEqual({ status: 400, body: errorBody('invalid_post', details) });
      expect((await project.call('GET', '/posts')).body).toMatchObject({ posts: [] });
      expect((await project.call('GET', '/usage')).body).toMatchObject({ used: 0, reserved: 0 });
    },
  },
  {
    section,
    statement: 'a first comment of white space is no error on x and hub, which have no first comments',
    async run(api) {
      const project = await api.project();
      for (const account of [await project.connect('x'), await project.connectHub('wordpress')]) {
        const { status, body } = await project.call('POST', '/posts/validate', {
          body: { content: 'a', platforms: [targetEntry(account, { firstComment: ' \n' })] },
        });
        expect({ status, body }).toMatchObject({
          status: 200,
          body: {
            valid: true,
            violations: [],
            warnings: [{ path: 'platforms[0].firstComment', message: ANY.sentence }],
          },
        });
      }
    },
  },
  {
    section,
    statement: 'linkedin says to use coverUrl where it refuses thumbOffsetMs',
    async run(api) {
      const project = await api.project();
      const linkedin = await project.connect('linkedin');
      const { body } = await project.call('POST', '/posts/validate', {
        body: { mediaItems: [video({ thumbOffsetMs: 900 })], platforms: [targetEntry(linkedin)] },
      });
      const { violations } = body as { violations: { message: string }[] };
      expect(violations[0]?.message).toContain('coverUrl');
    },
  },
  ...[
    ['a private address', 'http://10.0.0.8/a.jpg'],
    ['a metadata address', 'http://169.254.169.254/latest'],
    ['localhost', 'http://localhost/a.jpg'],
    ['a loopback address of version 6', 'http://[::1]/a.jpg'],
  ].map(
    ([what, url]): Statement => ({
      section,
      statement: `${what} written in a URL of media, a cover or subtitles is refused with media.url.private`,
      async run(api) {
        const project = await api.project();
        const { x, linkedin } = await project.connectAll();
        const { status, body } = await project.call('POST', '/posts', {
          body: {
            content: 'Where?',
            mediaItems: [video({ url })],
            platforms: [
              targetEntry(x, { captions: [{ url, language: 'en' }] }),
              targetEntry(linkedin, { mediaItems: [video({ coverUrl: url })] }),
            ],
            idempotencyKey: api.newKey(),
          },
        });
        const details = [
          violationOf({ rule: 'media.url.private', path: 'mediaItems[0].url' }, x, 0),
          violationOf({ rule: 'media.url.private', path: 'captions[0].url' }, x, 0),
          violationOf({ rule: 'media.url.private', path: 'mediaItems[0].coverUrl' }, linkedin, 1),
        ];
        expect({ status, body }).toEqual({ status: 400, body: errorBody('invalid_post', details) });
      },
    }),
  ),
  {
    section,
    statement: 'two targets with the same account, content and media are refused with targets.duplicate',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: 'Twice.',
          platforms: [
            targetEntry(x),
            targetEntry(x, { content: 'Twice.', spaceSlug: 'no-space-of-x' }),
            targetEntry(x, { content: 'Another.' }),
          ],
          idempotencyKey: api.newKey(),
        },
      });
      const violation = {
        path: 'platforms[1]',
        platform: 'x',
        accountId: x.id,
        rule: 'targets.duplicate',
        message: ANY.sentence,
      };
      expect({ status, body }).toEqual({ status: 400, body: errorBody('invalid_post', [violation]) });
    },
  },
];
