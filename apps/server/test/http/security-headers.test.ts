import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { type HttpServer, startHttpServer } from '../../src/http/http-server.ts';
import { securityHeaders } from '../../src/http/security-headers.ts';

const servers: HttpServer[] = [];
afterEach(async () => void (await Promise.all(servers.splice(0).map((server) => server.close()))));

const YEAR = 'max-age=31536000';

test.each([
  ['http://fanfare.example', true, null],
  ['https://fanfare.example', false, YEAR],
  ['https://fanfare.example', true, `${YEAR}; includeSubDomains`],
])('an installation at %s asks for https (subdomains: %s) with %s', async (baseUrl, hstsIncludeSubdomains, hsts) => {
  const app = express();
  app.use(securityHeaders({ baseUrl, hstsIncludeSubdomains }), (_req, res) => void res.end());
  const server = await startHttpServer({ host: '127.0.0.1', port: 0 });
  server.handle(app);
  servers.push(server);
  const { headers } = await fetch(`http://127.0.0.1:${server.port}`);
  expect(headers.get('strict-transport-security')).toBe(hsts);
});
