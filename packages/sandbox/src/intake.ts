import type { RequestHandler } from 'express';
import { applyFault } from './apply-fault.ts';
import type { createFaults } from './faults.ts';
import type { HeldBack } from './held-back.ts';
import type { createLocate } from './locate.ts';
import { type createRequestLog, watchBody } from './request-log.ts';

/** Receives every request to a network: finds its target, logs it, and applies a pending fault. */
export function createIntake(deps: {
  readonly locate: ReturnType<typeof createLocate>;
  readonly log: ReturnType<typeof createRequestLog>;
  readonly faults: ReturnType<typeof createFaults>;
  readonly heldBack: HeldBack;
}): RequestHandler {
  return (req, res, next) => {
    const target = deps.locate(req.headers.host, req.url);
    if (!target) return next();

    const cameMs = performance.now();
    const body = watchBody(req);
    const { network, role, path, query, route } = target;
    const entry = deps.log.add({ network, role, method: req.method, path, query }, req);
    res.once('close', () => {
      deps.log.settle(entry, {
        body: body.chunks,
        bodyBytes: body.bytes(),
        status: res.headersSent ? res.statusCode : null,
        durationMs: Math.round(performance.now() - cameMs),
      });
      if (entry.simulatorStatus === null && entry.fault === null) entry.simulatorStatus = entry.status;
    });

    req.url = `/${network}/${role}${path}${query === '' ? '' : `?${query}`}`;
    const fault = deps.faults.take({ network, role, method: req.method, path: route });
    if (!fault) return next();
    entry.fault = fault.action;
    applyFault(fault, { req, res, next, cameMs, heldBack: deps.heldBack }, (status) => {
      entry.simulatorStatus = status;
    });
  };
}
