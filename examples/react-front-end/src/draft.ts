import type { Account, CreatePostRequest, Post } from '@fanfare/sdk';

/** The fields of the composer. */
export type Draft = {
  readonly content: string;
  readonly imageUrl: string;
  readonly altText: string;
  /** Chosen accounts; null before any choice, which means all that can publish. */
  readonly accountIds: readonly string[] | null;
  /** In the format of `<input type="datetime-local">`, in the reader's time zone; empty for now. */
  readonly publishAt: string;
};

export const EMPTY_DRAFT: Draft = { content: '', imageUrl: '', altText: '', accountIds: null, publishAt: '' };

export function chosenAccounts({ accountIds }: Draft, accounts: readonly Account[]): readonly Account[] {
  return accounts.filter(({ id, status }) => status === 'active' && (accountIds === null || accountIds.includes(id)));
}

/** The request of a draft; null while it has no content or no account. */
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
