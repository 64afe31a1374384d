import type { HubWriteCall } from '@fanfare/hub';
import { type AcceptedStep, NetworkError, repeatSoon } from '@fanfare/network';
import { checked, type Post, sendPost } from './call-micropub.ts';
import { mediaEndpointOf, readConfig } from './read-config.ts';

/**
 * Deletes the uploads of a failed publish, on servers whose media endpoint deletes files (Indiekit 1.0.0-beta.29, endpoint-media; indieweb/micropub-extensions
 * issue 30; checked 2026-11). Others may delete by themselves what no post uses (W3C Micropub, section 3.6.3, checked 2026-11).
 */
export async function discard(call: HubWriteCall, steps: readonly AcceptedStep[]): Promise<void> {
  const uploads = steps.filter(({ kind }) => kind === 'media').map(({ handle }) => handle);
  if (uploads.length === 0) return;
  const endpoint = mediaEndpointOf(await readConfig(call), call.hub.apiUrl);
  // Without a media endpoint nothing was uploaded: the post names the images of the caller.
  if (endpoint === null) return;
  const failed: unknown[] = [];
  for (const url of uploads) await deleteUpload(call, endpoint, url).catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}

async function deleteUpload(call: HubWriteCall, endpoint: string, url: string): Promise<void> {
  const post: Post = { url: endpoint, body: { form: { action: 'delete', url } }, on: 'read' };
  try {
    await repeatSoon(call, async () => checked(call, post, await sendPost(call, post, 'hidden'), 'hidden'));
  } catch (error) {
    // A server that does not delete files, or has none at this address.
    if (!(error instanceof NetworkError) || error.code !== 'content_rejected') throw error;
  }
}
