import type { Platform } from '@fanfare/contract';
import { type Draft, judgeFiles, mediaAddressesOf, nameOfForm } from '@fanfare/rules';
import type { Networks } from '../../config/networks.ts';
import type { Database } from '../../db/database.ts';
import { findMediaByKeys } from '../media.table.ts';
import type { MediaAddresses } from '../media-addresses.ts';
import { findVariants } from './media-variants.table.ts';
import { variantName } from './variant-name.ts';

/** Replaces the addresses of converted files in the draft of one platform. */
export type ToSentDraft = (projectId: string, platform: Platform, draft: Draft) => Promise<Draft>;

type Deps = {
  readonly db: Database;
  readonly addresses: Pick<MediaAddresses, 'keyOf' | 'urlOf'>;
  readonly networks: Pick<Networks, 'rulesOf'>;
};

/**
 * The draft that a network gets. The rules that accepted the post say which files are converted;
 * their variants were made then, so that each run finds the same addresses. A draft without hosted
 * files costs no look-up.
 */
export const createToSentDraft =
  ({ db, addresses, networks }: Deps): ToSentDraft =>
  async (projectId, platform, draft) => {
    const rules = networks.rulesOf(platform);
    if (!rules) return draft;
    const used = mediaAddressesOf({ mediaItems: draft.media, platforms: [{}] });
    const keys = used.flatMap((url) => addresses.keyOf(url) ?? []);
    if (keys.length === 0) return draft;
    const files = await findMediaByKeys(db, projectId, keys);
    const fileAt = (url: string) => files.get(addresses.keyOf(url) ?? '');
    const { conversions } = judgeFiles(draft, rules, (url) => fileAt(url)?.facts ?? null, { offFor: () => null });
    if (conversions.length === 0) return draft;
    const variants = await findVariants(
      db,
      projectId,
      [...files.values()].map(({ id }) => id),
    );
    const sent = new Map(
      conversions.flatMap(({ path, url, form }) => {
        const variant = variants.find(({ mediaId, kind }) => mediaId === fileAt(url)?.id && kind === nameOfForm(form));
        return variant ? [[path, addresses.urlOf({ key: variant.key, filename: variantName(variant) })]] : [];
      }),
    );
    const media = draft.media.map((item, n) => {
      const { url = item.url, coverUrl = item.coverUrl } = {
        url: sent.get(`mediaItems[${n}]`),
        coverUrl: sent.get(`mediaItems[${n}].coverUrl`),
      };
      return { ...item, url, ...(coverUrl !== undefined && { coverUrl }) };
    });
    return { ...draft, media };
  };
