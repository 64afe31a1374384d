import type { MediaFileStatus } from '@fanfare/contract';
import type { MediaFacts } from '@fanfare/media-file';

/** A hosted file with its bytes. */
export type StoredMedia = {
  readonly id: string;
  readonly projectId: string;
  /** Place in the order of creation. */
  readonly position: number;
  /** The secret part of its address. */
  readonly key: string;
  filename: string;
  readonly announcedSha256: string | null;
  /** Null where the request had none. */
  readonly idempotencyKey: string | null;
  /** The request as canonical JSON. */
  readonly request: string;
  readonly createdAtMs: number;
  contentType: string;
  bytes: number;
  status: MediaFileStatus;
  /** Null once it is checked. */
  upload: { readonly token: string; readonly expiresAtMs: number } | null;
  /** The bytes that have come so far. */
  received: Uint8Array<ArrayBuffer>;
  sha256: string | null;
  facts: MediaFacts | null;
  error: string | null;
  /** The check that runs, so that a second call waits for it. */
  checking: Promise<void> | null;
};
