import type { ErrorRow } from '@fanfare/network';

/** The purpose of a call. `delete` is that of a post, `upload` that to a pre-signed address. */
export type Purpose = 'api' | 'comment' | 'delete' | 'metrics' | 'upload' | 'token';

export type LinkedinErrorRow = ErrorRow<Purpose>;

/** Calls of the API with an account's token. */
export const API_CALLS: readonly Purpose[] = ['api', 'comment', 'delete', 'metrics'];
