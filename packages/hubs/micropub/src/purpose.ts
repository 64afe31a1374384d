import type { ErrorRow } from '@fanfare/network';

/** What a call to a Micropub server is for: connecting, reading, uploading an image, or creating the post. */
export type Purpose = 'connect' | 'read' | 'media' | 'create';

export type MicropubErrorRow = ErrorRow<Purpose>;
