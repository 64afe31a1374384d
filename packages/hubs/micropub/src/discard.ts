import { deleteEach, type HubWriteCall } from '@fanfare/hub';
import { type AcceptedStep, NetworkError, repeatSoon } from '@fanfare/network';
import { calls } from './call-micropub.ts';
import { mediaEndpointOf, readConfig } from './read-config.ts';

/**
 * Deletes the uploads of a failed publish, on servers whose media endpoint deletes files (Indiekit
 * 1.0.0-beta.29, endpoint-media; indieweb/micropub-extensions issue 30; checked 2026-11). Others
 * may delete by themselves what no post uses (W3C Micropub, section 3.6.3, checked 2026-11).
 */
export async function discard(call: HubWriteCall, steps: readonly AcceptedStep[]): Promise<void> {
  const uploads = steps.filter(({ kind }) => kind === 'media').map(({ handle }) => handle);
  if (uploads.length === 0) return;
  const endpoint = mediaEndpointOf(await readConfig(call), call.hub.apiUrl);
  // Without a media endpoint nothing was uploaded: the post names the images of the caller.
  if (endpoint === null) return;
  await deleteEach(uploads, (url) => deleteUpload(call, endpoint, url));
}

async function deleteUpload(call: HubWriteCall, endpoint: string, url: string): Promise<void> {
  const request = { url: endpoint, body: { form: { action: 'delete', url } }, on: 'read' } as const;
  try {
    await repeatSoon(call, () => calls.change(call, request));
  } catch (error) {
    // A server that does not delete files, or has none at this address.
    if (!(error instanceof NetworkError) || error.code !== 'content_rejected') throw error;
  }
}
