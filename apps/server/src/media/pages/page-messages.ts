/** What the process that counts pages sends. */
export type FromCounter =
  /** Bytes that it needs, from `start` to `end` (exclusive). */
  | { readonly type: 'read'; readonly start: number; readonly end: number }
  | { readonly type: 'pages'; readonly pages: number }
  /** It cannot count them; `error` is what the library said where it expected none of this. */
  | { readonly type: 'uncountable'; readonly why: 'encrypted' | 'damaged'; readonly error: string | null };

/** What it gets: the size of the file, then the bytes that it needs, in order. */
export type ToCounter =
  | { readonly type: 'count'; readonly size: number }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array };
