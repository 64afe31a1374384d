import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nginxRouter } from '../../src/cells/router/nginx.ts';
import type { RouterPlan } from '../../src/cells/router/router-plan.ts';
import { until } from '../until.ts';

const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
export const hasNginx = spawnSync('nginx', ['-v'], { env }).error === undefined;

type Plan = Omit<RouterPlan, 'name' | 'listen'>;

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
  const listen = `127.0.0.1:${port ?? (await freePort())}`;
  const file = path.join(folder, 'nginx.conf');
  const write = (of: Plan): void =>
    writeFileSync(
      file,
      `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\naccess_log off;\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};\n`).join('')}${nginxRouter({ ...of, name: null, listen })}}\n`,
    );
  write(plan);
  const child: ChildProcess = spawn('nginx', ['-c', file, '-p', folder, '-e', `${folder}/start.log`], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
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

export async function freePort(): Promise<number> {
  const { server, stop } = await startEcho('none');
  const { port } = server.address() as AddressInfo;
  await stop();
  return port;
}

/** A server that says what reached it. */
export async function startEcho(
  cell: string,
): Promise<{ readonly address: string; readonly server: Server; stop(): Promise<void> }> {
  const answer: RequestListener = (req, res) => {
    res.setHeader('x-cell', cell);
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
