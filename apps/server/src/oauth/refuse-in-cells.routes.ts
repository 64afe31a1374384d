import { Router } from 'express';
import type { Brand } from '../http/html-page.ts';
import { sendMessage } from '../people/sign-in/answer-sign-in.ts';
import { AUTHORIZE_PATH } from './consent-page.ts';
import { metadataPaths } from './metadata.routes.ts';
import { sendOAuthError } from './oauth-error.ts';
import { REGISTER_PATH } from './register.routes.ts';
import { REVOKE_PATH, TOKEN_PATH } from './token.routes.ts';

type Deps = { readonly baseUrl: string; readonly docsUrl: string; readonly brand: Brand };

const WHY = 'This service has several cells, to which no app can be connected.';

/** Says to programs and people that an installation of several cells takes keys only. */
export function refuseInCells(deps: Deps): Router {
  const router = Router();
  const description = `${WHY} Use an API key of the project: ${deps.docsUrl}/oauth#with-cells`;
  router.all([...metadataPaths(deps.baseUrl), TOKEN_PATH, REVOKE_PATH, REGISTER_PATH], (_req, res) => {
    sendOAuthError(res.set('Cache-Control', 'no-store'), { error: 'invalid_request', description, status: 404 });
  });
  router.all(AUTHORIZE_PATH, (_req, res) => {
    sendMessage(deps, res, 404, {
      title: 'This app cannot be connected',
      text: `${WHY} Give it an API key of your project instead, if it takes one. Nothing was sent to it.`,
      link: ['/settings/keys', 'To the API keys'],
    });
  });
  return router;
}
