import { type HubWriteCall, openImage } from '@fanfare/hub';
import { repeatSoon, unreadableAnswer } from '@fanfare/network';
import { calls, readAddress } from './call-micropub.ts';

type Photo = { readonly url: string; readonly mediaIndex: number; readonly slug: string };

/** Uploads an image, returns its address (W3C Micropub, section 3.6, checked 2026-11). */
export function uploadPhoto(call: HubWriteCall, endpoint: string, { url, mediaIndex, slug }: Photo): Promise<string> {
  return repeatSoon(call, async () => {
    const { file, filename } = await openImage(call, { url, mediaIndex, name: slug });
    const { contentType, size } = file;
    const answer = await file.withPart(0, size, (bytes) => {
      const multipart = [{ name: 'file', filename, contentType, bytes }];
      return calls.change(call, { url: endpoint, body: { multipart }, on: 'media', mediaIndex });
    });
    // Micro.blog says 202 (help.micro.blog/t/96, checked 2026-11); a 200 counts with a Location
    // alone, as any page may be JSON.
    const address = readAddress(answer, endpoint, [call.hub.apiUrl, call.hub.url]);
    const isMade = [201, 202].includes(answer.status) || answer.headers.location !== undefined;
    if (address === null || !isMade) throw unreadableAnswer('The hub', 'an upload', answer.status);
    return address;
  });
}
