import { Router } from 'express';

/** RFC 9116, 2.5.5: less than a year, so that nobody trusts an abandoned address. */
const VALID_DAYS = 90;
const DAY_MS = 86_400_000;

/** `/.well-known/security.txt` (RFC 9116): contact for weaknesses; nothing without a contact. */
export function securityTxtRoutes({
  securityContact,
  baseUrl,
  now,
}: {
  readonly securityContact: string | null;
  readonly baseUrl: string;
  readonly now: () => Date;
}): Router {
  const router = Router();
  if (securityContact === null) return router;
  router.get('/.well-known/security.txt', (_req, res) => {
    const expires = new Date(now().getTime() + VALID_DAYS * DAY_MS).toISOString().slice(0, 10);
    const fields = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}T00:00:00Z`,
      `Canonical: ${baseUrl}/.well-known/security.txt`,
      'Preferred-Languages: en',
    ];
    res
      .set('Cache-Control', 'public, max-age=3600')
      .type('text/plain')
      .send(`${fields.join('\n')}\n`);
  });
  return router;
}
