import { CreatePostBodySchema, type MediaItem, type TargetRequest, toFieldErrors } from '@fanfare/contract';
import { type Draft, judgePost, type TargetCost, toDraft } from '@fanfare/rules';
import { asUploaded, findConverted, findNotUploaded, findRefused, readHere } from './files/judge-files.ts';
import type { KnownFiles } from './files/known-file.ts';
import type { Form, TargetForm } from './form.ts';
import { rulesOf, textLength } from './network-rules.ts';
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

/** One target as the rules see it. */
export type ComposedTarget = {
  readonly target: TargetForm;
  readonly draft: Draft;
  /** Null where only the server knows the rules of the network. */
  readonly cost: TargetCost | null;
  readonly count: { readonly actual: number; readonly max: number; readonly countedAs: string } | null;
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
export function judgeForm(form: Form, files: KnownFiles): Judged {
  const known = form.targets.filter(({ platform }) => rulesOf(platform));
  const parsed = CreatePostBodySchema.safeParse(toRequest(asUploaded(form)));
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
  const request = toRequest(form);
  const { content, mediaItems } = request;
  const judged = judgePost(
    {
      accounts: new Map(known.map(({ accountId, platform }) => [accountId, { platform }])),
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
      const draft = found?.draft ?? toDraft({ content, mediaItems }, request.platforms[i]!);
      return {
        target,
        draft,
        cost: found?.cost ?? null,
        count: limits
          ? { actual: textLength(draft.content, limits), max: limits.text.max, countedAs: limits.text.countedAs }
          : null,
        linkCard: found?.linkCard ?? null,
      };
    }),
    units: post.units,
  };
}

/** The rules read addresses; covers that have none yet are found by the shape. */
const readable = (media: readonly MediaItem[]): MediaItem[] =>
  media.map(({ coverUrl, ...item }) => ({
    ...item,
    ...(coverUrl !== undefined && URL.canParse(coverUrl) && { coverUrl }),
  }));

const readableTarget = ({ mediaItems, ...target }: TargetRequest): TargetRequest => ({
  ...target,
  ...(mediaItems && { mediaItems: readable(mediaItems) }),
});
