import type { Request } from 'express';

/** The value of a cookie of ours, 43 characters of base64url; null when the browser sent none or something else. */
export function readCookie(req: Request, name: string): string | null {
  const pairs = (req.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  const value = pairs.find(([key]) => key === name)?.[1];
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
}
