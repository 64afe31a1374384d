import type { EventMedia, MediaFile } from '@fanfare/contract';
import { type HostedFile, NOT_CONVERTED, showMediaFile, toEventMedia as toFactsOfEvent } from '@fanfare/rules';
import type { Networks } from '../config/networks.ts';
import { toPublicId } from '../process/ids.ts';
import type { MediaWithEnd } from './media.table.ts';
import type { MediaAddresses } from './media-addresses.ts';

type Deps = { readonly addresses: MediaAddresses; readonly networks: Pick<Networks, 'platforms' | 'rulesOf'> };

const rulesIn = ({ platforms, rulesOf }: Deps['networks']) =>
  [...platforms, 'hub' as const].flatMap((platform) => rulesOf(platform) ?? []);

const hosted = ({ addresses }: Deps, row: MediaWithEnd): HostedFile => ({
  ...row,
  id: toPublicId('med', row.id),
  url: addresses.urlOf(row),
  upload: row.uploadExpiresAt && { url: addresses.uploadOf(row.key).url, expiresAt: row.uploadExpiresAt },
});

const NOT_YET = { offFor: () => NOT_CONVERTED.notInstalled };

/** A file as callers see it. */
export const toMediaFile = (deps: Deps, row: MediaWithEnd): MediaFile =>
  showMediaFile(hosted(deps, row), rulesIn(deps.networks), NOT_YET);

/** A file as events have it. */
export const toEventMedia = (deps: Deps, row: MediaWithEnd): EventMedia => toFactsOfEvent(toMediaFile(deps, row));
