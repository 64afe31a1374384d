import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { routerLocationOf } from '../../src/cells/router/moved-location.ts';
import { nginxRouter } from '../../src/cells/router/nginx.ts';
import type { RouterPlan } from '../../src/cells/router/router-plan.ts';
import { freePort } from '../../src/process/free-port.ts';
import { NGINX_ENV, writeNginx } from '../nginx.ts';
import { until } from '../until.ts';

type Plan = Omit<RouterPlan, 'names' | 'listen'>;

export type Router = {
  readonly baseUrl: string;
  /** Takes a changed plan, as `nginx -s reload` does. */
  reload(plan: Plan): void;
  stop(): Promise<void>;
  /** Ends it without a wait, for a process that exits. */
  kill(): void;
};

/** nginx from the machine's package, with the configuration that the command prints. */
export async function startNginx(plan: Plan, port?: number): Promise<Router> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-router-'));
  const listen = `127.0.0.1:${port ?? (await freePort(0))}`;
  const write = (of: Plan) => writeNginx(folder, nginxRouter({ ...of, names: [], listen }));
  const child: ChildProcess = spawn('nginx', [...write(plan), '-e', `${folder}/start.log`], {
    ...{ env: NGINX_ENV, stdio: 'ignore' },
  });
  const baseUrl = `http://${listen}`;
  await until(() => fetch(`${baseUrl}/`).catch(() => null));
  return {
    baseUrl,
    reload(changed) {
      write(changed);
      child.kill('SIGHUP');
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
    kill: () => void child.kill('SIGTERM'),
  };
}

/**
 * A server that says what reached it. Files below `/m/` whose name begins with a cell have moved
 * there.
 */
export async function startEcho(
  cell: string,
): Promise<{ readonly address: string; readonly server: Server; stop(): Promise<void> }> {
  const answer: RequestListener = (req, res) => {
    res.setHeader('x-cell', cell);
    const [, there] = /^\/m\/[^/]+\/(\w+)-/.exec(req.url ?? '') ?? [];
    if (there !== undefined && there !== cell)
      res.writeHead(503, { 'X-Accel-Redirect': routerLocationOf(there), 'Retry-After': '5' });
    res.end(JSON.stringify({ cell, url: req.url, headers: req.headers }));
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
