import { checkContent, type Draft, judgeOptions } from '@fanfare/rules';
import { describe, expect, it } from 'vitest';
import { threadsRules } from '../src/rules.ts';
import { uniqueLinks } from '../src/unique-links.ts';
import { draft, image, video } from './draft.ts';

const broken = (more: Partial<Draft>) =>
  checkContent(draft(more), threadsRules).map(({ rule, path, limit, actual }) => ({ rule, path, limit, actual }));

const images = (n: number) => Array.from({ length: n }, () => image());

/**
 * `content-rule-cases.ts` of the API suite breaks each rule at its limit; here is what it leaves
 * open.
 */
describe('threadsRules', () => {
  it.each([
    ['an image without text', { content: '', media: [image()] }],
    ['a mixed carousel', { media: [image(), video()] }],
    ['ten items', { media: images(10) }],
    ['125 emoji of 4 bytes', { content: '👍'.repeat(125) }],
    ['the same link six times', { content: 'https://a.example '.repeat(6) }],
    ['250 syllables of Thai', { content: 'กำ'.repeat(250) }],
  ])('accept %s', (_, more) => {
    expect(broken(more)).toEqual([]);
  });

  it.each([
    ['blanks', { content: ' \n' }, { rule: 'threads.text.required', path: 'content', limit: 1, actual: 0 }],
    [
      '126 emoji of 4 bytes',
      { content: '👍'.repeat(126) },
      { rule: 'threads.text.max_length', path: 'content', limit: 500, actual: 504 },
    ],
    [
      '260 syllables of Thai',
      { content: 'กำ'.repeat(260) },
      { rule: 'threads.text.max_length', path: 'content', limit: 500, actual: 520 },
    ],
    [
      'a comment of 400 syllables of Hindi',
      { firstComment: 'क्षि'.repeat(400) },
      { rule: 'threads.first_comment.max_length', path: 'firstComment', limit: 500, actual: 1_600 },
    ],
    [
      'eleven items',
      { media: images(11) },
      { rule: 'threads.carousel.max_items', path: 'mediaItems', limit: 10, actual: 11 },
    ],
  ])('refuse %s', (_, more, violation) => {
    expect(broken(more)).toEqual([violation]);
  });

  it('say by how much a text is too long', () => {
    expect(checkContent(draft({ content: 'a'.repeat(512) }), threadsRules).map(({ message }) => message)).toEqual([
      'A Threads post is at most 500 characters (an emoji counts as its bytes), this one counts 512: shorten it by 12.',
    ]);
  });
});

describe('warnings on threads', () => {
  const coverUrl = 'https://cdn.example/c.jpg';

  it.each([
    ['a described image', { media: [image({ altText: 'A red bicycle' })] }, []],
    ['a described video', { media: [video({ altText: 'A race' })] }, ['mediaItems[0].altText']],
    ['a cover', { media: [image(), video({ coverUrl })] }, ['mediaItems[1].coverUrl']],
    ['an offset', { media: [video({ thumbOffsetMs: 0 })] }, ['mediaItems[0].thumbOffsetMs']],
    ['a space', { spaceSlug: 'news' }, ['spaceSlug']],
  ])('for %s', (_, more, expected) => {
    expect(threadsRules.warnings(draft(more)).map((warning) => warning.path)).toEqual(expected);
    expect(checkContent(draft(more), threadsRules)).toEqual([]);
  });
});

describe('options on threads', () => {
  const poll = (more: object) => judgeOptions({ poll: { options: ['Yes', 'No'], ...more } }, threadsRules);

  it('are a poll without a question or an end, which only other platforms have', () => {
    expect(poll({ question: 'Shall we?', durationMinutes: 60 })).toEqual({
      options: { poll: { options: ['Yes', 'No'] } },
      violations: [],
      unknown: [],
      warnings: [
        { path: 'poll.question', message: 'poll.question "Shall we?" has no effect on threads.' },
        { path: 'poll.durationMinutes', message: 'poll.durationMinutes has no effect on threads.' },
      ],
    });
  });

  it.each(['subscribers', 'verified'])('have no %s among those who may reply, as only X has', (replyControl) => {
    expect(judgeOptions({ replyControl }, threadsRules)).toEqual({
      options: {},
      violations: [],
      unknown: [],
      warnings: [{ path: 'replyControl', message: `replyControl "${replyControl}" has no effect on threads.` }],
    });
  });

  it('are choices of 25 code points', () => {
    expect(poll({ options: ['👍'.repeat(25), 'a'.repeat(26)] }).violations).toEqual([
      { rule: 'threads.poll.invalid', path: 'poll.options[1]', message: 'Must have at most 25 characters, has 26.' },
    ]);
  });
});

describe('quotePostId', () => {
  it.each(['https://www.threads.com/@ada/post/D1', 'urn:li:share:1', '1'.repeat(31)])(
    'is a number: %s',
    (quotePostId) => {
      expect(judgeOptions({ quotePostId: '1'.repeat(30) }, threadsRules).violations).toEqual([]);
      expect(judgeOptions({ quotePostId }, threadsRules).violations).toMatchObject([
        { rule: 'threads.quote_post_id.invalid', path: 'quotePostId' },
      ]);
    },
  );
});

describe('options that exclude others', () => {
  const poll = { options: ['Yes', 'No'] };
  const options: Record<string, Partial<Draft>> = {
    media: { media: [image()] },
    poll: { options: { poll } },
    gif: { options: { threads: { gifId: 'a' } } },
    link: { options: { threads: { linkAttachment: 'https://a.example' } } },
    ghost: { options: { threads: { ghost: true } } },
    topic: { options: { threads: { topicTag: 'a' } } },
    control: { options: { replyControl: 'following' } },
    approvals: { options: { threads: { replyApprovals: true } } },
    quote: { options: { quotePostId: '1810' } },
    attachment: { options: { threads: { textAttachment: { content: 'a' } } } },
    countries: { options: { threads: { allowedCountries: ['DE'] } } },
    hidden: { options: { threads: { spoilers: ['Hello'] } } },
    spoiler: { options: { threads: { spoilerMedia: true } } },
  };
  const both = (a: string, b: string): Partial<Draft> => ({
    ...options[a],
    ...options[b],
    options: {
      ...options[a]?.options,
      ...options[b]?.options,
      threads: { ...options[a]?.options?.threads, ...options[b]?.options?.threads },
    },
  });

  it('are these pairs and no others', () => {
    const names = Object.keys(options);
    const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const));
    const refused = pairs.map(([a, b]) => [`${a}, ${b}`, broken(both(a, b)).map(({ rule }) => rule)] as const);
    expect(Object.fromEntries(refused.filter(([, rules]) => rules.length > 0))).toEqual({
      'media, poll': ['threads.poll.exclusive'],
      'media, gif': ['threads.gif_id.exclusive'],
      'media, link': ['threads.link_attachment.exclusive'],
      'media, ghost': ['threads.ghost.exclusive'],
      'poll, gif': ['threads.poll.exclusive'],
      'poll, link': ['threads.poll.exclusive'],
      'poll, ghost': ['threads.ghost.exclusive'],
      'gif, ghost': ['threads.ghost.exclusive'],
      'link, ghost': ['threads.ghost.exclusive'],
      'ghost, topic': ['threads.ghost.exclusive'],
      'ghost, control': ['threads.ghost.exclusive'],
      'ghost, approvals': ['threads.ghost.exclusive'],
      'ghost, quote': ['threads.ghost.exclusive'],
      'media, attachment': ['threads.text_attachment.exclusive'],
      'poll, attachment': ['threads.text_attachment.exclusive'],
      'link, attachment': ['threads.text_attachment.exclusive'],
      'ghost, attachment': ['threads.ghost.exclusive'],
      'ghost, countries': ['threads.ghost.exclusive'],
    });
  });

  it('count the attached link as one of five, unless it is in the text', () => {
    const content = [1, 2, 3, 4, 5].map((n) => `https://a.example/${n}`).join(' ');
    for (const withLink of [
      (linkAttachment: string) => broken({ content, options: { threads: { linkAttachment } } }),
      (link: string) => broken({ content, options: { threads: { textAttachment: { content: 'a', link } } } }),
    ]) {
      expect(withLink('https://a.example/5')).toEqual([]);
      expect(withLink('https://a.example/6')).toEqual([
        { rule: 'threads.text.max_links', path: 'content', limit: 5, actual: 6 },
      ]);
    }
  });

  it('warn of a spoiler without media', () => {
    expect(threadsRules.warnings(draft(options.spoiler))).toEqual([
      { path: 'threads.spoilerMedia', message: 'spoilerMedia has no effect without media.' },
    ]);
  });
});

describe('parts of a text', () => {
  it.each<[string, string, readonly string[], readonly string[]]>([
    ['of which one stands elsewhere only', 'Ada did it', ['Ada', 'Ben'], ['threads.spoilers[1]']],
    ['in other letters', 'Ada did it', ['ada'], ['threads.spoilers[0]']],
    ['of ten places', 'a '.repeat(10), ['a'], []],
    ['of eleven places', 'a '.repeat(11), ['a'], ['threads.spoilers']],
    ['of eleven places, of which two are one', 'ab '.repeat(10), ['a', 'ab'], []],
  ])('are hidden: spoilers %s', (_, content, spoilers, paths) => {
    expect(broken({ content, options: { threads: { spoilers: [...spoilers] } } }).map(({ path }) => path)).toEqual(
      paths,
    );
  });

  it.each<[string, readonly string[], readonly number[]]>([
    ['side by side', ['bold', ' and '], []],
    ['of which one stands elsewhere only', ['bold', 'Bold'], [1]],
    ['that overlap', ['bold and', 'and', 'italic'], [1]],
    ['the same twice', ['bold', 'bold'], [1]],
    ['that overlap in their second place', ['old', 'bold again'], [1]],
  ])('are styled: parts %s', (_, parts, wrong) => {
    const styled = parts.map((part) => ({ part, styles: ['bold' as const] }));
    const options = { threads: { textAttachment: { content: 'bold and italic, bold again', styled } } };
    expect(broken({ options })).toEqual(
      wrong.map((at) => ({
        rule: 'threads.text_attachment.styled',
        path: `threads.textAttachment.styled[${at}].part`,
      })),
    );
  });
});

describe('warnings of bytes', () => {
  const message = (bytes: number) =>
    `The text has ${bytes} bytes; Threads may refuse it above 500 bytes. Shorten it to be sure.`;

  it.each([
    ['500 bytes', { content: 'a'.repeat(500), firstComment: 'ä'.repeat(250) }, []],
    ['a comment', { firstComment: 'ä'.repeat(251) }, [{ path: 'firstComment', message: message(502) }]],
    ['a text that is too long, which is refused', { content: 'ä'.repeat(501) }, []],
  ])('for %s', (_, more, expected) => {
    expect(threadsRules.warnings(draft(more))).toEqual(expected);
  });
});

describe('uniqueLinks', () => {
  it.each([
    ['no links here: a@b.example, 1/2, file.txt', []],
    ['See https://a.example/x.', ['https://a.example/x']],
    ['(https://a.example/x), "http://b.example"!', ['https://a.example/x', 'http://b.example']],
    ['www.a.example and WWW.b.example?q=1', ['www.a.example', 'WWW.b.example?q=1']],
    ['„https://a.example/x“ und »https://b.example«', ['https://a.example/x', 'https://b.example']],
    ['「https://a.example」。（https://b.example/y）次', ['https://a.example', 'https://b.example/y']],
    ['https://a.example https://a.example, https://a.example/', ['https://a.example', 'https://a.example/']],
  ])('%s', (text, expected) => {
    expect(uniqueLinks(text)).toEqual(expected);
  });
});
