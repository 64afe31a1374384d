import { judgeUpload, nameByType, toEventMedia } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import type { StoredMedia } from './media-world.ts';
import { readFacts } from './read-facts.ts';
import { toMediaFile } from './to-media-file.ts';

type Deps = Pick<MockState, 'world' | 'baseUrl' | 'events'>;

/** Reads what a file is, all of whose bytes are here, and writes its event. Runs once a file. */
export function checkMedia(deps: Deps, media: StoredMedia): Promise<void> {
  media.checking ??= check(deps, media);
  return media.checking;
}

async function check(deps: Deps, media: StoredMedia): Promise<void> {
  const { received } = media;
  const size = received.length;
  const facts = await readFacts(received);
  const sha256 = await sha256Of(received);
  const error = judgeUpload({ sha256: media.announcedSha256 }, { sha256, facts });
  const status = error === null ? 'ready' : 'refused';
  const { contentType } = facts;
  const filename = nameByType(media.filename, contentType);
  Object.assign(media, { status, error, facts, sha256, bytes: size, contentType, filename, upload: null });
  if (error !== null) media.received = new Uint8Array(0);
  const type = error === null ? 'media.ready' : 'media.failed';
  deps.events.write(media.projectId, { type, media: toEventMedia(toMediaFile(deps, media)) });
}

/** SHA-256 of bytes in hexadecimal. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
