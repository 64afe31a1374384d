import { describe, expect, it } from 'vitest';
import type { Draft } from '../src/draft.ts';
import { atMost, refuseWhen } from '../src/rule-forms.ts';

const draft: Draft = { content: 'Hello', media: [], firstComment: null, aiGenerated: false, spaceSlug: null };

describe('atMost', () => {
  const rule = atMost({
    name: 'x.text.max_length',
    summary: 'Text is at most 5 characters.',
    path: 'content',
    limit: 5,
    count: ({ content }) => content.length,
    message: (actual) => `Shorten it by ${actual - 5}.`,
  });

  it('has nothing against a draft at the limit', () => {
    expect(rule.check(draft)).toEqual([]);
  });

  it('names itself, the place and both numbers beyond it', () => {
    expect(rule.check({ ...draft, content: 'Hello!' })).toEqual([
      { rule: 'x.text.max_length', path: 'content', message: 'Shorten it by 1.', limit: 5, actual: 6 },
    ]);
  });

  it('keeps its name and sentence for the documentation', () => {
    expect(rule).toMatchObject({ name: 'x.text.max_length', summary: 'Text is at most 5 characters.' });
  });
});

describe('refuseWhen', () => {
  const refusal = { path: 'aiGenerated', message: 'Leave it out.' };
  const rule = refuseWhen({
    name: 'threads.ai_generated.unsupported',
    summary: 'aiGenerated is refused.',
    when: ({ aiGenerated }) => aiGenerated,
    ...refusal,
  });

  it('has nothing against any other draft', () => {
    expect(rule.check(draft)).toEqual([]);
  });

  it('names itself and the place, and no numbers where there are none', () => {
    expect(rule.check({ ...draft, aiGenerated: true })).toStrictEqual([
      { rule: 'threads.ai_generated.unsupported', ...refusal },
    ]);
  });

  it('reports the given numbers', () => {
    const required = refuseWhen({
      name: 'instagram.media.required',
      summary: 'A post needs media.',
      when: ({ media }) => media.length === 0,
      path: 'mediaItems',
      message: 'Add an image.',
      limit: 1,
      actual: 0,
    });
    expect(required.check(draft)).toStrictEqual([
      { rule: 'instagram.media.required', path: 'mediaItems', message: 'Add an image.', limit: 1, actual: 0 },
    ]);
  });
});
