import express, { type ErrorRequestHandler, Router } from 'express';
import { z } from 'zod';
import { perDay, takeSubject } from '../callers/take-subject.ts';
import type { Database } from '../db/database.ts';
import { clientOf } from '../http/client-of.ts';
import { handled } from '../http/handled.ts';
import { noStore } from '../http/no-store.ts';
import { readBody } from '../http/read-body.ts';
import { type Ids, toPublicId } from '../process/ids.ts';
import { clientName } from './client.ts';
import { countUnapproved, insertClient } from './clients.table.ts';
import { type OAuthError, sendOAuthError } from './oauth-error.ts';
import { readRedirectUri } from './redirect-uri.ts';
import { APP_SCOPES } from './scopes.ts';

export const REGISTER_PATH = '/oauth/register';

/** Registrations of one client address in a day. Hosted apps register once for each person. */
const REGISTRATIONS = perDay('oauth registrations', 100);
/** Clients of the installation that nobody has approved; they end after a day. */
const MOST_UNAPPROVED = 1_000;
const MOST_BYTES = 10 * 1024;

const Registration = z.object({
  client_name: z.unknown(),
  redirect_uris: z.array(z.string()).min(1).max(10),
  grant_types: z.array(z.string()).max(20).optional(),
  response_types: z.array(z.string()).max(20).optional(),
});

type Deps = { readonly db: Database; readonly ids: Ids; readonly now: () => Date };

/** Dynamic registration (RFC 7591), for clients without a metadata document. */
export function registerRoutes(deps: Deps): Router {
  const router = Router();
  const readJson = readBody({
    parse: express.json({ limit: MOST_BYTES, inflate: false, type: 'application/json' }),
    ...{ type: 'application/json', maxBytes: MOST_BYTES },
  });

  router.post(
    REGISTER_PATH,
    noStore,
    readJson,
    handled(async (req, res) => {
      const asked = Registration.safeParse(req.body).data;
      if (!asked) return sendOAuthError(res, invalid('The body must be JSON with one to ten redirect_uris.'));
      if (asked.redirect_uris.some((text) => readRedirectUri(text) === null))
        return sendOAuthError(res, {
          error: 'invalid_redirect_uri',
          description: 'A redirect address is https, http on loopback, or of an app scheme with a full stop.',
        });
      if (asked.grant_types && !asked.grant_types.includes('authorization_code'))
        return sendOAuthError(res, invalid('grant_types must include authorization_code.'));
      if (asked.response_types && !asked.response_types.includes('code'))
        return sendOAuthError(res, invalid('response_types must include code.'));
      const waitSeconds = await takeSubject(deps.db, REGISTRATIONS, clientOf(req.ip ?? ''));
      if (waitSeconds > 0) return sendOAuthError(res, later('Too many registrations from this address.', waitSeconds));
      if ((await countUnapproved(deps.db)) >= MOST_UNAPPROVED)
        return sendOAuthError(res, later('Too many registrations wait to be used.', 3_600));
      const id = deps.ids.uuid();
      const name = clientName(asked.client_name, 'An app without a name');
      await insertClient(deps.db, { id, name, redirectUris: asked.redirect_uris });
      res.status(201).json({
        client_id: toPublicId('cli', id),
        client_id_issued_at: Math.floor(deps.now().getTime() / 1_000),
        client_name: name,
        redirect_uris: asked.redirect_uris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: APP_SCOPES.join(' '),
      });
    }),
  );

  router.all(REGISTER_PATH, (_req, res) => {
    res.set('Allow', 'POST');
    sendOAuthError(res, { ...invalid('This address takes POST.'), error: 'invalid_request', status: 405 });
  });

  const unread: ErrorRequestHandler = (err: unknown, req, res, next) => {
    const isOfClient = err instanceof Error && 'status' in err && Number(err.status) >= 400 && Number(err.status) < 500;
    if (res.headersSent || !isOfClient || req.path !== REGISTER_PATH) return next(err);
    sendOAuthError(res, invalid('The body must be JSON of at most 10 KiB.'));
  };
  router.use(unread);
  return router;
}

const invalid = (description: string): OAuthError => ({ error: 'invalid_client_metadata', description });

const later = (description: string, retryAfterSeconds: number): OAuthError => ({
  ...{ error: 'temporarily_unavailable', description, status: 429, retryAfterSeconds },
});
