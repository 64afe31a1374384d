import type { ErrorRow } from '@fanfare/network';

/** What a call to X is for: creating the post, uploading for it, reposting, reading counts, other reads, or the OAuth token endpoint. */
export type Purpose = 'post' | 'media' | 'repost' | 'metrics' | 'read' | 'token';

export type XErrorRow = ErrorRow<Purpose>;
