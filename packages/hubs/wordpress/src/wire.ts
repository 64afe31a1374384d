import { decodeHTML } from 'entities';
import { z } from 'zod';

/** WordPress stores names of sites and categories with HTML entities (`Arts &amp; Crafts`). */
const plainName = z.string().transform((text) => decodeHTML(text).trim());

const id = z.number().int().positive();

/** A whole address on the web without a user, query or fragment. */
const address = z
  .string()
  .max(2_048)
  .url()
  .refine((text) => /^https?:\/\/[^@?#]*$/i.test(text))
  .optional()
  .catch(undefined);

/**
 * WordPress REST API handbook, discovery and global parameters (`_fields`), checked 2026-11. `home`
 * is the address of the site, `url` the one of WordPress, which may be in a folder.
 * `authentication` has application passwords only where they can be used.
 */
export const RootAnswer = z.object({
  name: plainName.catch(''),
  namespaces: z.array(z.string()).refine((names) => names.includes('wp/v2')),
  home: address,
  url: address,
  authentication: z
    .object({ 'application-passwords': z.unknown() })
    .transform((ways) => ways['application-passwords'] !== undefined)
    .catch(false),
});
export type Root = z.infer<typeof RootAnswer>;

/** WordPress REST API handbook, users, 2026-11. Some fields need `context=edit`. */
export const MeAnswer = z.object({
  id,
  username: z.string().min(1),
  capabilities: z.record(z.unknown()),
});

const category = z.object({
  id,
  slug: z.string().min(1),
  name: plainName,
  description: plainName.nullish(),
  link: z.string().nullish(),
});
export type Category = z.infer<typeof category>;

/** WordPress REST API handbook, categories, checked 2026-11. */
export const CategoriesAnswer = z.array(category);

/** WordPress REST API handbook, tags, checked 2026-11. */
export const TagAnswer = z.object({ id });
/** The refusal of a name that a tag has already. */
export const ExistingTagAnswer = z.object({ code: z.literal('term_exists'), data: z.object({ term_id: id }) });

/** WordPress REST API handbook, media, checked 2026-11. */
export const MediaAnswer = z.object({ id, slug: z.string(), source_url: z.string().url() });
export const DescribedAnswer = z.object({ id });
export const DescriptionAnswer = z.object({ id, alt_text: z.string() });
export const MediaListAnswer = z.array(MediaAnswer);

/** WordPress REST API handbook, posts, checked 2026-11. */
export const PostAnswer = z.object({ id, status: z.string(), slug: z.string(), link: z.string() });
export const PostsAnswer = z.array(PostAnswer);
export type SeenPost = z.infer<typeof PostAnswer>;

/** Fields that `prepare` leaves for the public call. */
export const PublishingBody = z.object({
  status: z.enum(['publish', 'pending']).optional(),
  slug: z.string().optional(),
});

/** WordPress REST API handbook, application passwords, checked 2026-11. */
export const IntrospectAnswer = z.object({ uuid: z.string().regex(/^[\w-]{1,64}$/) });

/** The answer of WordPress to every call that deletes for good. */
export const DeletedAnswer = z.object({ deleted: z.literal(true) });

const ErrorFacts = z.object({
  code: z.string(),
  message: z.string().catch(''),
  data: z.object({ status: z.number() }).nullish().catch(null),
});

/**
 * The form of an error of WordPress: `WP_Error` as JSON (REST API handbook, adding custom
 * endpoints, checked 2026-11). For a wrong parameter `details` has the error of each one
 * (class-wp-rest-request.php of 6.1.9, checked 2026-11).
 */
export const ErrorBody = ErrorFacts.extend({
  data: z
    .object({ status: z.number(), details: z.record(ErrorFacts).catch({}) })
    .nullish()
    .catch(null),
});
