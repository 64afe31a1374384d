import type { ErrorRow } from '@fanfare/network';

/** The purpose of a call to X. `delete` is that of a post. */
export type Purpose = 'post' | 'media' | 'repost' | 'delete' | 'metrics' | 'read' | 'token';

export type XErrorRow = ErrorRow<Purpose>;
