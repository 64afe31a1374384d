import type { MediaFile } from '@fanfare/contract';
import { hostedConversion, safeFilename, showMediaFile } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import { ALL_RULES } from './file-rules.ts';
import { endOf } from './hosted-files.ts';
import type { StoredMedia } from './media-world.ts';

/** A hosted file as callers see it. */
export function toMediaFile(state: Pick<MockState, 'world' | 'baseUrl'>, media: StoredMedia): MediaFile {
  const { key, filename, createdAtMs, upload } = media;
  const endMs = endOf(state, media);
  const shown = {
    ...media,
    createdAt: new Date(createdAtMs),
    expiresAt: endMs === null ? null : new Date(endMs),
    url: `${state.baseUrl}/m/${key}/${safeFilename(filename)}`,
    upload: upload && {
      url: `${state.baseUrl}/uploads/${upload.token}`,
      expiresAt: new Date(upload.expiresAtMs),
    },
  };
  return showMediaFile(
    shown,
    ALL_RULES,
    hostedConversion(() => true),
  );
}
