import { Router } from 'express';
import type { Cells } from '../config/cell-settings.ts';
import type { CallersPool } from '../db/database.ts';
import { basePathOf } from '../http/base-path.ts';
import { type Brand, sendPage } from '../http/html-page.ts';
import { readNextPath } from '../http/next-path.ts';
import { chooseCellPage } from './choose-cell-page.ts';
import { answerLate } from './move/late-requests.ts';
import { movedLinksRoutes } from './move/moved-links.routes.ts';

export type CellsDeps = {
  readonly db: CallersPool;
  readonly baseUrl: string;
  readonly brand: Brand;
  readonly cells: Cells;
};

/** Page on which a person chooses among the cells behind one address. */
export function cellsFeature({ db, baseUrl, brand, cells }: CellsDeps) {
  const router = Router();
  const { label, peers } = cells;
  if (label !== null) {
    const labels = [label, ...peers.map((peer) => peer.label)].sort();
    router.get('/cells', (req, res) => {
      const next = readNextPath(req.query.next);
      sendPage({ brand }, res, 200, chooseCellPage(basePathOf(baseUrl), { labels, next }));
    });
  }
  return {
    /** Come before the routes of links. */
    movedLinks: label === null ? [] : [movedLinksRoutes({ db, baseUrl })],
    /** Come behind the API. */
    lateRequests: label === null ? [] : [answerLate({ db })],
    routes: [router],
  };
}
