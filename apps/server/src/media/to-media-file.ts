import type { EventMedia, MediaFile } from '@fanfare/contract';
import { type HostedFile, showMediaFile, toEventMedia as toFactsOfEvent } from '@fanfare/rules';
import type { Networks } from '../config/networks.ts';
import { toPublicId } from '../process/ids.ts';
import type { ImageConverter } from './conversion/image-converter.ts';
import type { MediaWithEnd } from './media.table.ts';
import type { MediaAddresses } from './media-addresses.ts';
import type { MediaStore } from './stores/media-store.ts';

export type ShowMediaDeps = {
  readonly addresses: MediaAddresses;
  readonly networks: Pick<Networks, 'platforms' | 'rulesOf'>;
  readonly converter: Pick<ImageConverter, 'offFor'>;
};
type Upload = HostedFile['upload'];

const rulesIn = ({ platforms, rulesOf }: ShowMediaDeps['networks']) =>
  [...platforms, 'hub' as const].flatMap((platform) => rulesOf(platform) ?? []);

const show = ({ addresses, networks, converter }: ShowMediaDeps, row: MediaWithEnd, upload: Upload): MediaFile =>
  showMediaFile({ ...row, id: toPublicId('med', row.id), url: addresses.urlOf(row), upload }, rulesIn(networks), {
    offFor: (_url, form) => converter.offFor(form),
  });

/** A file as callers see it. */
export async function toMediaFile(
  deps: ShowMediaDeps & { readonly store: Pick<MediaStore, 'uploadTo'> },
  row: MediaWithEnd,
): Promise<MediaFile> {
  const { uploadExpiresAt } = row;
  if (uploadExpiresAt === null) return show(deps, row, null);
  const own = { url: deps.addresses.uploadOf(row.key).url };
  const upload = (await deps.store.uploadTo({ ...row, uploadExpiresAt })) ?? own;
  return show(deps, row, { ...upload, expiresAt: uploadExpiresAt });
}

/** A file as events have it, without addresses. */
export const toEventMedia = (deps: ShowMediaDeps, row: MediaWithEnd): EventMedia =>
  toFactsOfEvent(show(deps, row, null));
