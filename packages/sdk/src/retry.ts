/** Whether the error is temporary, so that a retry can succeed. */
export function isPassing(status: number, code: string): boolean {
  if (status === 429) return code !== 'quota_exceeded';
  return status === 408 || status === 425 || (status >= 500 && status !== 501);
}

/**
 * `Retry-After` in milliseconds, from seconds or from a date; a date counts from the server’s
 * `Date`, because its clock may differ from ours. Null when it is absent or neither.
 */
export function readRetryAfter(headers: Headers, nowMs: number): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // `Date.parse` makes a year of "-5".
  const at = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  const sentAt = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(at) ? null : Math.max(0, at - (Number.isNaN(sentAt) ? nowMs : sentAt));
}

/** The wait after failed attempts: 0.5 s, doubled up to 8 s, minus a random half at most. */
export function backoffMs(failed: number, random: number): number {
  return Math.min(8000, 500 * 2 ** (failed - 1)) * (1 - random / 2);
}
