import { expect, test } from 'vitest';
import { CreatePostBodySchema, cutUnknownFields, toFieldErrors } from '../src/index.ts';

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
  expect(cutUnknownFields(CreatePostBodySchema, body)).toBe(3_020);
  expect(body).toEqual({
    ...unknown('top', 40),
    content: 'a',
    mediaItems: [{ ...image, ...unknown('media', 40) }],
    platforms: [{ ...target, ...unknown('target', 20), mediaItems: [image] }],
  });
  const { error } = CreatePostBodySchema.safeParse(body);
  expect(toFieldErrors(error!, CreatePostBodySchema)).toHaveLength(100);
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
  expect([cutUnknownFields(CreatePostBodySchema, body), body]).toEqual([0, before]);
});
