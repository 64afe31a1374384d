/** `1 December`, in the reader's own language. */
export const shortDate = (iso: string): string =>
  new Date(iso).toLocaleDateString(undefined, { day: 'numeric', month: 'long' });

/** `20 Nov, 09:30`, in the reader's own language and time zone. */
export const shortTime = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
