import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CreatePostBodySchema, formatPath, routesOf } from '../src/index.ts';
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

/** Fields whose absence does something that cannot be undone, where null is likely a mistake. */
const NEVER_NULL = [
  'posts.create publishAt',
  'posts.repost targetIds',
  'posts.unpublish targetIds',
  'posts.validate publishAt',
  'webhooks.create profileId',
  'webhooks.replay until',
];

test('null is refused, with the reason, in optional fields whose absence cannot be undone, and in no other', () => {
  const refused = routesOf().flatMap(({ name: route, body }) =>
    objectsIn(body).flatMap(({ schema, path }) => {
      if (!(schema instanceof z.ZodObject)) return [];
      const shape: Record<string, z.ZodTypeAny> = schema.shape;
      const optional = Object.keys(shape).filter((name) => shape[name]?.isOptional());
      return optional
        .map((name) => (path === '' ? name : `${path}.${name}`))
        .filter((field) => {
          const parsed = body!.safeParse(bodyWith(field, null));
          return parsed.error?.issues.some(
            ({ path: at, message }) => formatPath(at) === field && message.startsWith('Must not be null: '),
          );
        })
        .map((field) => `${route} ${field}`);
    }),
  );
  expect(refused.sort()).toEqual(NEVER_NULL);
});

/** A body that holds nothing but one field, wherever it stands. */
const bodyWith = (path: string, value: unknown): unknown =>
  path
    .split('.')
    .reverse()
    .reduce<unknown>(
      (inner, part) => (part.endsWith('[0]') ? { [part.slice(0, -3)]: [inner] } : { [part]: inner }),
      value,
    );

test('null in an optional field means that it is absent, at every depth; a required one must not be null', () => {
  const body = {
    content: null,
    mediaItems: [{ type: 'image', url: 'https://cdn.example.com/a.jpg', altText: null, coverUrl: null }],
    platforms: [{ platform: 'x', accountId: 'a', content: null, mediaItems: null, firstComment: null }],
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
