import { TARGET_OPTIONS, type TargetRequest } from '@fanfare/contract';
import { expect, it } from 'vitest';
import { type AdmissionContext, judgePost } from '../src/admission.ts';
import type { ContentRule } from '../src/content-rules.ts';
import { hasBlankComment } from '../src/draft-facts.ts';
import { NO_HOSTED_FILES } from '../src/request-rules.ts';
import { aRulebook } from './a-rulebook.ts';

const short: ContentRule = {
  name: 'threads.text.max_length',
  summary: 'Text is short.',
  check: ({ content }) =>
    content.length <= 5 ? [] : [{ rule: short.name, path: 'content', message: 'Too long.', limit: 5 }],
};
const blank: ContentRule = {
  name: 'threads.first_comment.blank',
  summary: 'A comment has text.',
  check: (draft) => (hasBlankComment(draft) ? [{ rule: blank.name, path: 'firstComment', message: 'Blank.' }] : []),
};
const context: AdmissionContext = {
  accounts: new Map([['acc_1', { platform: 'threads' as const }]]),
  rulesOf: () => ({
    ...aRulebook('threads', { rules: [short, blank], units: ({ content }) => (content.includes('link') ? 65 : 1) }),
    options: { thread: TARGET_OPTIONS.thread, firstComments: TARGET_OPTIONS.firstComments },
  }),
  isHostAllowed: () => false,
  hosted: NO_HOSTED_FILES,
  now: new Date('2026-11-22T12:00:00Z'),
};
const judge = (target: Partial<TargetRequest>) => {
  const request = {
    content: 'Post',
    mediaItems: [],
    platforms: [{ platform: 'threads', accountId: 'acc_1', ...target }],
  };
  const judged = judgePost(context, request as Parameters<typeof judgePost>[1]);
  if (!judged.ok) throw new Error(judged.refusal.code);
  return judged.post;
};
const image = { type: 'image', url: 'https://cdn.example.com/a.jpg' } as const;

it('a chain stands in the place of the content, and each post and comment has its own units', () => {
  const { units, targets, violations } = judge({
    thread: [{ content: 'One' }, { content: 'link' }, { content: '', mediaItems: [image] }],
    firstComment: 'First',
    firstComments: [{ content: 'Later', afterSeconds: 60 }],
  });
  const { draft, followUps, cost } = targets[0]!;
  const part = { media: [], aiGenerated: false, firstComment: null, spaceSlug: null };
  expect([violations, units, draft.content, draft.media]).toEqual([[], 69, 'One', []]);
  expect(cost).toEqual({ publish: 1, comment: 1, followUps: [65, 1, 1] });
  expect(followUps).toEqual([
    { kind: 'thread', index: 1, afterSeconds: 0, draft: { ...part, content: 'link' } },
    { kind: 'thread', index: 2, afterSeconds: 0, draft: { ...part, content: '', media: [image] } },
    { kind: 'comment', index: 0, afterSeconds: 60, draft: { ...part, content: 'Later' } },
  ]);
});

it('what breaks a rule is named at its place in the chain or among the comments', () => {
  const { violations } = judge({
    thread: [
      { content: 'Too long' },
      { content: 'Too long', mediaItems: [{ ...image, url: 'http://127.0.0.1/a.jpg' }] },
    ],
    firstComment: 'First',
    firstComments: [{ content: ' ' }, { content: 'First' }, { content: 'Once' }, { content: 'Once' }],
  });
  expect(violations.map(({ rule, path }) => [rule, path.replace('platforms[0].', '')])).toEqual([
    ['threads.text.max_length', 'thread[0].content'],
    ['threads.text.max_length', 'thread[1].content'],
    ['threads.first_comment.blank', 'firstComments[0].content'],
    ['threads.first_comments.repeated', 'firstComments[1].content'],
    ['threads.first_comments.repeated', 'firstComments[3].content'],
    ['media.url.private', 'thread[1].mediaItems[0].url'],
  ]);
});

it('content beside a chain is refused unless it is the first post of the chain', () => {
  const thread = [{ content: 'One', mediaItems: [image] }, { content: 'Two' }];
  const broken = (target: Partial<TargetRequest>) => judge({ thread, ...target }).violations.map(({ path }) => path);
  expect(broken({ content: 'One', mediaItems: [image] })).toEqual([]);
  expect(broken({ content: 'Own', mediaItems: [] })).toEqual(['platforms[0].content', 'platforms[0].mediaItems']);
});
