import { z } from 'zod';
import { named } from './documented.ts';
import { PlatformSchema } from './platform.ts';

/** Ways in which the platforms of the spec count a text. */
export const TEXT_COUNTS = ['utf16', 'weighted', 'threads'] as const;

/** Ways of counting a text. An added network declares its own, named in `PlatformNames`. */
export interface TextCounts {
  utf16: true;
  weighted: true;
  threads: true;
}

export type TextCount = keyof TextCounts;
interface TextCountSchema extends z.ZodType<TextCount> {}
const TextCountSchema: TextCountSchema = z
  .enum(TEXT_COUNTS)
  .describe(
    'Unit of `max`: UTF-16 code units, X’s weighted length, or Threads’ count (an emoji costs its UTF-8 bytes).',
  );

const JsonSchemaSchema = named('JsonSchema', 'A JSON Schema 2020-12.', z.record(z.unknown()));

export type JsonSchema = Readonly<Record<string, unknown>>;

const can = (what: string) => z.boolean().describe(`Whether ${what}.`);

/** Limits and features of one platform, from the same data that validates posts. */
const platformCapabilities = named(
  'PlatformCapabilities',
  'Limits and features of one platform, from the same data that validates posts.',
  z.object({
    platform: PlatformSchema.describe('The platform.'),
    configured: can('this installation has credentials for it; where it has none, connecting answers `unavailable`'),
    text: z
      .object({
        max: z.number().int().describe('Longest text, in the unit of `countedAs`.'),
        countedAs: TextCountSchema,
        textOnly: can('a post may have text and no media'),
      })
      .describe('Limits of the text.'),
    media: z
      .object({
        max: z.number().int().describe('Most media items in one post.'),
        maxImages: z.number().int().describe('Most images in one post.'),
        maxVideos: z.number().int().describe('Most videos in one post.'),
        maxDocuments: z.number().int().describe('Most documents in one post.'),
        mixed: can('images and videos may stand in one post'),
        optional: can('a post may have no media'),
      })
      .describe('Limits of the media.'),
    supports: z
      .object({
        firstComment: can('a first comment can be posted'),
        repost: can('posts can be reposted'),
        unpublish: can('published posts can be removed again'),
        aiGenerated: can('posts can be labelled as AI-generated'),
        altText: can('images can have an alt text'),
        coverUrl: can('a video can have a cover image'),
        thumbOffsetMs: can('a frame of the video can be its cover'),
        spaces: can('accounts have spaces to publish into'),
      })
      .describe('Which optional features the platform has.'),
    firstComment: z
      .object({ max: z.number().int().describe('Longest first comment, in the unit of `text.countedAs`.') })
      .nullable()
      .describe('Limits of the first comment; null where there is none.'),
    options: JsonSchemaSchema.describe(
      'The options that a target of this platform may have, as JSON Schema 2020-12 of an object with their names: those that several platforms share, and the block of this platform. Any other option is ignored, with a warning.',
    ),
    rules: z
      .array(
        z.object({
          name: z.string().describe('Stable name, as `rule` in error details.'),
          summary: z.string().describe('The rule in one sentence.'),
        }),
      )
      .describe('Every content rule of the platform, in the order they are checked.'),
  }),
);
export type PlatformCapabilities = z.infer<typeof platformCapabilities>;
export interface PlatformCapabilitiesSchema extends z.ZodType<PlatformCapabilities> {}
export const PlatformCapabilitiesSchema: PlatformCapabilitiesSchema = platformCapabilities;

export const ListPlatformsResponseSchema = named(
  'PlatformList',
  'Limits and features of every platform.',
  z.object({ platforms: z.array(PlatformCapabilitiesSchema).describe('One entry per platform.') }),
);
export type ListPlatformsResponse = z.infer<typeof ListPlatformsResponseSchema>;
