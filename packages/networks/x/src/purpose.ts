import type { ErrorRow } from '@fanfare/network';

/** The purpose of a call to X: post, media, repost, counts, other reads, or the token endpoint. */
export type Purpose = 'post' | 'media' | 'repost' | 'metrics' | 'read' | 'token';

export type XErrorRow = ErrorRow<Purpose>;
