import type { HubType, Platform, TargetOptionName, TextCount } from '@fanfare/contract';
import type { Draft } from './draft.ts';
import type { ImageForm } from './file-form.ts';
import type { FileRule } from './file-rules.ts';
import type { OptionSchemas } from './judge-options.ts';

/** One broken content rule. `path` is below the target: `content`, `mediaItems[2].altText`. */
export type Violation = {
  readonly rule: string;
  readonly path: string;
  readonly message: string;
  readonly limit?: number;
  readonly actual?: number;
};

/** The account that a target is published to, as the rules see it. */
export type Author = {
  /** The network's id of the account; absent where it is not known, as in a form. */
  readonly platformUserId?: string;
  /** Its paid plan, in the network's word; null where the network has not said. */
  readonly subscription?: string | null;
  /** The hub of a hub account. */
  readonly hub?: { readonly type: HubType } | null;
};

/** A field without effect on this platform. `path` is relative to the target. */
export type Warning = { readonly path: string; readonly message: string };

/**
 * One content rule of one platform. Its name is stable (`<platform>.<subject>.<rule>`), appears in
 * error details and in the docs.
 *
 * @example
 * { name: 'linkedin.text.max_length', summary: 'Text is at most 3,000 characters.', check: (draft) => [] }
 */
export type ContentRule = {
  readonly name: `${Platform}.${string}.${string}`;
  /** One sentence for the generated limits page. */
  readonly summary: string;
  readonly check: (draft: Draft, author?: Author) => readonly Violation[];
};

/** Numbers and switches of one platform as data; `GET /platforms` prints exactly this. */
export type PlatformLimits = {
  readonly text: {
    readonly max: number;
    /** The unit of `max`: UTF-16 units, X's weighted length, or Threads' count (emoji as UTF-8). */
    readonly countedAs: TextCount;
    /** Whether a post without media and without text can exist. */
    readonly textOnly: boolean;
  };
  readonly media: {
    readonly max: number;
    readonly maxImages: number;
    readonly maxVideos: number;
    readonly maxDocuments: number;
    /** Whether images and videos may stand in one post. */
    readonly mixed: boolean;
    /** False where a post cannot be published without media (instagram). */
    readonly optional: boolean;
  };
  readonly supports: {
    readonly firstComment: boolean;
    readonly repost: boolean;
    readonly unpublish: boolean;
    readonly aiGenerated: boolean;
    readonly altText: boolean;
    readonly coverUrl: boolean;
    readonly thumbOffsetMs: boolean;
    readonly spaces: boolean;
  };
  readonly firstComment: { readonly max: number } | null;
};

/**
 * The content rules of one platform: pure, browser-safe, shared by the server and by the mock.
 *
 * @example
 * const broken = checkContent(draft, xRules); // [{ rule: 'x.text.max_weighted_length', path: 'content', … }]
 */
export type ContentRules = {
  readonly platform: Platform;
  readonly limits: PlatformLimits;
  readonly rules: readonly ContentRule[];
  /** Rules about the files themselves, for `checkFiles`. Absent where any file is taken. */
  readonly files?: readonly FileRule[];
  /** Form that an image gets which breaks them. Absent where images are not converted. */
  readonly image?: ImageForm;
  /**
   * The options that the platform has; none when absent. The rules read only those that are right.
   */
  readonly options?: OptionSchemas;
  /** The options among these that are of one kind of hub each: their names are its types. */
  readonly hubOptions?: readonly string[];
  /**
   * Reason that the platform ignores an option that it does not have, where there is more to say.
   */
  readonly withoutOption?: Readonly<Partial<Record<TargetOptionName, string>>>;
  /** Reason that published posts cannot be removed again, where there is more to say than that. */
  readonly withoutUnpublish?: string;
  /** Whether this draft may have a first comment, where the platform has them; true when absent. */
  readonly takesComment?: (draft: Draft) => boolean;
  /** Fields of this draft that are accepted and ignored here, each with the reason. */
  readonly warnings: (draft: Draft, author?: Author) => readonly Warning[];
  /** Address of the page of a card; null for none. Absent where the platform makes its own. */
  readonly linkCard?: (draft: Draft) => string | null;
  /**
   * Units for publishing this draft once, without comments (spec 8): 1, or 65 for x with a link.
   */
  readonly units: (draft: Draft) => number;
};

/** Whether a first comment of this draft is posted, or `unsupported`. */
export const takesComment = (draft: Draft, { limits, takesComment: takes }: ContentRules): boolean =>
  limits.supports.firstComment && (takes?.(draft) ?? true);

/** Every violation of every rule, in order. An empty list: the draft may be published. */
export function checkContent(draft: Draft, rules: ContentRules, author?: Author): readonly Violation[] {
  return rules.rules.flatMap((rule) => rule.check(draft, author));
}
