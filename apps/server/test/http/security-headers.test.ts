import express from 'express';
import helmet from 'helmet';
import { afterEach, expect, test } from 'vitest';
import { type HttpServer, startHttpServer } from '../../src/http/http-server.ts';
import { securityHeaders } from '../../src/http/security-headers.ts';

const servers: HttpServer[] = [];
afterEach(async () => void (await Promise.all(servers.splice(0).map((server) => server.close()))));

test.each([
  ['http://fanfare.example', false],
  ['https://fanfare.example', true],
])('an installation at %s has the headers that Helmet sets, in its order', async (baseUrl, isHttps) => {
  const app = express().disable('x-powered-by');
  app.use(helmet({ contentSecurityPolicy: false, strictTransportSecurity: isHttps }));
  app.use((_req, res) => void res.json(Object.entries(res.getHeaders())));
  const server = await startHttpServer({ host: '127.0.0.1', port: 0 });
  server.handle(app);
  servers.push(server);
  const set = await (await fetch(`http://127.0.0.1:${server.port}`)).json();
  expect(securityHeaders({ baseUrl }).map(([name, value]) => [name.toLowerCase(), value])).toEqual(set);
});
