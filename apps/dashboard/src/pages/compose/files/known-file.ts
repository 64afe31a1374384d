import type { MediaFacts } from '@fanfare/media-file';
import type { MediaProblem } from '@fanfare/sdk';

/** A picture or video as the page knows it, beside its address. */
export type KnownFile = {
  readonly name: string;
  /** Its facts, read from its bytes in this page; null for a file that was uploaded earlier. */
  readonly facts: MediaFacts | null;
  /** Rules of platforms that it breaks, as the server found them. */
  readonly problems: readonly MediaProblem[];
};

/** Files by their address. */
export type KnownFiles = ReadonlyMap<string, KnownFile>;

/** Name at the end of the address of a hosted file; null for any other address. */
export const hostedName = (url: string): string | null => /\/m\/[0-9a-f]{32}\/([^/?#]+)$/.exec(url)?.[1] ?? null;
