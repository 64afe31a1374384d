import type { ErrorRow } from '@fanfare/network';

/** What a call to WordPress is for: finding out who the user is, reading, uploading an image, making a draft, or publishing it. */
export type Purpose = 'connect' | 'read' | 'media' | 'draft' | 'publish';

export type WordpressErrorRow = ErrorRow<Purpose>;
