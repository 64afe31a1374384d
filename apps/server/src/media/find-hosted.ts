import {
  type Conversion,
  type ConvertedUse,
  type FileForm,
  type HostedFiles,
  hostedConversion,
  mediaAddressesOf,
  NO_HOSTED_FILES,
  nameOfForm,
  type PostRequest,
} from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import type { ImageConverter } from './conversion/image-converter.ts';
import type { MediaVariant } from './conversion/media-variants.table.ts';
import { findMediaByKeys, type MediaRow } from './media.table.ts';
import type { MediaAddresses } from './media-addresses.ts';
import { useMedia } from './media-uses.table.ts';
import { overStore } from './store-refusal.ts';

/** The hosted files that a post names. */
export type NamedFiles = HostedFiles & {
  /** Keeps them until this post has settled. False when one of them was deleted meanwhile. */
  readonly keepFor: (postId: string) => Promise<boolean>;
  /** Makes the files that networks get instead. Returns the files with what they became. */
  readonly convert: (uses: readonly ConvertedUse[]) => Promise<NamedFiles>;
};

/** Finds the hosted files of a project that a post names. Asks nothing where it names none. */
export type FindHosted = (
  projectId: string,
  post: Pick<PostRequest, 'mediaItems' | 'platforms'>,
) => Promise<NamedFiles>;

/** For a post that names none. */
export const NOTHING_NAMED: NamedFiles = {
  ...NO_HOSTED_FILES,
  keepFor: async () => true,
  convert: async () => NOTHING_NAMED,
};

type Deps = {
  readonly db: Database;
  readonly addresses: Pick<MediaAddresses, 'keyOf'>;
  readonly converter: Pick<ImageConverter, 'offFor'>;
  readonly makeVariant: (file: MediaRow, form: FileForm) => Promise<MediaVariant | null>;
};

export const createFindHosted = ({ db, addresses, converter, makeVariant }: Deps): FindHosted => {
  const isHosted = (url: string) => addresses.keyOf(url) !== null;
  const { offFor } = hostedConversion(isHosted);
  const conversion: Conversion = {
    offFor: (url, form) => offFor(url, form) ?? converter.offFor(form),
  };
  return async (projectId, post) => {
    const keys = mediaAddressesOf(post).flatMap((address) => addresses.keyOf(address) ?? []);
    if (keys.length === 0) return { ...NOTHING_NAMED, conversion };
    const found = await findMediaByKeys(db, projectId, [...new Set(keys)]);
    const fileAt = (url: string) => found.get(addresses.keyOf(url) ?? '');
    const mediaIds = [...found.values()].map(({ id }) => id);
    const named: NamedFiles = {
      isHosted,
      find: fileAt,
      conversion,
      keepFor: async (postId) => (await useMedia(db, { projectId, postId, mediaIds })).size === mediaIds.length,
      async convert(uses) {
        const made = new Map<string, MediaVariant | null>();
        const nameOf = (url: string, form: FileForm) => `${fileAt(url)?.id} ${nameOfForm(form)}`;
        for (const { url, form } of uses) {
          const file = fileAt(url);
          if (!file || made.has(nameOf(url, form))) continue;
          made.set(nameOf(url, form), await overStore(makeVariant(file, form)));
        }
        const madeOf: Conversion['madeOf'] = (url, form) => {
          const name = nameOf(url, form);
          return made.has(name) ? (made.get(name)?.facts ?? null) : undefined;
        };
        return { ...named, conversion: { ...conversion, madeOf } };
      },
    };
    return named;
  };
};
