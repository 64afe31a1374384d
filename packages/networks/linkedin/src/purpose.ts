import type { ErrorRow } from '@fanfare/network';

/** What a call to LinkedIn is for: commenting, reading counts, any other call of the API, a pre-signed upload address, or the OAuth token endpoint. */
export type Purpose = 'api' | 'comment' | 'metrics' | 'upload' | 'token';

export type LinkedinErrorRow = ErrorRow<Purpose>;

/** Calls of the API with an account's token. */
export const API_CALLS: readonly Purpose[] = ['api', 'comment', 'metrics'];
