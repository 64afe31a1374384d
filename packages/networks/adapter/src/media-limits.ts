/** Bounds of fetching one media file. Sizes in bytes, times in milliseconds. */
export type MediaLimits = {
  readonly imageBytes: number;
  readonly videoBytes: number;
  /** From the first connection to the last byte, redirects included. */
  readonly imageTotalMs: number;
  readonly videoTotalMs: number;
  /** From a request to the end of its answer's headers. */
  readonly headersMs: number;
  /** Every full `rateWindowMs` of a body must bring this many bytes a second. */
  readonly minBytesPerSecond: number;
  readonly rateWindowMs: number;
  readonly redirects: number;
};

export const MEDIA_LIMITS: MediaLimits = {
  imageBytes: 20 * 1024 * 1024,
  videoBytes: 1024 * 1024 * 1024,
  imageTotalMs: 120_000,
  videoTotalMs: 600_000,
  headersMs: 30_000,
  minBytesPerSecond: 32 * 1024,
  rateWindowMs: 10_000,
  redirects: 3,
};
