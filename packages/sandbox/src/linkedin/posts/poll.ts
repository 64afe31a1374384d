import { listAt, textAt, valueAt } from '../restli/body-path.ts';
import { illegalArgument, invalidValue, refusal, tooLong } from '../restli/refusals.ts';
import { granted, type Outcome, refused } from '../restli/reply.ts';
import type { Schema } from '../restli/restli-schema.ts';

// Microsoft Learn, LinkedIn Poll API, checked 2026-11. The texts of the refusals are not
// documented.
const MAX_QUESTION = 140;
const MAX_OPTION = 30;
const MIN_OPTIONS = 2;
const MAX_OPTIONS = 4;
const DAY_MS = 86_400_000;
const days: Readonly<Record<string, number>> = { ONE_DAY: 1, THREE_DAYS: 3, SEVEN_DAYS: 7, FOURTEEN_DAYS: 14 };

export type Poll = { readonly question: string; readonly options: readonly string[]; readonly lastsMs: number };

/** `content.poll` of a post. */
export const pollSchema: Schema = {
  fields: {
    question: 'string',
    options: { items: { fields: { text: 'string' }, optional: [] } },
    settings: {
      fields: {
        duration: { symbols: Object.keys(days) },
        voteSelectionType: { symbols: ['SINGLE_VOTE', 'MULTIPLE_VOTE'] },
        isVoterVisibleToAuthor: 'boolean',
      },
      optional: ['voteSelectionType', 'isVoterVisibleToAuthor'],
    },
  },
  optional: [],
};

/** Reads a poll that fits its schema. */
export function readPoll(content: unknown): Outcome<Poll> {
  const question = textAt(content, 'poll', 'question');
  const options = listAt(content, 'poll', 'options').map((option) => textAt(option, 'text'));
  if (options.length < MIN_OPTIONS || options.length > MAX_OPTIONS) {
    const limits = `between ${MIN_OPTIONS} and ${MAX_OPTIONS}`;
    return refused(illegalArgument(`/content/poll/options must hold ${limits} options, not ${options.length}`));
  }
  const texts = [
    { path: '/content/poll/question', text: question, max: MAX_QUESTION },
    ...options.map((text, index) => ({ path: `/content/poll/options/${index}/text`, text, max: MAX_OPTION })),
  ];
  for (const { path, text, max } of texts) {
    if (text.trim() === '') return refused(refusal(400, 'INVALID_VALUE_BLANK_FIELD', `${path} can't be blank`));
    if ([...text].length > max) return refused(tooLong(path, [...text].length, max));
  }
  // "Currently not supported" and "to be supported later" (ebx/ebx-linkedin-sdk, PollSettings,
  // checked 2026-11).
  for (const [name, only] of [
    ['voteSelectionType', 'SINGLE_VOTE'],
    ['isVoterVisibleToAuthor', true],
  ] as const) {
    const given = valueAt(content, 'poll', 'settings', name) ?? only;
    if (given !== only) return refused(invalidValue(`/content/poll/settings/${name}`, given));
  }
  const lastsMs = (days[textAt(content, 'poll', 'settings', 'duration')] ?? 0) * DAY_MS;
  return granted({ question, options, lastsMs });
}
