import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { useServer } from '../use-server.ts';

const server = useServer({ securityContact: 'mailto:security@example.com' });
const silent = useServer();

test('security.txt names the contact of the installation, and ends within a year', async () => {
  const response = await fetch(`${server.baseUrl}/.well-known/security.txt`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const [contact, expires, ...others] = (await response.text()).split('\n');
  expect([contact, ...others]).toEqual([
    'Contact: mailto:security@example.com',
    `Canonical: ${server.baseUrl}/.well-known/security.txt`,
    'Preferred-Languages: en',
    '',
  ]);
  const days = (Date.parse(/^Expires: (.+Z)$/.exec(expires!)![1]!) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(80);
  expect(days).toBeLessThan(365);
});

test('without a contact there is none', async () => {
  expect((await fetch(`${silent.baseUrl}/.well-known/security.txt`)).status).toBe(404);
});

test.each(['security@example.com', 'http://example.com', 'mailto:a@b.example\nContact: https://evil.example'])(
  'SECURITY_CONTACT %j is refused',
  (text) => {
    expect(() => readConfig({ DATABASE_URL: 'postgres://localhost/fanfare', SECURITY_CONTACT: text })).toThrow(
      'SECURITY_CONTACT: Must be mailto: with an address, or an https address: mailto:security@example.com',
    );
  },
);
