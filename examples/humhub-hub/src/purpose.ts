import type { ErrorRow } from '@fanfare/network';

/** What a call is for: connecting, reading, a hidden post, an image, or making the post public. */
export type Purpose = 'connect' | 'read' | 'draft' | 'media' | 'publish';

export type HumhubErrorRow = ErrorRow<Purpose>;
