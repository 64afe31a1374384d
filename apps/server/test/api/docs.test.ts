import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { useServer } from '../use-server.ts';

const server = useServer();

test('/openapi.yaml is the checked-in contract with this instance as its server, readable by any web page', async () => {
  const response = await fetch(`${server.baseUrl}/openapi.yaml`);
  const file = createRequire(import.meta.url).resolve('@fanfare/contract/openapi.yaml');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const checkedIn = readFileSync(file, 'utf8').split('\n');
  checkedIn[checkedIn.indexOf('  - url: /')] = `  - url: "${server.baseUrl}"`;
  expect((await response.text()).split('\n')).toEqual(checkedIn);
});

test('/docs/explorer shows it without requests to another host', async () => {
  const response = await fetch(`${server.baseUrl}/docs/explorer`);
  const page = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(response.status).toBe(200);
  expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[\w+/=]+';/);
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
  expect(page).toContain('/openapi.yaml');
  const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
  expect(addresses.filter((address) => address !== 'data:,')).toEqual(['/docs/reference.js']);

  const script = await fetch(`${server.baseUrl}/docs/reference.js`);
  expect([script.status, script.headers.get('content-type')]).toEqual([200, 'application/javascript; charset=UTF-8']);
  expect((await script.text()).length).toBeGreaterThan(100_000);
});

test('none needs a key, and none accepts another method than GET', async () => {
  for (const path of ['/openapi.yaml', '/docs', '/docs/explorer', '/docs/reference.js']) {
    const { status, headers } = await fetch(`${server.baseUrl}${path}`, { method: 'POST' });
    expect([path, status, headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
  }
});
