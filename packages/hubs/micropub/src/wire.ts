import { z } from 'zod';

/** W3C Micropub, section 3.8, error response, checked 2026-11. */
export const ErrorBody = z.object({
  error: z.string().regex(/^[a-z][a-z_]*$/i),
  error_description: z.string().catch(''),
});

/** An error under a 2xx is no answer. */
const noError = { error: z.undefined() };

const channel = z.object({ uid: z.string().min(1).max(255), name: z.string().catch('') });
const place = z.object({ uid: z.string().min(1).max(2_048) });
export type Channel = z.infer<typeof channel>;

/** Extension "channels" (indieweb/micropub-extensions issue 40, 2026-11), as far as valid. */
const channels = z
  .array(z.unknown())
  .transform((items) => items.map((item) => channel.safeParse(item)).flatMap(({ data }) => (data ? [data] : [])));

export const ChannelsAnswer = z.object({ ...noError, channels });

/** W3C Micropub, section 3.7.3, syndication targets, checked 2026-11. */
export const SyndicationAnswer = z.object({
  ...noError,
  'syndicate-to': z
    .array(z.unknown())
    .transform((items) => items.map((item) => place.safeParse(item)).flatMap(({ data }) => data?.uid ?? [])),
});

/** W3C Micropub, section 3.7.1, configuration, checked 2026-11. */
export const ConfigAnswer = z.object({
  ...noError,
  'media-endpoint': z.string().optional().catch(undefined),
  channels: channels.optional().catch(undefined),
  me: z.string().url().optional().catch(undefined),
});
export type Config = z.infer<typeof ConfigAnswer>;

/** IndieAuth, 11 July 2024, section 4.1.1, server metadata, checked 2026-11. */
export const MetadataAnswer = z.object({ introspection_endpoint: z.string() });

/** IndieAuth, 11 July 2024, section 6.1, access token verification, checked 2026-11. */
export const UserAnswer = z.object({
  ...noError,
  // The IndieAuth plugin of WordPress writes "true" (wordpress-indieauth,
  // class-indieauth-introspection-endpoint.php, checked 2026-11).
  active: z.union([z.literal(true), z.literal('true'), z.literal(1)]).optional(),
  me: z.string().url(),
  scope: z.string().optional().catch(undefined),
});
export type User = z.infer<typeof UserAnswer>;

/** The answer to a token that is not, or no longer, good (RFC 7662, section 2.2). */
export const EndedAnswer = z.object({ active: z.union([z.literal(false), z.literal('false'), z.literal(0)]) });

/** Any object that is no error. */
export const CreatedAnswer = z.object(noError);

export const AddressAnswer = z.object({ ...noError, url: z.string().max(2_048) });

const texts = z
  .array(z.unknown())
  .transform((items) => items.filter((item) => typeof item === 'string'))
  .catch([]);

/** Content: text, or an object with text or HTML (microformats2 parsing, `e-*`, 2026-11). */
const contents = z
  .array(z.union([z.string(), z.object({ text: z.string() }), z.object({ value: z.string() }), z.unknown()]))
  .transform((items) =>
    items.flatMap((item) => {
      if (typeof item === 'string') return [item];
      if (typeof item !== 'object' || item === null) return [];
      const text = 'text' in item ? item.text : 'value' in item ? item.value : undefined;
      return typeof text === 'string' ? [text] : [];
    }),
  )
  .catch([]);

const seenPost = z.object({
  properties: z.object({
    url: texts,
    published: texts,
    content: contents,
    photo: z.array(z.unknown()).catch([]),
    'mp-slug': texts,
    'post-status': texts,
  }),
});
export type SeenPost = z.infer<typeof seenPost>['properties'];

/** One post (W3C Micropub, section 3.7.2, source content, checked 2026-11). */
export const OneSourceAnswer = z.object({ ...noError, properties: z.object({ 'post-status': texts }) });

/** Extension "query for post list" (indieweb.org, 2026-11). `after` leads to older pages. */
export const SourceAnswer = z.object({
  ...noError,
  items: z
    .array(z.unknown())
    .transform((items) =>
      items.map((item) => seenPost.safeParse(item)).flatMap(({ data }) => (data ? [data.properties] : [])),
    ),
  paging: z
    .object({ after: z.string().min(1).max(1_024) })
    .optional()
    .catch(undefined),
});
