import type { SensitiveMedia } from '@fanfare/contract';
import { type Call, type Json, NetworkError } from '@fanfare/network';
import { type ApiDeps, callUpload } from './call-x.ts';

export type DescribedMedia = {
  readonly mediaId: string;
  readonly altText: string | null;
  readonly sensitive: readonly SensitiveMedia[];
  readonly mediaIndex: number;
};

/**
 * Gives media their alternative text, of at most 1,000 characters, and their warnings, in one call
 * that X charges (X API, media metadata, checked 2026-11). Returns the refusal, null when X took
 * both. A token that X refuses is thrown: it has to be renewed first.
 */
export async function describeMedia(
  call: Call,
  config: ApiDeps,
  { mediaId, altText, sensitive, mediaIndex }: DescribedMedia,
): Promise<NetworkError | null> {
  const metadata: Json = {
    ...(altText !== null && { alt_text: { text: altText } }),
    ...(sensitive.length > 0 && {
      sensitive_media_warning: Object.fromEntries(sensitive.map((name) => [name, true])),
    }),
  };
  try {
    await callUpload(call, config, call.credential.accessToken, {
      path: '/2/media/metadata',
      body: { json: { id: mediaId, metadata } },
      mediaIndex,
    });
    return null;
  } catch (error) {
    call.signal.throwIfAborted();
    if (!(error instanceof NetworkError) || error.code === 'credential_rejected') throw error;
    return error;
  }
}
