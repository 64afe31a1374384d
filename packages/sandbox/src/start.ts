import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { createBlobs } from './blobs.ts';
import { createClock } from './clock.ts';
import { createControlApi } from './control-api.ts';
import { createFaults } from './faults.ts';
import { fetchMedia } from './fetch-media.ts';
import { createHeldBack } from './held-back.ts';
import { createIntake } from './intake.ts';
import { listPosts } from './list-posts.ts';
import { createLocate } from './locate.ts';
import { createSimulators } from './networks.ts';
import { createPages } from './pages/pages.ts';
import { isObject } from './read-json.ts';
import { createReceive } from './receiver/receive.ts';
import { createReceivers } from './receiver/receivers.ts';
import { createRequestLog } from './request-log.ts';
import { createSamples } from './samples.ts';
import type { NetworkName, SandboxClock, SandboxContext } from './simulator.ts';

/** A running sandbox. */
export type Sandbox = {
  /** `http://127.0.0.1:4600`, no trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Base address of each role: `networks.x.api` replaces `https://api.x.com`. */
  readonly networks: Readonly<Record<NetworkName, Readonly<Record<string, string>>>>;
  /** Ends every open connection and stops listening. */
  close(): Promise<void>;
};

type SandboxOptions = {
  readonly port?: number;
  readonly clock?: SandboxClock;
  readonly host?: string;
  /** Learns of each request or answer that a fault begins to delay, and by how much. */
  readonly onHold?: (ms: number) => void;
};

/**
 * Starts the simulated networks on one port (0 takes a free one). Rejects when the port is taken.
 *
 * @example
 * const sandbox = await startSandbox({ port: 0 });
 * await fetch(`${sandbox.networks.x.api}/2/users/me`); // 401, as the real one
 * await sandbox.close();
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1';
  // Node's default of 5 s closes connections that clients on a busy machine still consider open.
  const server = createServer({ keepAliveTimeout: 65_000 });
  const port = await listen(server, options.port ?? 0, host);
  const origin = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;

  const world = createWorld(origin, options.clock ?? createClock(), options.onHold);
  server.on('request', world.app);
  return {
    url: origin,
    port,
    networks: world.networks,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function createWorld(origin: string, given: SandboxClock, onHold?: (ms: number) => void) {
  let skippedMs = 0;
  const clock: SandboxClock = {
    now: () => given.now(),
    advance(ms) {
      skippedMs += ms;
      given.advance(ms);
    },
  };
  const blobs = createBlobs({ origin: () => origin });
  const urlOf: SandboxContext['urlOf'] = (network, role) => `${origin}/${network}/${role}`;
  const randomHex = (bytes: number) => randomBytes(bytes).toString('hex');
  const simulators = createSimulators.map((create) => create({ clock, urlOf, blobs, fetchMedia, randomHex }));
  blobs.seal();

  const log = createRequestLog({ clock });
  const faults = createFaults();
  const heldBack = createHeldBack(onHold);
  // Senders sign with real time, however far the sandbox has moved its own.
  const receivers = createReceivers({ now: () => clock.now() - skippedMs });
  function reset(): void {
    clock.advance(-skippedMs);
    blobs.clear();
    faults.clear();
    log.clear();
    receivers.reset();
    for (const simulator of simulators) simulator.reset();
  }

  const app = express();
  // The real networks send no ETag on their API answers, and an unexpected 304 would be a bug of
  // the sandbox.
  app.disable('x-powered-by').disable('etag');
  // Networks use their own clock, also in the `Date` of their answers.
  app.use((_req, res, next) => {
    res.setHeader('Date', new Date(clock.now()).toUTCString());
    next();
  });
  app.use(createIntake({ locate: createLocate(simulators), log, faults, heldBack }));
  for (const { network, routers } of simulators) {
    for (const [role, router] of Object.entries(routers)) app.use(`/${network}/${role}`, router);
  }
  app.use('/__sandbox/samples', createSamples());
  app.get('/__sandbox/blobs/:id', blobs.serve);
  app.use(createReceive({ receivers, heldBack }));
  app.use(
    createPages({
      simulators,
      receivers,
      origin,
      clock,
      listPosts: () => listPosts(simulators, { network: null, profile: null }),
    }),
  );
  app.use('/__sandbox', createControlApi({ simulators, receivers, faults, heldBack, log, clock, urlOf, reset }));
  app.use((req, res) => {
    res.status(404).json({ error: `the sandbox has nothing at ${req.method} ${req.originalUrl}` });
  });
  app.use(answerFailure);

  const addresses: Record<NetworkName, Record<string, string>> = {
    instagram: {},
    threads: {},
    x: {},
    linkedin: {},
    hub: {},
  };
  for (const { network, routers } of simulators) {
    for (const role of Object.keys(routers)) addresses[network][role] = urlOf(network, role);
  }
  return { app, networks: addresses };
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the sandbox listens on no port');
  return address.port;
}

/** A simulator that throws is a defect, and must not look like a network's answer. */
const answerFailure: ErrorRequestHandler = (error: unknown, req, res, next) => {
  // The client hung up during its request: there is nobody to answer.
  if (req.socket.destroyed) return;
  // A wrong request that a body parser reports is no defect.
  const status = isObject(error) && typeof error.status === 'number' ? error.status : 500;
  if (status >= 500) console.error(`sandbox: ${req.method} ${req.originalUrl} failed`, error);
  if (res.headersSent) {
    next(error);
    return;
  }
  res
    .status(status)
    .json({ error: `the sandbox could not handle this: ${error instanceof Error ? error.message : String(error)}` });
};
