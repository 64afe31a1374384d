import { APP_ROUTES } from '@fanfare/app-contract';
import { routesOf } from '@fanfare/contract';
import { noSuchRoute, PAGES } from '@fanfare/rules';
import type { RequestHandler } from 'express';
import { sendError } from '../http/error-responses.ts';

const DOCS = ['/docs/explorer', '/docs/reference.js'].map((path) => ({ method: 'GET', path }));

/** Pages that only the server has, beside its contract. */
const SERVER_PAGES = [
  ...[
    '/sign-in',
    '/sign-in/check',
    '/sign-in/link/:token',
    '/sign-out',
    '/setup/:token',
    '/invitations/:token',
  ].flatMap((path) => ['GET', 'POST'].map((method) => ({ method, path }))),
  { method: 'POST', path: '/sign-in/resend' },
];

export function answerNoRoute(): RequestHandler {
  const refuse = noSuchRoute([...PAGES, ...DOCS, ...SERVER_PAGES, ...routesOf(), ...APP_ROUTES]);
  return (req, res) => sendError(res, refuse(req.method, req.originalUrl.split('?')[0]!));
}
