import express from 'express';
import helmet from 'helmet';
import { afterEach, expect, test } from 'vitest';
import { type HttpServer, startHttpServer } from '../../src/http/http-server.ts';
import { securityHeaders } from '../../src/http/security-headers.ts';

const servers: HttpServer[] = [];
afterEach(async () => void (await Promise.all(servers.splice(0).map((server) => server.close()))));

const YEAR = 'max-age=31536000';

test.each([
  ['http://fanfare.example', true, undefined],
  ['https://fanfare.example', false, YEAR],
  ['https://fanfare.example', true, `${YEAR}; includeSubDomains`],
])(
  'an installation at %s has the headers that Helmet sets (subdomains: %s)',
  async (baseUrl, hstsIncludeSubdomains, hsts) => {
    const app = express().disable('x-powered-by');
    const strictTransportSecurity = hsts !== undefined && { includeSubDomains: hstsIncludeSubdomains };
    app.use(helmet({ contentSecurityPolicy: false, strictTransportSecurity }));
    app.use((_req, res) => void res.json(Object.entries(res.getHeaders())));
    const server = await startHttpServer({ host: '127.0.0.1', port: 0 });
    server.handle(app);
    servers.push(server);
    const set = await (await fetch(`http://127.0.0.1:${server.port}`)).json();
    const headers = securityHeaders({ baseUrl, hstsIncludeSubdomains });
    expect(headers.map(([name, value]) => [name.toLowerCase(), value])).toEqual(set);
    expect(new Map(headers).get('Strict-Transport-Security')).toBe(hsts);
  },
);
