import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type HostedService, startHostedService } from './start-hosted-service.ts';

/**
 * Program that starts services for the tests of a whole run: `POST /` with settings starts one and
 * returns its folder and state, `DELETE /<folder>` stops it. All run in this process, because a
 * service of processes takes seconds of processor time to load. `one-command.test.ts` tests those.
 */
const services = new Map<string, HostedService>();

const host = createServer(async (req, res) => {
  try {
    if (req.method === 'DELETE') {
      const folder = decodeURIComponent((req.url ?? '').slice(1));
      await services.get(folder)?.stop();
      services.delete(folder);
      res.writeHead(204).end();
      return;
    }
    const service = await startHostedService({ LOG_LEVEL: 'error', ...JSON.parse(await text(req)) });
    const { folder, state } = service;
    services.set(folder, service);
    res.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify({ folder, state }));
  } catch (error) {
    res.writeHead(500).end(error instanceof Error ? error.stack : String(error));
  }
});

process.once('disconnect', () => process.exit(0));
host.listen(0, '127.0.0.1', () => process.send?.({ port: (host.address() as AddressInfo).port }));
