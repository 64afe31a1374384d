import type { EventMedia, MediaFile, MediaFileFacts, MediaFileStatus } from '@fanfare/contract';
import type { MediaFacts } from '@fanfare/media-file';
import type { ContentRules } from './content-rules.ts';
import type { Conversion } from './judge-files.ts';
import { problemsOf } from './problems-of.ts';

/** The stored values of a hosted file, with its addresses. */
export type HostedFile = {
  readonly id: string;
  readonly status: MediaFileStatus;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string | null;
  /** Null until the bytes are checked. */
  readonly facts: MediaFacts | null;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly url: string;
  /** Null unless bytes may come. */
  readonly upload: {
    readonly url: string;
    /** Headers that it needs beside `Content-Type`. */
    readonly headers?: Readonly<Record<string, string>>;
    readonly expiresAt: Date;
  } | null;
};

/** A hosted file as callers see it. `rules` are those of each platform of the installation. */
export function showMediaFile(file: HostedFile, rules: readonly ContentRules[], conversion: Conversion): MediaFile {
  const { id, status, filename, contentType, bytes, sha256, facts, error, createdAt, expiresAt, url, upload } = file;
  return {
    ...{ id, status, filename, contentType, bytes },
    facts: facts && showFacts(facts),
    problems: facts && status === 'ready' ? [...problemsOf(facts, rules, conversion)] : [],
    error,
    createdAt: createdAt.toISOString(),
    sha256,
    url,
    uploadUrl: upload?.url ?? null,
    uploadHeaders: upload && { 'Content-Type': contentType, ...upload.headers },
    uploadExpiresAt: upload?.expiresAt.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

/** A hosted file as events have it: without addresses, which are secrets. */
export const toEventMedia = ({
  id,
  status,
  filename,
  contentType,
  bytes,
  facts,
  problems,
  error,
  createdAt,
}: MediaFile): EventMedia => ({
  ...{ id, status, filename, contentType, bytes, facts, problems, error, createdAt },
});

function showFacts(facts: MediaFacts): MediaFileFacts {
  const image = facts.type === 'image' ? facts : null;
  const video = facts.type === 'video' ? facts : null;
  const document = facts.type === 'document' ? facts : null;
  return {
    type: facts.type,
    width: (image ?? video)?.width ?? null,
    height: (image ?? video)?.height ?? null,
    orientation: image?.orientation ?? null,
    frames: image?.frames ?? null,
    pages: document?.pages ?? null,
    durationMs: video?.durationMs ?? null,
    framesPerSecond: video?.framesPerSecond ?? null,
    videoCodec: video?.videoCodec ?? null,
    audioCodec: video?.audioCodec ?? null,
  };
}

/**
 * Judges the bytes of a file: the sentence that says why they are refused, null when posts can use
 * it. The announced type is not judged: the bytes tell it.
 */
export function judgeUpload(
  announced: { readonly sha256: string | null },
  found: { readonly sha256: string; readonly facts: MediaFacts },
): string | null {
  const { facts } = found;
  if (announced.sha256 !== null && announced.sha256 !== found.sha256)
    return `The SHA-256 of the bytes is ${found.sha256}, not the announced one: the file changed on its way. Announce it again.`;
  if (facts.type === 'other')
    return `The bytes are no image, video or document that can be read (${facts.contentType}). Export the file again, for example as JPEG, MP4 or PDF.`;
  if (facts.isCut) return 'The file ends before its content does: it was cut off. Export or upload it again, whole.';
  return null;
}
