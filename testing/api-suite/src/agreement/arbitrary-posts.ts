import { LIMITS, type Platform } from '@fanfare/contract';
import fc, { type Arbitrary } from 'fast-check';
import { edgeComment, edgeText, linkText, media, plainText, platform, realMedia } from './arbitrary-content.ts';
import { type Call, callOf, type Json } from './call.ts';

const TENTH = 10;
const DAY_MS = 86_400_000;

const number = fc.nat({ max: 9 });
const accountId = (of: Platform, status = 'active'): Arbitrary<string> =>
  number.map((at) => `{{account:${of}:${status}:${at}}}`);

/** Fields that a record may leave out leave no `undefined` behind. */
const json = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

/** One that its network takes. */
const goodTarget: Arbitrary<Json> = fc
  .oneof(
    { weight: 8, arbitrary: fc.constantFrom<Platform>('x', 'threads', 'linkedin') },
    { weight: 2, arbitrary: fc.constant<Platform>('hub') },
    { weight: 1, arbitrary: fc.constant<Platform>('instagram') },
  )
  .chain((of) =>
    fc.record(
      {
        platform: fc.constant(of),
        accountId: fc.oneof(
          { weight: TENTH, arbitrary: accountId(of) },
          { weight: 1, arbitrary: accountId(of, 'expired') },
          { weight: 1, arbitrary: accountId(of, 'any') },
        ),
        firstComment: fc.constantFrom('First {{nonce}}', '{{nonce}} 👍'),
        content: plainText,
        mediaItems: realMedia,
        aiGenerated: fc.constant(of === 'x' || of === 'instagram'),
        spaceSlug: fc.constantFrom('news', 'events', 'nowhere'),
      },
      { requiredKeys: of === 'instagram' ? ['platform', 'accountId', 'mediaItems'] : ['platform', 'accountId'] },
    ),
  )
  .chain((target) => {
    const { mediaItems, firstComment, spaceSlug, aiGenerated, ...plain } = target as { readonly [name: string]: Json };
    // Files take their time, and so do comments on Threads: few have them but those that must.
    return number.map((at): Json => {
      if (at === 0 || plain.platform === 'instagram') return target as Json;
      const comments = firstComment !== undefined && (plain.platform !== 'threads' || at < 4);
      return json({ ...plain, ...(comments && { firstComment }), ...(at < 3 && { aiGenerated, spaceSlug }) });
    });
  });

/** One at the edges of its network's rules. */
const edgeTarget: Arbitrary<Json> = fc
  .oneof({ weight: 4, arbitrary: platform }, { weight: 1, arbitrary: fc.constant<Platform>('hub') })
  .chain(
    (of) =>
      fc.record(
        {
          platform: fc.oneof(
            { weight: 30, arbitrary: fc.constant<string>(of) },
            { weight: 1, arbitrary: fc.constantFrom('hub', 'x', 'threads') },
          ),
          accountId: fc.oneof(
            { weight: 20, arbitrary: accountId(of, 'any') },
            { weight: 1, arbitrary: fc.constantFrom('{{foreign:account}}', 'nope', '', '{{account:any:any:0:upper}}') },
          ),
          firstComment: edgeComment,
          aiGenerated: fc.boolean(),
          content: edgeText,
          mediaItems: fc.oneof(media, fc.constant([])),
          spaceSlug: fc.constantFrom('news', 'x'.repeat(LIMITS.spaceSlugChars.value)),
        },
        { requiredKeys: ['platform', 'accountId'] },
      ) as Arbitrary<Json>,
  );

const key = fc.constant('key-{{nonce}}');

/** Time at which a post is due: never within the time a sequence takes. */
const due = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 40 }).map((days) => `{{in:${days * DAY_MS}}}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '2031-01-01T10:00:00+05:30',
      '2031-01-01t10:00z',
      '2100-12-31T23:59:59.999Z',
      '2031-01-01T10:00:00.123456789-0330',
    ),
  },
);
const pastDue = fc.constantFrom(
  `{{in:${-LIMITS.publishAtToleranceMs.value - 15_000}}}`,
  '2020-01-01T00:00:00Z',
  '2000-01-01T00:00:00Z',
  `{{in:${-DAY_MS}}}`,
);

type GoodTarget = { readonly platform: string; readonly content?: string };

/**
 * Gives each further target on a network its own text. X and LinkedIn remember what an account has
 * posted and refuse the same text again, with any media are; the mock's networks remember nothing,
 * so that a test decides what they answer.
 */
const withOwnTexts = (content: string, targets: readonly GoodTarget[]): readonly Json[] =>
  targets.map((target, at) => {
    const before = targets.slice(0, at).filter(({ platform }) => platform === target.platform).length;
    if (before === 0) return json(target);
    const text = target.content ?? content;
    return json({ ...target, content: text.replaceAll('{{nonce}}', `{{nonce:${OTHER_TEXTS[before - 1]}}}`) });
  });

/** Beginnings of the nonces of a second and a third text; the first one's begins with n. */
const OTHER_TEXTS = ['o', 'p'];

/** A post that goes out now and that its networks take. */
export const publishNow: Arbitrary<Call> = fc
  .record({
    content: fc.oneof({ weight: 12, arbitrary: plainText }, { weight: 1, arbitrary: linkText }),
    platforms: fc.oneof(
      { weight: 5, arbitrary: fc.array(goodTarget, { minLength: 1, maxLength: 1 }) },
      { weight: 1, arbitrary: fc.array(goodTarget, { minLength: 2, maxLength: 3 }) },
    ),
    idempotencyKey: key,
  })
  .map(({ content, platforms, idempotencyKey }) => {
    const targets = withOwnTexts(content, platforms as readonly unknown[] as readonly GoodTarget[]);
    return callOf('posts.create', { body: json({ content, platforms: targets, idempotencyKey }) });
  });

/** One that waits: nothing of it reaches a network. */
export const publishLater: Arbitrary<Call> = fc
  .record(
    {
      content: fc.oneof(plainText, linkText),
      mediaItems: fc.array(fc.constant<Json>({ type: 'image', url: 'https://files.example.com/a.jpg' }), {
        minLength: 1,
        maxLength: 2,
      }),
      platforms: fc.array(goodTarget, { minLength: 1, maxLength: 3 }),
      publishAt: due,
      idempotencyKey: key,
    },
    { requiredKeys: ['content', 'platforms', 'publishAt', 'idempotencyKey'] },
  )
  .map((body) => callOf('posts.create', { body: json(body) }));

const edgeFields = {
  content: fc.oneof(plainText, linkText, edgeText),
  mediaItems: media,
  platforms: fc.oneof(
    { weight: 6, arbitrary: fc.array(edgeTarget, { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.array(edgeTarget, { minLength: 9, maxLength: 10 }) },
    { weight: 1, arbitrary: edgeTarget.map((twin) => [twin, twin]) },
  ),
};

/** One at the edges of the rules: it waits, if it is taken at all. */
export const edgePost: Arbitrary<Call> = fc
  .record(
    {
      ...edgeFields,
      publishAt: fc.oneof({ weight: 6, arbitrary: due }, { weight: 1, arbitrary: pastDue }),
      idempotencyKey: key,
    },
    { requiredKeys: ['platforms', 'publishAt', 'idempotencyKey'] },
  )
  .map((body) => callOf('posts.create', { body: json(body) }));

export const validate: Arbitrary<Call> = fc
  .oneof(
    { weight: 3, arbitrary: fc.record({ ...edgeFields, publishAt: due }, { requiredKeys: ['platforms'] }) },
    {
      weight: 1,
      arbitrary: fc.record({ content: plainText, platforms: fc.array(goodTarget, { minLength: 1, maxLength: 3 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record(
        {
          content: fc.oneof(linkText, edgeText),
          mediaItems: media,
          platforms: fc.array(goodTarget, { minLength: 1, maxLength: 3 }),
        },
        { requiredKeys: ['platforms'] },
      ),
    },
  )
  .map((body) => callOf('posts.validate', { body: json(body) }));

/**
 * A key that was used, with the same body or another: `{{again:n}}` is the n-th accepted publish.
 */
export const publishAgain: Arbitrary<Call> = fc.tuple(fc.nat({ max: 99 }), fc.boolean()).map(([at, isChanged]) => ({
  ...callOf('posts.create', { body: {} }),
  text: `{{${isChanged ? 'changed' : 'again'}:${at}}}`,
}));
