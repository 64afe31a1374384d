import type { Platform } from '@fanfare/contract';
import type { Removal } from '@fanfare/network';
import { methodNotAllowed } from '@fanfare/rules';
import { type Request, type Response, Router } from 'express';
import type { Cells } from '../config/cell-settings.ts';
import type { Networks } from '../config/networks.ts';
import type { Database } from '../db/database.ts';
import { sendError } from '../http/error-responses.ts';
import { handled } from '../http/handled.ts';
import { type Brand, sendPage } from '../http/html-page.ts';
import { notConfigured } from '../http/not-configured.ts';
import { requestIdOf } from '../http/request-id.ts';
import type { Ids } from '../process/ids.ts';
import type { Logger } from '../process/log/log.ts';
import { codeOfCallback, hashCode } from './confirmation-code.ts';
import { type Callback, readCallback } from './read-callback.ts';
import { readForm } from './read-form.ts';
import { noStatusPage, statusPage, unknownCodePage } from './removal-pages.ts';
import { findRemovalStatus, type RemovalSource, recordRemoval } from './removal-requests.table.ts';

/** Networks name the second only, so an account connected within it is removed too. */
const SECOND_MS = 1_000;

export type RemovalRoutesDeps = {
  readonly db: Database;
  readonly ids: Ids;
  readonly log: Logger;
  readonly networks: Networks;
  readonly baseUrl: string;
  readonly brand: Brand;
  readonly cells: Cells;
  readonly now: () => Date;
  readonly wakeRemovals: () => void;
  readonly observe: { refused(callback: { readonly platform: string; readonly reason: string }): void };
};

const SOURCES: ReadonlyMap<string, RemovalSource> = new Map([
  ['deauthorize', 'deauthorize'],
  ['data-deletion', 'data_deletion'],
]);

/**
 * Callbacks of networks after a user removed the app (`deauthorize`) or wants deletion
 * (`data-deletion`), and the page with the result. Both delete: a person who removes the app leaves
 * nothing behind. The answer follows once the request is recorded.
 */
export function removalRoutes(deps: RemovalRoutesDeps): Router {
  const router = Router();

  router.all(
    '/removal/:platform/:callback',
    handled(async (req, res, next) => {
      const platform = deps.networks.platforms.find((name) => name === req.params.platform);
      const source = SOURCES.get(req.params.callback as string);
      const removal = platform && deps.networks.adapterOf(platform)?.removal;
      if (!platform || !source || !removal) return next();
      if (req.method !== 'POST') return sendError(res, methodNotAllowed(req.method, ['POST']));
      await takeCallback(deps, { platform, source, removal }, req, res);
    }),
  );

  router.get('/removal/status/:code', async (req, res) => {
    const { code } = req.params;
    try {
      const status = await findRemovalStatus(deps.db, hashCode(code));
      if (status) sendPage(deps, res, 200, statusPage(code, status, deps.networks.nameOf(status.platform)));
      else sendPage(deps, res, 404, unknownCodePage());
    } catch (err) {
      deps.log.error({ err, requestId: requestIdOf(res) }, 'a removal could not be looked up');
      sendPage(deps, res, 503, noStatusPage(requestIdOf(res)));
    }
  });
  return router;
}

type Of = { readonly platform: Platform; readonly source: RemovalSource; readonly removal: Removal };

async function takeCallback(
  deps: RemovalRoutesDeps,
  { platform, source, removal }: Of,
  req: Request,
  res: Response,
): Promise<void> {
  res.setHeader('Cache-Control', 'no-store');
  // Without a secret anybody could sign.
  if (!deps.networks.isConfigured(platform)) return sendError(res, notConfigured(platform));
  const sent = await readForm(req, res);
  const callback: Callback = sent.ok
    ? readCallback(removal, deps.now().getTime(), sent.form)
    : { ...sent, reason: 'malformed_form' };
  if (!callback.ok) {
    const { reason, refusal } = callback;
    deps.observe.refused({ platform, reason });
    deps.log.warn({ platform, source, reason, requestId: requestIdOf(res) }, 'a removal callback was refused');
    return sendError(res, refusal);
  }
  const { code, sha256 } = codeOfCallback(source, callback.text);
  const id = deps.ids.uuid();
  await recordRemoval(deps.db, {
    id,
    codeSha256: sha256,
    platform,
    source,
    platformUserId: callback.platformUserId,
    requestedBefore: new Date(callback.issuedAt + SECOND_MS),
    cells: deps.cells.peers.map(({ label }) => label),
  });
  deps.log.info({ platform, source, requestId: requestIdOf(res) }, 'a removal was asked for');
  deps.wakeRemovals();
  // Meta requires these two fields of a deletion, else only the status (checked 2026-11).
  res.json(
    source === 'data_deletion'
      ? { url: `${deps.baseUrl}/removal/status/${code}`, confirmation_code: code }
      : { received: true },
  );
}
