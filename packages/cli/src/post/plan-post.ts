import type { PublishContent } from '@fanfare/publish-key';
import type { Account, PlatformCapabilities } from '@fanfare/sdk';
import { CliError } from '../cli-error.ts';
import { readWhen } from '../when/read-when.ts';
import { chooseAccounts } from './choose-accounts.ts';
import { setOptions, type TargetDraft } from './set-options.ts';
import type { WrittenPost } from './written-post.ts';

/** A post whose accounts and time are known. */
export type PlannedPost = {
  /** The request, without its key and with local files as files. */
  readonly content: PublishContent;
  /**
   * The same for the key: words such as "in 2 hours" stay words, so that a repeated command is the
   * same.
   */
  readonly named: PublishContent;
  readonly publishAt: Date | null;
};

type Deps = {
  readonly accounts: readonly Account[];
  /** Reads the options that platforms have; called where a post has options. */
  platforms(): Promise<readonly PlatformCapabilities[]>;
  readonly zone: string;
  readonly now: Date;
  /** Whether the accounts may be chosen later. */
  readonly mayHaveNoTarget?: boolean;
};

/** Finds accounts, options and the time of a post. Throws CliError for what cannot be found. */
export async function planPost(deps: Deps, written: WrittenPost): Promise<PlannedPost> {
  const chosen = chooseAccounts(written.to, deps.accounts);
  const targets = [
    ...written.platforms.map((target) => targetOf(target, deps.accounts)),
    ...chosen.map((account) => ({
      draft: { platform: account.platform, accountId: account.id } as TargetDraft,
      account,
    })),
  ];
  if (targets.length === 0 && !deps.mayHaveNoTarget)
    throw new CliError('Say where to publish: --to x, --to @name, or --to acc_…');
  if (written.firstComment !== undefined) for (const { draft } of targets) draft.firstComment ??= written.firstComment;
  if (written.options.length > 0) setOptions(written.options, targets, await deps.platforms());
  const when = written.at === undefined ? null : readWhen(written.at, deps);
  const content = {
    ...written.rest,
    ...(written.content !== undefined && { content: written.content }),
    ...(written.mediaItems && { mediaItems: written.mediaItems }),
    platforms: targets.map(({ draft }) => draft),
    ...(when && { publishAt: when.at }),
  } as PublishContent;
  const named = when?.words ? { ...content, publishAt: when.words } : content;
  return { content, named, publishAt: when?.at ?? null };
}

/** A target of a file: with `accountId`, or with `to` in its place. */
function targetOf({ to, ...target }: Readonly<Record<string, unknown>>, accounts: readonly Account[]) {
  if (to === undefined) {
    const account = accounts.find(({ id }) => id === target.accountId);
    const draft = { ...(account && { platform: account.platform }), ...target } as TargetDraft;
    return { draft, account: account ?? { platform: draft.platform } };
  }
  const chosen = chooseAccounts([String(to)], accounts);
  const [account] = chosen;
  if (!account || chosen.length > 1) throw new CliError('"to" of a target names one account.');
  return { draft: { ...target, platform: account.platform, accountId: account.id } as TargetDraft, account };
}
