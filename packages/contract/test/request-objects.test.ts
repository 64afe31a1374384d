import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CreatePostBodySchema, routesOf } from '../src/index.ts';
import { nodesOf } from './schemas-of-routes.ts';

const objectsIn = (schema: z.ZodTypeAny | undefined) =>
  schema === undefined ? [] : [...nodesOf(schema)].filter(({ schema: node }) => node instanceof z.ZodObject);
const unknownKeys = (schema: z.ZodTypeAny): string => (schema instanceof z.ZodObject ? schema._def.unknownKeys : '');

describe.each(routesOf().map((route) => [route.name, route] as const))('%s', (_name, { body, query, responses }) => {
  test('refuses unknown fields of body and query wherever they stand', () => {
    const objects = [...objectsIn(body), ...objectsIn(query)];
    expect(objects.length).toBeGreaterThan(0);
    expect(objects.filter(({ schema }) => unknownKeys(schema) !== 'strict').map(({ path }) => path)).toEqual([]);
  });

  test('may answer with fields that are added later', () => {
    const objects = Object.values(responses).flatMap(objectsIn);
    expect(objects.filter(({ schema }) => unknownKeys(schema) !== 'strip').map(({ path }) => path)).toEqual([]);
  });
});

test('null in an optional field means that it is absent, at every depth; a required one must not be null', () => {
  const body = {
    content: null,
    mediaItems: [{ type: 'image', url: 'https://cdn.example.com/a.jpg', altText: null, coverUrl: null }],
    platforms: [{ platform: 'x', accountId: 'a', content: null, mediaItems: null, firstComment: null }],
    publishAt: null,
    idempotencyKey: null,
  };
  expect(CreatePostBodySchema.parse(body)).toEqual({
    content: '',
    mediaItems: [{ type: 'image', url: 'https://cdn.example.com/a.jpg' }],
    platforms: [{ platform: 'x', accountId: 'a' }],
  });
  expect(CreatePostBodySchema.safeParse({ platforms: null }).success).toBe(false);
  expect(CreatePostBodySchema.safeParse({ platforms: [null] }).success).toBe(false);
});
