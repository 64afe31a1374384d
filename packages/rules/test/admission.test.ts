import type { Platform, TargetRequest } from '@fanfare/contract';
import { describe, expect, it } from 'vitest';
import { type AdmissionContext, judgePost, type PostRequest, requireValid } from '../src/admission.ts';
import type { ContentRule } from '../src/content-rules.ts';
import { oneOfTypes } from '../src/file-rules.ts';
import { refuseField } from '../src/refusal.ts';
import { NO_HOSTED_FILES, type UsableFile } from '../src/request-rules.ts';
import { aRulebook } from './a-rulebook.ts';

const short: ContentRule = {
  name: 'x.text.max_length',
  summary: 'Text is short.',
  check: ({ content }) =>
    content.length <= 5
      ? []
      : [{ rule: 'x.text.max_length', path: 'content', message: 'Too long.', limit: 5, actual: content.length }],
};

const context: AdmissionContext = {
  accounts: new Map<string, { platform: Platform }>([
    ['acc_x', { platform: 'x' }],
    ['acc_threads', { platform: 'threads' }],
    ['acc_hub', { platform: 'hub' }],
  ]),
  rulesOf: (platform) => {
    if (platform === 'x')
      return aRulebook('x', {
        rules: [short],
        units: ({ content }) => (content.includes('https://') ? 65 : 1),
        supports: { firstComment: false },
        warnings: ({ spaceSlug }) =>
          spaceSlug === null ? [] : [{ path: 'spaceSlug', message: 'There are no spaces here.' }],
      });
    if (platform === 'threads') return aRulebook('threads');
    return undefined;
  },
  isHostAllowed: () => false,
  hosted: NO_HOSTED_FILES,
  now: new Date('2026-11-22T12:00:00Z'),
};

const x: TargetRequest = { platform: 'x', accountId: 'acc_x' };
const threads: TargetRequest = { platform: 'threads', accountId: 'acc_threads' };
const request = (platforms: TargetRequest[], content = 'Hi'): PostRequest => ({ content, mediaItems: [], platforms });

describe('the order in which a post is refused (spec 4.5)', () => {
  it.each([
    ['2026-11-22T11:58:59.999Z', false],
    ['2026-11-22T11:59:00.000Z', true],
    ['2026-11-22T13:59:30.000+02:00', true],
    ['2099-01-01T00:00:00Z', true],
  ])('at noon, 60 seconds of the past are tolerated: %s', (publishAt, isAllowed) => {
    const judged = judgePost(context, { ...request([{ ...x, accountId: isAllowed ? 'acc_x' : 'acc_no' }]), publishAt });
    const message =
      'publishAt is in the past (it is 2026-11-22T12:00:00.000Z now). Send a time in the future, or leave it out to publish at once.';
    if (isAllowed) expect(judged.ok).toBe(true);
    else expect(judged).toEqual(refuseField('publishAt', message));
  });

  it('a missing account comes before everything, and all missing ones are named', () => {
    const wrongPlatform = { ...threads, platform: 'x' as const };
    const judged = judgePost(
      context,
      request([{ ...x, accountId: 'acc_no' }, wrongPlatform, { ...x, accountId: 'acc_none' }], 'far too long'),
    );
    expect(judged).toEqual({
      ok: false,
      refusal: {
        code: 'account_not_found',
        message: 'platforms[0].accountId: There is no account acc_no in this project. (and 1 more, see details)',
        details: [
          {
            path: 'platforms[0].accountId',
            message: 'There is no account acc_no in this project.',
            accountId: 'acc_no',
          },
          {
            path: 'platforms[2].accountId',
            message: 'There is no account acc_none in this project.',
            accountId: 'acc_none',
          },
        ],
      },
    });
  });

  it('a platform that is not the account’s comes before its content, and all are named', () => {
    const judged = judgePost(
      context,
      request(
        [
          { ...threads, platform: 'x' },
          { ...x, platform: 'threads' },
        ],
        'too long',
      ),
    );
    expect(judged).toEqual({
      ok: false,
      refusal: {
        code: 'platform_mismatch',
        message: 'platforms[0].platform: Account acc_threads is on threads, not on x. (and 1 more, see details)',
        details: [
          {
            path: 'platforms[0].platform',
            message: 'Account acc_threads is on threads, not on x.',
            platform: 'x',
            accountId: 'acc_threads',
          },
          {
            path: 'platforms[1].platform',
            message: 'Account acc_x is on x, not on threads.',
            platform: 'threads',
            accountId: 'acc_x',
          },
        ],
      },
    });
  });
});

describe('a judged post', () => {
  it('names the page that a card will be made for, unless its address is private', () => {
    const cards: AdmissionContext = {
      ...context,
      rulesOf: (platform) => ({ ...context.rulesOf(platform)!, linkCard: ({ content }) => content }),
    };
    const cardOf = (given: AdmissionContext, content: string) => {
      const judged = judgePost(given, request([{ ...threads, content }]));
      return judged.ok && judged.post.targets[0]?.linkCard;
    };
    expect(cardOf(cards, 'https://a.example')).toBe('https://a.example');
    expect(cardOf(cards, 'http://10.0.0.1/')).toBeNull();
    expect(cardOf({ ...cards, isHostAllowed: () => true }, 'http://10.0.0.1/')).toBe('http://10.0.0.1/');
  });

  it('holds draft and cost of every target, in the order of the request, and what the whole reserves', () => {
    const commented = { ...threads, firstComment: 'More.' };
    const linked = { ...x, content: 'https://a.example', firstComment: 'Never made.' };
    const judged = judgePost(context, request([commented, linked]));
    const draft = { content: 'Hi', media: [], firstComment: 'More.', aiGenerated: false, spaceSlug: null };
    expect(judged).toEqual({
      ok: true,
      post: {
        targets: [
          {
            request: commented,
            draft,
            cost: { publish: 1, comment: 1, followUps: [] },
            linkCard: null,
            conversions: [],
            followUps: [],
          },
          {
            request: linked,
            draft: { ...draft, content: 'https://a.example', firstComment: 'Never made.' },
            cost: { publish: 65, comment: 0, followUps: [] },
            linkCard: null,
            conversions: [],
            followUps: [],
          },
        ],
        violations: [
          {
            path: 'platforms[1].content',
            platform: 'x',
            accountId: 'acc_x',
            rule: 'x.text.max_length',
            message: 'Too long.',
            limit: 5,
            actual: 17,
          },
        ],
        warnings: [],
        units: 67,
      },
    });
  });

  it('collects the violations of all targets and of the request as a whole, and the warnings beside them', () => {
    const mediaItems = [{ type: 'image' as const, url: 'http://10.0.0.1/a.jpg' }];
    const judged = judgePost(context, {
      content: 'Too long for x',
      mediaItems,
      platforms: [x, { ...x, spaceSlug: 'news' }],
    });
    if (!judged.ok) throw new Error('was refused');
    expect(judged.post.violations.map(({ path, rule }) => [path, rule])).toEqual([
      ['platforms[0].content', 'x.text.max_length'],
      ['platforms[0].mediaItems[0].url', 'media.url.private'],
      ['platforms[1].content', 'x.text.max_length'],
      ['platforms[1].mediaItems[0].url', 'media.url.private'],
      ['platforms[1]', 'targets.duplicate'],
    ]);
    expect(judged.post.warnings).toEqual([{ path: 'platforms[1].spaceSlug', message: 'There are no spaces here.' }]);
  });

  it('a hosted file is there, ready, and keeps the rules of each platform; a private address of the service is none', () => {
    const png = { contentType: 'image/png', bytes: 10, isCut: false, width: 1, height: 1, orientation: 1, frames: 1 };
    const jpegOnly = {
      name: 'x.image.type',
      summary: 'An image is JPEG.',
      types: ['image/jpeg'],
      of: 'image',
    } as const;
    const files: Readonly<Record<string, UsableFile>> = {
      png: { status: 'ready', facts: { type: 'image', ...png } },
      awaited: { status: 'awaiting_upload', facts: null },
      refused: { status: 'refused', facts: { type: 'image', ...png } },
    };
    const judge = (name: string) => {
      const judged = judgePost(
        {
          ...context,
          rulesOf: (platform) => aRulebook(platform, platform === 'x' ? { files: [oneOfTypes(jpegOnly)] } : {}),
          hosted: { isHosted: (url) => url.startsWith('http://10.0.0.1/m/'), find: (url) => files[url.slice(18)] },
        },
        { ...request([x, threads]), mediaItems: [{ type: 'image', url: `http://10.0.0.1/m/${name}` }] },
      );
      return judged.ok ? judged.post.violations.map(({ path, rule }) => [path, rule]) : null;
    };
    const each = (rule: string) => [0, 1].map((i) => [`platforms[${i}].mediaItems[0].url`, rule]);
    expect(judge('unknown')).toEqual(each('media.url.unknown'));
    expect(judge('awaited')).toEqual(each('media.url.not_ready'));
    expect(judge('refused')).toEqual(each('media.url.not_ready'));
    expect(judge('png')).toEqual([['platforms[0].mediaItems[0]', 'x.image.type']]);
  });

  it('is refused for its violations where it is to be published', () => {
    const broken = judgePost(context, request([x], 'Too long'));
    expect(broken.ok).toBe(true);
    const details = [{ path: 'platforms[0].content', rule: 'x.text.max_length', message: 'Too long.' }];
    const message = 'platforms[0].content: Too long.';
    expect(requireValid(broken)).toMatchObject({ ok: false, refusal: { code: 'invalid_post', message, details } });
    const fine = judgePost(context, request([x]));
    expect(requireValid(fine)).toBe(fine);
  });

  it('compares the space in force: the default of a hub account where none is named, and no space elsewhere', () => {
    const duplicates = (spaces: boolean, ...slugs: (string | undefined)[]) => {
      const judged = judgePost(
        {
          ...context,
          accounts: new Map([['acc_hub', { platform: 'hub', hub: { type: 'wordpress', defaultSpaceSlug: 'news' } }]]),
          rulesOf: () => aRulebook('hub', { supports: { spaces } }),
        },
        request(
          slugs.map((spaceSlug) => ({
            platform: 'hub',
            accountId: 'acc_hub',
            ...(spaceSlug !== undefined && { spaceSlug }),
          })),
        ),
      );
      return judged.ok ? judged.post.violations.map(({ path }) => path) : null;
    };
    expect(duplicates(true, 'news', undefined)).toEqual(['platforms[1]']);
    expect(duplicates(true, undefined, 'news', 'blog')).toEqual(['platforms[1]']);
    expect(duplicates(false, 'news', 'blog')).toEqual(['platforms[1]']);
  });

  it('a platform without rules is a fault of the installation, never of the caller', () => {
    expect(() => judgePost(context, request([{ platform: 'hub', accountId: 'acc_hub' }]))).toThrow(
      'No content rules are registered for hub.',
    );
  });
});
