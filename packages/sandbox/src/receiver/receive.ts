import express, { type Router } from 'express';
import type { HeldBack } from '../held-back.ts';
import type { Receivers } from './receivers.ts';

/** `POST /receiver/{name}`: takes a delivery of any kind and answers as its switch says. */
export function createReceive(deps: { readonly receivers: Receivers; readonly heldBack: HeldBack }): Router {
  const router = express.Router();
  router.post('/receiver/:name', express.raw({ type: () => true, limit: '256kb' }), (req, res, next) => {
    const receiver = deps.receivers.open(req.params.name ?? '');
    if (!receiver) return next();
    const cameMs = performance.now();
    const holdBack = deps.heldBack.begin();
    const { delivery, answer } = receiver.take(req.headers, Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0));
    res.once('close', () => {
      const status = res.headersSent ? res.statusCode : null;
      receiver.settle(delivery, { status, durationMs: Math.round(performance.now() - cameMs) });
    });
    holdBack(() => {
      if (!res.destroyed) res.status(answer.status).set(answer.headers).end(answer.body);
    }, answer.delayMs);
  });
  return router;
}
