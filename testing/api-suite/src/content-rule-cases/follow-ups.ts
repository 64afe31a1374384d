import type { ContentRuleCase } from './content-rule-case.ts';
import { withImage } from './parts.ts';

/** Rules of chains and of further comments, which several platforms have. */
export const FOLLOW_UP_CASES: readonly ContentRuleCase[] = [
  ...(['x', 'threads'] as const).flatMap((platform): ContentRuleCase[] => [
    {
      rule: `${platform}.thread.invalid`,
      breaks: { content: 'One.', thread: [{ content: 'One.' }] },
      keeps: { content: 'One.', thread: [{ content: 'One.' }, { content: 'Two.' }] },
      path: 'thread',
    },
    {
      rule: `${platform}.thread.own_content`,
      breaks: { content: 'Another.', thread: [{ content: 'One.' }, { content: 'Two.' }] },
      keeps: { content: 'One.', thread: [{ content: 'One.' }, { content: 'Two.' }] },
      path: 'content',
    },
  ]),
  ...(['instagram', 'threads', 'linkedin'] as const).flatMap((platform): ContentRuleCase[] => [
    {
      rule: `${platform}.first_comments.invalid`,
      breaks: { ...withImage('Post.'), firstComments: [] },
      keeps: { ...withImage('Post.'), firstComments: [{ content: 'More.' }] },
      path: 'firstComments',
    },
    {
      rule: `${platform}.first_comments.repeated`,
      breaks: { ...withImage('Post.'), firstComment: 'More.', firstComments: [{ content: 'More.' }] },
      keeps: { ...withImage('Post.'), firstComment: 'More.', firstComments: [{ content: 'And more.' }] },
      path: 'firstComments[0].content',
    },
  ]),
];
