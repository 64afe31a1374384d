import { readFileSync } from 'node:fs';
import { CreatePostBodySchema, ListPostsQuerySchema, toFieldErrors } from '@fanfare/contract';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../../docs/coming-from-another-api.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| (`.*?) \| (.*) \|$/gm)].map(([, theirs = '', ours = '']) => ({ theirs, ours }));
const codesIn = (text: string) => [...text.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name);

const target = { platform: 'x', accountId: 'a' };
/** Whatever the API says of a field, in each place where one may write it. */
const saidOf = (name: string): string => {
  const bodies = [
    { platforms: [target], [name]: 1 },
    { platforms: [{ ...target, [name]: 1 }] },
    { platforms: [target], mediaItems: [{ type: 'image', url: 'https://a.example/b', [name]: 1 }] },
  ].map((body) => toFieldErrors(CreatePostBodySchema.safeParse(body).error!, CreatePostBodySchema));
  const query = ListPostsQuerySchema.safeParse({ [name]: '1' });
  const parameters = query.success ? [] : toFieldErrors(query.error, ListPostsQuerySchema, 'query');
  return [...bodies.flat(), ...parameters].map(({ message }) => message).join(' ');
};

test.each(rows.filter(({ theirs }) => !/redirect_uri/.test(theirs)))('the answers know $theirs', ({ theirs, ours }) => {
  const names = codesIn(theirs).filter((name) => name !== 'x-request-id');
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    const said = saidOf(name);
    expect(
      codesIn(ours).some((known) => said.includes(`\`${known}\``)) || /\/(posts\/validate|drafts)/.test(said),
      name,
    ).toBe(true);
  }
});
