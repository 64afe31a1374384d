import {
  CreatePostBodySchema,
  type MediaItem,
  type TargetOptions,
  type TargetRequest,
  toFieldErrors,
} from '@fanfare/contract';
import { askedOptions, type Draft, type FollowUpKind, type JudgedTarget, judgePost, toDraft } from '@fanfare/rules';
import type { ComposerAccount } from './composer-accounts.ts';
import { asUploaded, findConverted, findNotUploaded, findRefused, ON_ITS_WAY, readHere } from './files/judge-files.ts';
import type { KnownFiles } from './files/known-file.ts';
import { type Form, isLocal, type TargetForm } from './form.ts';
import { maxTextLength, rulesOf, textLength } from './network-rules.ts';
import { shownOptions } from './shown-options.ts';
import { toRequest } from './to-request.ts';

/** Something that the post must not be sent with. */
export type ComposerProblem = {
  /** Name of the rule; null for what holds without one, such as a missing account. */
  readonly rule: string | null;
  readonly message: string;
  /** In the words of the request: `platforms[0].mediaItems[1].altText`. */
  readonly path: string;
  readonly accountId: string | null;
};

type ThreadPost = NonNullable<TargetRequest['thread']>[number];

/** One post of a chain; most targets have this one alone. */
export type ComposedPost = {
  readonly content: string;
  readonly media: readonly MediaItem[];
  /** The length of its text; null where only the server knows the rules of the network. */
  readonly count: TextCount | null;
};

export type TextCount = { readonly actual: number; readonly max: number; readonly countedAs: string };

/** One target as the rules see it. */
export type ComposedTarget = {
  readonly target: TargetForm;
  readonly draft: Draft;
  readonly posts: readonly ComposedPost[];
  readonly options: TargetOptions;
  /** Sentences about fields without effect here, and about what costs more. */
  readonly warnings: readonly string[];
  /**
   * Units of its posts and of its comments; null where only the server knows the rules of the
   * network.
   */
  readonly units: { readonly posts: number; readonly comments: number } | null;
  readonly linkCard: string | null;
};

export type Judged = {
  readonly problems: readonly ComposerProblem[];
  /** Files that networks get in another form. */
  readonly conversions: readonly ComposerProblem[];
  readonly targets: readonly ComposedTarget[];
  readonly units: number;
};

const NO_ACCOUNT: ComposerProblem = {
  rule: null,
  message: 'Choose at least one account.',
  path: 'platforms',
  accountId: null,
};

/** Judges the form by the rules of the server. Addresses and time are judged when it is sent. */
export function judgeForm(form: Form, files: KnownFiles, accounts: readonly ComposerAccount[]): Judged {
  const accountOf = (id: string) => accounts.find((account) => account.id === id);
  const known = form.targets.filter(({ platform }) => rulesOf(platform));
  const parsed = CreatePostBodySchema.safeParse(toRequest(asUploaded(form), accounts));
  const shape = parsed.success
    ? []
    : toFieldErrors(parsed.error, CreatePostBodySchema).map(
        ({ path, message }): ComposerProblem => ({
          rule: null,
          message,
          path,
          accountId: form.targets[Number(/^platforms\[(\d+)\]/.exec(path)?.[1])]?.accountId ?? null,
        }),
      );
  if (form.targets.length === 0) return { problems: [NO_ACCOUNT], conversions: [], targets: [], units: 0 };
  // Judged without the others, a target keeps its position in the request of all.
  const positions = form.targets.flatMap((target, i) => (known.includes(target) ? [i] : []));
  const request = toRequest(form, accounts);
  const { content, mediaItems } = request;
  const judged = judgePost(
    {
      accounts: new Map(
        known.map(({ accountId, platform }) => {
          const { platformUserId, hub = null, subscription = null } = accountOf(accountId) ?? {};
          return [accountId, { platform, hub, subscription, ...(platformUserId !== undefined && { platformUserId }) }];
        }),
      ),
      rulesOf,
      hosted: readHere(files),
      isHostAllowed: () => true,
      now: new Date(0),
    },
    {
      content,
      mediaItems: readable(mediaItems),
      platforms: positions.map((i) => readableTarget(request.platforms[i]!)),
    },
  );
  if (!judged.ok) throw new Error(judged.refusal.message);
  const { post } = judged;
  const converted = new Set(
    post.targets.flatMap(({ conversions }, i) => conversions.map(({ path }) => `platforms[${i}].${path}`)),
  );
  const pathHere = (path: string): string =>
    path.replace(/^platforms\[(\d+)\]/, (_, i: string) => `platforms[${positions[Number(i)]}]`);
  return {
    problems: [
      ...shape,
      ...findNotUploaded(form, files),
      ...findRefused(form, files),
      ...post.violations.map(({ rule, message, path, accountId }) => ({
        rule,
        message,
        path: pathHere(path),
        accountId,
      })),
    ],
    conversions: [
      ...findConverted(form, files),
      ...post.targets.flatMap(({ request: { accountId }, conversions }, i) =>
        conversions.flatMap(({ path: item }) => {
          const path = `platforms[${i}].${item}`;
          const found = post.warnings.find((warning) => warning.path === path);
          return found ? [{ rule: 'conversion', message: found.message, path: pathHere(path), accountId }] : [];
        }),
      ),
    ],
    targets: form.targets.map((target, i) => {
      const found = post.targets[positions.indexOf(i)];
      const limits = rulesOf(target.platform)?.limits;
      const subscription = accountOf(target.accountId)?.subscription ?? null;
      const toPost = (text: string, media: readonly MediaItem[]): ComposedPost => ({
        ...{ content: text, media },
        count: limits
          ? {
              actual: textLength(text, limits),
              max: maxTextLength(limits, target.platform, subscription),
              countedAs: limits.text.countedAs,
            }
          : null,
      });
      const asked = request.platforms[i]!;
      const draft = found?.draft ?? toDraft({ content, mediaItems }, asked);
      const options = shownOptions(askedOptions(asked), rulesOf(target.platform));
      const position = positions.indexOf(i);
      return {
        target,
        draft,
        posts: asked.thread
          ? asked.thread.map((one) => toPost(one.content, one.mediaItems ?? []))
          : [toPost(draft.content, draft.media)],
        options,
        warnings: post.warnings
          .filter(({ path }) => path.startsWith(`platforms[${position}].`) && !converted.has(path))
          .map(({ message }) => message),
        units: found ? unitsOf(found) : null,
        linkCard: found?.linkCard ?? null,
      };
    }),
    units: post.units,
  };
}

function unitsOf({ cost, followUps }: JudgedTarget): { readonly posts: number; readonly comments: number } {
  const of = (kind: FollowUpKind): number =>
    followUps.reduce((sum, one, i) => sum + (one.kind === kind ? (cost.followUps[i] ?? 0) : 0), 0);
  return { posts: cost.publish + of('thread'), comments: cost.comment + of('comment') };
}

/** The rules read addresses; covers that have none yet are found by the shape. */
const readable = (media: readonly MediaItem[]): MediaItem[] =>
  media.map(({ coverUrl, ...item }) => ({
    ...item,
    ...(coverUrl !== undefined && URL.canParse(coverUrl) && { coverUrl }),
  }));

const readableTarget = ({ mediaItems, thread, ...target }: TargetRequest): TargetRequest => ({
  ...withoutUnknown(target),
  ...(mediaItems && { mediaItems: readable(mediaItems) }),
  ...(thread && { thread: thread.map(readablePost) }),
});

/** Files of a chain that are on their way have no public address yet. */
const readablePost = ({ mediaItems = [], ...post }: ThreadPost): ThreadPost => ({
  ...post,
  mediaItems: readable(mediaItems).map((item) => (isLocal(item.url) ? { ...item, url: ON_ITS_WAY } : item)),
});

/** The options of a hub that this page knows: a driver that an installation adds has others. */
function withoutUnknown(target: TargetRequest): TargetRequest {
  const { options = {} } = rulesOf(target.platform) ?? {};
  if (target.platform !== 'hub') return target;
  const unknown = Object.keys(askedOptions(target)).filter((name) => !Object.hasOwn(options, name));
  return Object.fromEntries(Object.entries(target).filter(([name]) => !unknown.includes(name))) as TargetRequest;
}
