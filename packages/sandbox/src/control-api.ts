import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express';
import type { createFaults } from './faults.ts';
import type { HeldBack } from './held-back.ts';
import { listPosts } from './list-posts.ts';
import { maskSecrets } from './mask-secrets.ts';
import { readApp } from './read-app.ts';
import { BadControl, isObject, type JsonObject, readObject, readWhole, refuseUnknown } from './read-json.ts';
import { createReceiverControls } from './receiver/controls.ts';
import type { Receivers } from './receiver/receivers.ts';
import type { createRequestLog } from './request-log.ts';
import type { NetworkName, SandboxClock, SandboxContext, Simulator } from './simulator.ts';

const YEAR_MS = 366 * 86_400_000;

type ControlDeps = {
  readonly simulators: readonly Simulator[];
  readonly receivers: Receivers;
  readonly faults: ReturnType<typeof createFaults>;
  readonly heldBack: HeldBack;
  readonly log: ReturnType<typeof createRequestLog>;
  readonly clock: SandboxClock;
  readonly urlOf: SandboxContext['urlOf'];
  readonly reset: () => void;
};

/** `/__sandbox/…`: the control API. JSON; a wrong body answers 400 `{ error }`. */
export function createControlApi(deps: ControlDeps): Router {
  const { simulators, faults, log, clock } = deps;
  const names = simulators.map(({ network }) => network);
  const router = express.Router();
  router.use(refuseForeignPages, express.json({ limit: '1mb' }), requireJson);

  router.get('/state', (_req, res) => {
    res.json({
      now: new Date(clock.now()).toISOString(),
      networks: Object.fromEntries(simulators.map((simulator) => [simulator.network, describe(simulator, deps.urlOf)])),
      faults: faults.list(),
    });
  });

  router.post('/faults', (req, res) => {
    res.status(201).json(faults.add(bodyOf(req.body), names));
  });
  router.delete('/faults', (_req, res) => {
    faults.clear();
    res.json({ cleared: true });
  });
  router.post('/release', (_req, res) => {
    deps.heldBack.release();
    res.json({ released: true });
  });
  router.delete('/faults/:id', (req, res) => {
    const removed = faults.remove(Number(req.params.id));
    res
      .status(removed ? 200 : 404)
      .json(removed ? { removed } : { error: 'no such fault (it may have happened already)' });
  });

  router.get('/requests', (req, res) => {
    const since = Number(req.query.since ?? 0);
    if (!Number.isInteger(since)) throw new BadControl('"since" must be the id of a logged request');
    const requests = log.list({ network: networkFilter(req.query.network, names), since });
    res.json({ requests: req.query.masked === 'true' ? requests.map(maskSecrets) : requests });
  });
  router.delete('/requests', (_req, res) => {
    log.clear();
    res.json({ cleared: true });
  });

  router.post('/clock', (req, res) => {
    const body = bodyOf(req.body);
    refuseUnknown(body, ['advanceMs']);
    clock.advance(readWhole(body, 'advanceMs', { min: 0, max: YEAR_MS }));
    res.json({ now: new Date(clock.now()).toISOString() });
  });

  router.get('/posts', (req, res) => {
    const network = networkFilter(req.query.network, names);
    const profile = typeof req.query.profile === 'string' ? req.query.profile : null;
    res.json({ posts: listPosts(simulators, { network, profile }) });
  });

  router.post('/reset', (_req, res) => {
    deps.reset();
    res.json({ reset: true });
  });

  router.use('/receivers', createReceiverControls(deps.receivers));

  router.post('/:network/profiles', (req, res) => {
    res.status(201).json(simulatorOf(req.params.network).addProfile(bodyOf(req.body)));
  });
  router.post('/:network/apps', (req, res) => {
    const simulator = simulatorOf(req.params.network);
    const app = readApp(bodyOf(req.body), simulator);
    simulator.registerApp(app);
    res.status(201).json(app);
  });
  router.post('/:network/:control', (req, res, next) => {
    const { controls } = simulatorOf(req.params.network);
    const control = Object.hasOwn(controls, req.params.control) ? controls[req.params.control] : undefined;
    if (!control)
      throw new BadControl(`no such control; ${req.params.network} has: ${Object.keys(controls).join(', ')}`);
    // A control may be slow, such as one that calls back an app.
    Promise.resolve(control(bodyOf(req.body)))
      .then((result) => res.json(result ?? { done: true }))
      .catch(next);
  });

  router.use((req, res) => {
    res.status(404).json({ error: `the control API has no ${req.method} ${req.path}` });
  });
  router.use(answerError);
  return router;

  function simulatorOf(name: string): Simulator {
    const found = simulators.find(({ network }) => network === name);
    if (!found) throw new BadControl(`no such network; there are: ${names.join(', ')}`);
    return found;
  }
}

function describe(simulator: Simulator, urlOf: SandboxContext['urlOf']): JsonObject {
  const { network, routers, hosts, controls } = simulator;
  return {
    roles: Object.fromEntries(Object.keys(routers).map((role) => [role, urlOf(network, role)])),
    hosts,
    controls: Object.keys(controls),
    profiles: simulator.profiles(),
  };
}

function networkFilter(value: unknown, names: readonly NetworkName[]): NetworkName | null {
  if (value === undefined || value === '') return null;
  const found = names.find((name) => name === value);
  if (!found) throw new BadControl(`"network" must be one of ${names.join(', ')}`);
  return found;
}

function bodyOf(value: unknown): JsonObject {
  return value === undefined ? {} : readObject(value);
}

/** A web page that somebody has open elsewhere must not control the sandbox of this machine. */
const refuseForeignPages: RequestHandler = (req, res, next) => {
  const site = req.get('sec-fetch-site');
  if (req.method === 'GET' || site === undefined || site === 'same-origin' || site === 'none') return next();
  res.status(403).json({ error: 'the control API takes no calls from pages of other sites' });
};

const requireJson: RequestHandler = (req, res, next) => {
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (!hasBody || req.is('application/json')) return next();
  res.status(415).json({ error: 'send JSON with the header "content-type: application/json"' });
};

const answerError: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  // express.json() reports a wrong body in `status`; by contract, an error that a simulator throws
  // in a control call is the caller's.
  const status = isObject(error) && typeof error.status === 'number' ? error.status : 400;
  res.status(status).json({ error: error instanceof Error ? error.message : String(error) });
};
