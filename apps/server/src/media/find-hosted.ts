import { type HostedFiles, mediaAddressesOf, NO_HOSTED_FILES, type PostRequest } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import { findMediaByKeys } from './media.table.ts';
import type { MediaAddresses } from './media-addresses.ts';
import { useMedia } from './media-uses.table.ts';

/** The hosted files that a post names. */
export type NamedFiles = HostedFiles & {
  /** Keeps them until this post has settled. False when one of them was deleted meanwhile. */
  readonly keepFor: (postId: string) => Promise<boolean>;
};

/** Finds the hosted files of a project that a post names. Asks nothing where it names none. */
export type FindHosted = (
  projectId: string,
  post: Pick<PostRequest, 'mediaItems' | 'platforms'>,
) => Promise<NamedFiles>;

/** For a post that names none. */
export const NOTHING_NAMED: NamedFiles = { ...NO_HOSTED_FILES, keepFor: async () => true };

type Deps = { readonly db: Database; readonly addresses: Pick<MediaAddresses, 'keyOf'> };

export const createFindHosted =
  ({ db, addresses }: Deps): FindHosted =>
  async (projectId, post) => {
    const keys = mediaAddressesOf(post).flatMap((address) => addresses.keyOf(address) ?? []);
    if (keys.length === 0) return NOTHING_NAMED;
    const found = await findMediaByKeys(db, projectId, [...new Set(keys)]);
    const mediaIds = [...found.values()].map(({ id }) => id);
    return {
      isHosted: (url) => addresses.keyOf(url) !== null,
      find: (url) => found.get(addresses.keyOf(url) ?? ''),
      keepFor: async (postId) => (await useMedia(db, { projectId, postId, mediaIds })).size === mediaIds.length,
    };
  };
