/** A message of the process that counts pages. */
export type FromCounter =
  /** Asks for bytes of the file, from `start` to `end` (exclusive). */
  | { readonly type: 'read'; readonly start: number; readonly end: number }
  | { readonly type: 'pages'; readonly pages: number }
  /** `error` is an error of the library that says neither. */
  | { readonly type: 'uncountable'; readonly why: 'encrypted' | 'damaged'; readonly error: string | null };

/** A message to it: the size of the file, then the bytes that it asked for, in order. */
export type ToCounter =
  | { readonly type: 'count'; readonly size: number }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array };
