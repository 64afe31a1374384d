import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { at, field, HOUR_MS, type Linkedin, NOON, startLinkedin } from './linkedin-session.ts';

let li: Linkedin;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(() => li.reset());
afterAll(() => li.sandbox.close());

const poll = (more: object = {}) => ({
  content: {
    poll: {
      question: 'Open on Sundays?',
      options: [{ text: 'Yes' }, { text: 'No' }],
      settings: { duration: 'THREE_DAYS' },
      ...more,
    },
  },
});

it('shows the question, the choices and the end of a poll', async () => {
  const { status } = await li.post(await li.connect('ada'), poll());
  expect(status).toBe(201);
  const [post] = await li.posts();
  expect(at(post, 'poll')).toEqual({
    ...{ question: 'Open on Sundays?', options: ['Yes', 'No'] },
    endsAt: new Date(NOON + 72 * HOUR_MS).toISOString(),
  });
  expect((await li.call(field(post, 'url'))).text).toContain('<div class="question">Open on Sundays?</div>');
});

it.each([
  ['one choice', { options: [{ text: 'Yes' }] }, 400, 'ILLEGAL_ARGUMENT'],
  ['five choices', { options: Array(5).fill({ text: 'Yes' }) }, 400, 'ILLEGAL_ARGUMENT'],
  ['a choice of 31 characters', { options: [{ text: 'Yes' }, { text: 'n'.repeat(31) }] }, 400, 'FIELD_LENGTH_TOO_LONG'],
  ['a blank choice', { options: [{ text: 'Yes' }, { text: ' ' }] }, 400, 'INVALID_VALUE_BLANK_FIELD'],
  ['a question of 141 characters', { question: 'q'.repeat(141) }, 400, 'FIELD_LENGTH_TOO_LONG'],
  [
    'several votes of one person',
    { settings: { duration: 'ONE_DAY', voteSelectionType: 'MULTIPLE_VOTE' } },
    400,
    'INVALID_VALUE_FOR_FIELD',
  ],
  [
    'voters whom the author does not see',
    { settings: { duration: 'ONE_DAY', isVoterVisibleToAuthor: false } },
    400,
    'INVALID_VALUE_FOR_FIELD',
  ],
  ['an unknown duration', { settings: { duration: 'TWO_DAYS' } }, 422, undefined],
  ['choices as plain texts', { options: ['Yes', 'No'] }, 422, undefined],
])('refuses a poll with %s', async (_, more, status, code) => {
  const answer = await li.post(await li.connect('ada'), poll(more));
  expect([answer.status, at(answer.body, 'code')]).toEqual([status, code]);
  expect(await li.posts()).toEqual([]);
});

it('refuses a poll beside media', async () => {
  const { content } = poll();
  const answer = await li.post(await li.connect('ada'), { content: { ...content, media: { id: 'urn:li:image:A' } } });
  expect(answer.status).toBe(422);
});
