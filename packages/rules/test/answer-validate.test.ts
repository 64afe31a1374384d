import { expect, it } from 'vitest';
import type { JudgedPost } from '../src/admission.ts';
import { answerValidate } from '../src/answer-validate.ts';

const draft = { content: 'Hi', media: [], firstComment: null, aiGenerated: false, spaceSlug: null };
const warning = { path: 'platforms[0].link', message: 'It has no effect here.' };
const post: JudgedPost = {
  targets: [
    {
      request: { platform: 'x', accountId: 'acc_x' },
      draft,
      cost: { publish: 65, comment: 1, followUps: [] },
      linkCard: null,
      conversions: [],
      followUps: [],
    },
    {
      request: { platform: 'threads', accountId: 'acc_t' },
      draft,
      cost: { publish: 1, comment: 0, followUps: [] },
      linkCard: 'https://a.example',
      conversions: [],
      followUps: [],
    },
  ],
  violations: [],
  warnings: [warning],
  units: 67,
};

it('a dry run shows the cost of the post and of each target, and the page of a link card', () => {
  expect(answerValidate(post, {})).toEqual({
    valid: true,
    violations: [],
    warnings: [warning],
    units: 67,
    targets: [
      { platform: 'x', accountId: 'acc_x', units: 66 },
      { platform: 'threads', accountId: 'acc_t', units: 1, linkCard: 'https://a.example' },
    ],
  });
});

it('a post that breaks a rule is not valid', () => {
  const violation = { path: 'platforms[0]', platform: 'x', accountId: 'acc_x', rule: 'r', message: 'No.' } as const;
  expect(answerValidate({ ...post, violations: [violation] }, {})).toMatchObject({
    valid: false,
    violations: [violation],
  });
});

it('a key has no effect, which is the first warning', () => {
  expect(answerValidate(post, { idempotencyKey: 'release-42' }).warnings).toEqual([
    { path: 'idempotencyKey', message: 'Nothing is recorded: idempotencyKey has no effect and stays free.' },
    warning,
  ]);
});
