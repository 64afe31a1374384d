import type { ErrorRow } from '@fanfare/network';

/** The purpose of a call: comment, counts, API, pre-signed upload, or the token endpoint. */
export type Purpose = 'api' | 'comment' | 'metrics' | 'upload' | 'token';

export type LinkedinErrorRow = ErrorRow<Purpose>;

/** Calls of the API with an account's token. */
export const API_CALLS: readonly Purpose[] = ['api', 'comment', 'metrics'];
