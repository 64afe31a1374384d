import type { Response } from 'express';

/** Refuses in the envelope of login endpoints (Meta, business login, 2026-03). */
export function sendOAuthFailure(res: Response, message: string): void {
  res.status(400).json({ error_type: 'OAuthException', code: 400, error_message: message });
}
