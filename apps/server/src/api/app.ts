import express, { type Express, type RequestHandler, type Router } from 'express';
import { setDocsUrl } from '../http/docs-url.ts';
import { errorResponses } from '../http/error-responses.ts';
import { giveRequestId } from '../http/request-id.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { sendJson } from '../http/send-json.ts';
import { closeUnread } from '../http/unread-body.ts';
import { startShare } from '../process/caller-share.ts';
import type { Logger } from '../process/log/log.ts';
import { answerNoRoute } from './answer-no-route.ts';
import { type RequestLogDeps, requestLog } from './request-log.ts';

export type AppDeps = {
  readonly log: Logger;
  readonly observe: RequestLogDeps['observe'];
  readonly baseUrl: string;
  readonly hstsIncludeSubdomains: boolean;
  readonly trustProxy: number;
  readonly docsUrl: string;
  /** Creates a span per request; null without tracing. */
  readonly traceRequests: RequestHandler | null;
  readonly routes: readonly Router[];
  readonly unknownPage: RequestHandler;
};

/** Whole HTTP surface, in the order in which requests pass it. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple').set('trust proxy', deps.trustProxy);
  app.response.json = sendJson;
  setDocsUrl(app, deps.docsUrl);

  app.use(giveRequestId, requestLog(deps), closeUnread, securityHeaders(deps), startShare);
  if (deps.traceRequests) app.use(deps.traceRequests);
  app.use(...deps.routes);
  app.use(deps.unknownPage, answerNoRoute(), errorResponses(deps));
  return app;
}
