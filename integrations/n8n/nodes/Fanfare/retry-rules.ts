/** Whether the error is temporary, so that a retry can succeed. */
export function isPassing(status: number, code: string): boolean {
  if (status === 429) return code !== 'quota_exceeded';
  return status === 408 || status === 425 || (status >= 500 && status !== 501);
}

/** `Retry-After` in milliseconds; without it 0.5 s, doubled after each failed attempt. */
export function retryAfterMs(headers: Readonly<Record<string, unknown>>, failed: number): number {
  const value = String(headers['retry-after'] ?? '').trim();
  return /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Math.min(8000, 500 * 2 ** (failed - 1));
}
