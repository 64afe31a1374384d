import type { Platform } from '@fanfare/contract';
import { type Draft, judgeFiles, mediaAddressesOf, nameOfForm } from '@fanfare/rules';
import type { Networks } from '../../config/networks.ts';
import type { Database } from '../../db/database.ts';
import { findMediaByKeys } from '../media.table.ts';
import type { MediaAddresses } from '../media-addresses.ts';
import { findVariants } from './media-variants.table.ts';
import { variantName } from './variant-name.ts';

/** Replaces addresses of converted files, and of another cell, in the draft of one platform. */
export type ToSentDraft = (projectId: string, platform: Platform, draft: Draft) => Promise<Draft>;

type Deps = {
  readonly db: Database;
  readonly addresses: Pick<MediaAddresses, 'keyOf' | 'urlOf' | 'isOfOtherCell'>;
  readonly networks: Pick<Networks, 'rulesOf'>;
};

/**
 * The draft that a network gets. The rules that accepted the post say which files are converted;
 * their variants were made then, so that each run finds the same addresses. A post that moved here
 * has addresses with the label of its first cell, which networks would fetch there. A draft without
 * hosted files costs no look-up.
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
    const movedUrl = (url: string): string | undefined => {
      const file = addresses.isOfOtherCell(url) ? fileAt(url) : undefined;
      return file && addresses.urlOf(file);
    };
    if (conversions.length === 0 && !used.some((url) => movedUrl(url))) return draft;
    const mediaIds = [...files.values()].map(({ id }) => id);
    const variants = conversions.length === 0 ? [] : await findVariants(db, projectId, mediaIds);
    const sent = new Map(
      conversions.flatMap(({ path, url, form }) => {
        const variant = variants.find(({ mediaId, kind }) => mediaId === fileAt(url)?.id && kind === nameOfForm(form));
        return variant ? [[path, addresses.urlOf({ key: variant.key, filename: variantName(variant) })]] : [];
      }),
    );
    const sentUrl = (path: string, url: string): string => sent.get(path) ?? movedUrl(url) ?? url;
    const media = draft.media.map(({ url, coverUrl, ...item }, n) => ({
      ...item,
      url: sentUrl(`mediaItems[${n}]`, url),
      ...(coverUrl !== undefined && { coverUrl: sentUrl(`mediaItems[${n}].coverUrl`, coverUrl) }),
    }));
    return { ...draft, media };
  };
