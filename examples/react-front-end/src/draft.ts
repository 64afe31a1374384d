import type { Account, CreatePostRequest, Post } from '@fanfare/sdk';

/** What stands in the composer. */
export type Draft = {
  readonly content: string;
  readonly imageUrl: string;
  readonly altText: string;
  /** Chosen accounts; null while nobody has chosen, which means all that can publish. */
  readonly accountIds: readonly string[] | null;
  /** As `<input type="datetime-local">` has it, in the reader's time zone; empty for now. */
  readonly publishAt: string;
};

export const EMPTY_DRAFT: Draft = { content: '', imageUrl: '', altText: '', accountIds: null, publishAt: '' };

export function chosenAccounts({ accountIds }: Draft, accounts: readonly Account[]): readonly Account[] {
  return accounts.filter(({ id, status }) => status === 'active' && (accountIds === null || accountIds.includes(id)));
}

/** The request a draft stands for; null while it has no content or no account. */
export function toRequest(draft: Draft, accounts: readonly Account[]): CreatePostRequest | null {
  const { content, imageUrl, altText, publishAt } = draft;
  const chosen = chosenAccounts(draft, accounts);
  if (chosen.length === 0 || (content.trim() === '' && imageUrl === '')) return null;
  return {
    content,
    ...(imageUrl !== '' && { mediaItems: [{ type: 'image', url: imageUrl, ...(altText !== '' && { altText }) }] }),
    platforms: chosen.map(({ id, platform }) => ({ platform, accountId: id })),
    ...(publishAt !== '' && { publishAt: new Date(publishAt) }),
  };
}

/** A draft to change and send to those accounts again. */
export function draftFrom(post: Post, request: CreatePostRequest | null, accountIds: readonly string[]): Draft {
  const altText = request?.mediaItems?.[0]?.altText ?? '';
  return { ...EMPTY_DRAFT, content: post.content, imageUrl: post.media[0]?.url ?? '', altText, accountIds };
}
