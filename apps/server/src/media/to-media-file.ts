import type { MediaFile } from '@fanfare/contract';
import { type HostedFile, showMediaFile } from '@fanfare/rules';
import type { Networks } from '../config/networks.ts';
import { toPublicId } from '../process/ids.ts';
import type { MediaAddresses } from './media-addresses.ts';
import type { MediaWithEnd } from './media.table.ts';

type Deps = { readonly addresses: MediaAddresses; readonly networks: Pick<Networks, 'allRules'> };

/** A file as callers see it. */
export const toMediaFile = ({ addresses, networks }: Deps, row: MediaWithEnd): MediaFile => {
  const file: HostedFile = {
    ...row,
    id: toPublicId('med', row.id),
    url: addresses.urlOf(row),
    upload: row.uploadExpiresAt && { url: addresses.uploadOf(row.key).url, expiresAt: row.uploadExpiresAt },
  };
  return showMediaFile(file, networks.allRules);
};
