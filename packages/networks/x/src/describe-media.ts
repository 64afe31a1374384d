import { type Call, NetworkError } from '@fanfare/network';
import { type ApiDeps, callUpload } from './call-x.ts';

/**
 * Gives an image or GIF its alternative text (X API, media metadata, at most 1,000 characters,
 * checked 2026-08). Best effort: a description X refuses must not keep the post from going out.
 * Returns the refusal, null when X took it. A token that X refuses is thrown: it has to be renewed
 * first.
 */
export async function describeMedia(
  call: Call,
  config: ApiDeps,
  media: { readonly mediaId: string; readonly altText: string; readonly mediaIndex: number },
): Promise<NetworkError | null> {
  const json = { id: media.mediaId, metadata: { alt_text: { text: media.altText } } };
  try {
    await callUpload(call, config, call.credential.accessToken, {
      path: '/2/media/metadata',
      body: { json },
      mediaIndex: media.mediaIndex,
    });
    return null;
  } catch (error) {
    call.signal.throwIfAborted();
    if (!(error instanceof NetworkError) || error.code === 'credential_rejected') throw error;
    return error;
  }
}
