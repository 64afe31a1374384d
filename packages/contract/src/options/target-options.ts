import { z } from 'zod';
import { bareSchema } from '../bare-schema.ts';
import { named, notesOf } from '../documented.ts';
import { text } from '../text.ts';
import { type Captions, CaptionsSchema } from './captions.ts';
import { type FirstComments, FirstCommentsSchema } from './first-comments.ts';
import { type InstagramOptions, InstagramOptionsSchema } from './instagram-options.ts';
import { judgedByRules } from './judged-by-rules.ts';
import { type LinkedInOptions, LinkedInOptionsSchema } from './linkedin-options.ts';
import { type MicropubOptions, MicropubOptionsSchema } from './micropub-options.ts';
import { type Poll, PollSchema } from './poll.ts';
import { type ReplyControl, ReplyControlSchema } from './reply-control.ts';
import { type Thread, ThreadSchema } from './thread.ts';
import { type ThreadsOptions, ThreadsOptionsSchema } from './threads-options.ts';
import { type WordPressOptions, WordPressOptionsSchema } from './wordpress-options.ts';
import { type XOptions, XOptionsSchema } from './x-options.ts';

export const LINK_MODES = ['auto', 'none'] as const;
export type LinkMode = (typeof LINK_MODES)[number];

/**
 * Options of a target that not every platform has: those that several share by their own name, and
 * one block for each platform, of which hubs have one for each kind. An installation that adds a
 * network or a hub driver declares its block.
 *
 * @example
 * declare module '@fanfare/contract' {
 *   interface TargetOptions {
 *     mastodon?: { readonly sensitive?: boolean };
 *   }
 * }
 */
export interface TargetOptions {
  link?: LinkMode | undefined;
  poll?: Poll | undefined;
  replyControl?: ReplyControl | undefined;
  captions?: Captions | undefined;
  locationId?: string | undefined;
  quotePostId?: string | undefined;
  thread?: Thread | undefined;
  firstComments?: FirstComments | undefined;
  instagram?: InstagramOptions | undefined;
  threads?: ThreadsOptions | undefined;
  x?: XOptions | undefined;
  linkedin?: LinkedInOptions | undefined;
  wordpress?: WordPressOptions | undefined;
  micropub?: MicropubOptions | undefined;
}

export type TargetOptionName = keyof TargetOptions;

/** Options of the shipped platforms, each with all that any of them takes. */
export const TARGET_OPTIONS = {
  link: z
    .enum(LINK_MODES)
    .describe(
      'How `linkedin` shows the first link in the text. `auto` (default) reads its page and adds a card to a post without media, because LinkedIn makes no cards itself; `none` leaves a bare link.',
    ),
  poll: PollSchema.describe('A poll, on `threads`, `x` and `linkedin`. It excludes media.'),
  replyControl: ReplyControlSchema,
  captions: CaptionsSchema,
  locationId: text({ min: 1, max: 64 }).describe(
    'The network’s id of a place that the post names, on `instagram`. No look-up of places is offered by its API for this kind of sign-in.',
  ),
  quotePostId: text({ min: 1, max: 100 }).describe(
    'The network’s id (`platformPostId`) of a post that this one quotes or reshares, own or of others: on `threads` a number, on `linkedin` `urn:li:share:…` or `urn:li:ugcPost:…`. An address is no id.',
  ),
  thread: ThreadSchema,
  firstComments: FirstCommentsSchema,
  instagram: InstagramOptionsSchema.describe('Options that only `instagram` has.'),
  threads: ThreadsOptionsSchema.describe('Options that only `threads` has.'),
  x: XOptionsSchema.describe('Options that only `x` has.'),
  linkedin: LinkedInOptionsSchema.describe('Options that only `linkedin` has.'),
  wordpress: WordPressOptionsSchema.describe('Options that only a hub with WordPress has.'),
  micropub: MicropubOptionsSchema.describe('Options that only a hub with Micropub has.'),
} as const satisfies { readonly [Name in TargetOptionName]?: z.ZodTypeAny };

type Shape = Readonly<Record<string, z.ZodTypeAny>>;

/** Options as fields of a request, which the rules of each platform judge. */
export const optionFields = <Options extends Shape>(options: Options) =>
  mapValues(options, judgedByRules) as { [Name in keyof Options]: ReturnType<typeof judgedByRules<Options[Name]>> };

/** Options as fields of an answer, where they are right and may be absent. */
export const shownOptions = <Options extends Shape>(options: Options) =>
  mapValues(options, (option) => shown(option).optional()) as {
    [Name in keyof Options]: z.ZodOptional<Options[Name]>;
  };

/** The same without what only requests have: objects that are closed, and null for nothing. */
function shown(schema: z.ZodTypeAny): z.ZodTypeAny {
  if (schema instanceof z.ZodOptional) return described(schema, shown(schema.unwrap()).optional());
  if (schema instanceof z.ZodArray) return described(schema, z.array(shown(schema.element)));
  const object = bareSchema(schema);
  if (!(object instanceof z.ZodObject)) return schema;
  const open = z.object(mapValues(object.shape, shown));
  const { title, 'x-about': about = '' } = notesOf(schema) ?? {};
  return described(schema, title === undefined ? open : named(`Requested${title}`, about, open));
}

const described = (like: z.ZodTypeAny, schema: z.ZodTypeAny): z.ZodTypeAny =>
  like.description === undefined ? schema : schema.describe(like.description);

const mapValues = <A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
