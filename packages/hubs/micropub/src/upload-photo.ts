import type { HubWriteCall } from '@fanfare/hub';
import { MEDIA_LIMITS, type MediaContentType, repeatSoon, unreadableAnswer } from '@fanfare/network';
import { checked, readLocation, sendPost } from './call-micropub.ts';

const ENDINGS: Readonly<Partial<Record<MediaContentType, string>>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
};
const IMAGE_TYPES: readonly MediaContentType[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

const UPLOAD_TIMEOUT_MS = 120_000;

type Photo = { readonly url: string; readonly mediaIndex: number; readonly slug: string };

/** Uploads one image to the media endpoint and returns its address (W3C Micropub, section 3.6, checked 2026-11). */
export function uploadPhoto(call: HubWriteCall, endpoint: string, { url, mediaIndex, slug }: Photo): Promise<string> {
  return repeatSoon(call, async () => {
    const file = await call.media.open({ url, accept: IMAGE_TYPES, maxBytes: MEDIA_LIMITS.imageBytes, mediaIndex });
    const { contentType, size } = file;
    const filename = `${slug}.${ENDINGS[contentType] ?? 'bin'}`;
    const multipart = [{ name: 'file', filename, contentType, bytes: await file.slice(0, size) }];
    const post = {
      url: endpoint,
      body: { multipart },
      on: 'media',
      mediaIndex,
      timeoutMs: UPLOAD_TIMEOUT_MS,
    } as const;
    const answer = checked(call, post, await sendPost(call, post, 'hidden'), 'hidden');
    const location = readLocation(answer, endpoint);
    // A page with the status 200 may hold anything; Micro.blog says 202 (help.micro.blog/t/96, checked 2026-11).
    if (location === null || ![201, 202].includes(answer.status))
      throw unreadableAnswer('The hub', 'an upload', answer.status);
    return location;
  });
}
