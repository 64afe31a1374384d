import { expect, it } from 'vitest';
import { type ContentRule, checkContent } from '../src/content-rules.ts';
import { aRulebook } from './a-rulebook.ts';

const draft = { content: 'Hello', media: [], firstComment: null, aiGenerated: false, spaceSlug: null };
const breaks = (name: ContentRule['name'], ...paths: string[]): ContentRule => ({
  name,
  summary: 'Something is so.',
  check: () => paths.map((path) => ({ rule: name, path, message: `${name} at ${path}` })),
});

it('every violation of every rule is reported, in the order of the table', () => {
  const rules = [breaks('x.media.size', 'mediaItems[0]', 'mediaItems[1]'), breaks('x.text.max_length', 'content')];
  expect(checkContent(draft, aRulebook('x', { rules }))).toEqual([
    { rule: 'x.media.size', path: 'mediaItems[0]', message: 'x.media.size at mediaItems[0]' },
    { rule: 'x.media.size', path: 'mediaItems[1]', message: 'x.media.size at mediaItems[1]' },
    { rule: 'x.text.max_length', path: 'content', message: 'x.text.max_length at content' },
  ]);
});

it('a draft that breaks nothing may be published', () => {
  expect(checkContent(draft, aRulebook('x', { rules: [breaks('x.media.size')] }))).toEqual([]);
});
