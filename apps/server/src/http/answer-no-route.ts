import { routesOf } from '@fanfare/contract';
import { noSuchRoute, PAGES } from '@fanfare/rules';
import type { RequestHandler } from 'express';
import { sendError } from './error-responses.ts';

const DOCS = ['/docs', '/docs/reference.js'].map((path) => ({ method: 'GET', path }));

/** Answers what no route took. */
export function answerNoRoute(): RequestHandler {
  const refuse = noSuchRoute([...PAGES, ...DOCS, ...routesOf()]);
  return (req, res) => sendError(res, refuse(req.method, req.originalUrl.split('?')[0]!));
}
