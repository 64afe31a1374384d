import { expect, test } from 'vitest';
import { CreatePostBodySchema, cutToSchema, toFieldErrors } from '../src/index.ts';

const unknown = (prefix: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, at]));
const target = { platform: 'x', accountId: 'a' };
const image = { type: 'image', url: 'https://cdn.example.com/a.jpg' };

test('a body keeps 100 unknown fields at all levels together, and says how many more there were', () => {
  const body = {
    ...unknown('top', 40),
    content: 'a',
    mediaItems: [{ ...image, ...unknown('media', 40) }],
    platforms: [{ ...target, ...unknown('target', 40), mediaItems: [{ ...image, ...unknown('own', 3_000) }] }],
  };
  expect(cutToSchema(CreatePostBodySchema, body)).toBe(3_020);
  expect(body).toEqual({
    ...unknown('top', 40),
    content: 'a',
    mediaItems: [{ ...image, ...unknown('media', 40) }],
    platforms: [{ ...target, ...unknown('target', 20), mediaItems: [image] }],
  });
  const { error } = CreatePostBodySchema.safeParse(body);
  expect(toFieldErrors(error!, CreatePostBodySchema)).toHaveLength(100);
});

test('a list of the schema keeps 50 entries, one within an unknown field keeps all', () => {
  const body = { content: 'a', platforms: Array.from({ length: 51 }, () => target), other: Array(51).fill(0) };
  expect(cutToSchema(CreatePostBodySchema, body)).toBe(0);
  expect(body).toEqual({ content: 'a', platforms: Array(50).fill(target), other: Array(51).fill(0) });
});

test.each([
  null,
  5,
  'text',
  [unknown('f', 200)],
  { platforms: unknown('f', 200) },
  { platforms: [[unknown('f', 200)]] },
])('what has another shape than the schema stays as it is: %#', (body) => {
  const before = structuredClone(body);
  expect([cutToSchema(CreatePostBodySchema, body), body]).toEqual([0, before]);
});
