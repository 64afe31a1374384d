import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from '@fanfare/harness/testing';
import { selfSigned } from '@fanfare/network/testing/self-signed';
import { expect, onTestFinished, test } from 'vitest';
import { runCli } from './run-cli.ts';

const BIN = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
/** Longer than a label of DNS may be, so that no resolver is asked. */
const NO_SUCH_HOST = `${'a'.repeat(64)}.example`;

const WORDS = ['listen', '--forward-to', 'http://localhost:1', '--json'];
const envOf = (baseUrl: string) => ({ FANFARE_BASE_URL: baseUrl, FANFARE_API_KEY: 'fanfare_sk_a' });

/** Runs `listen` until it ends. */
async function listen(baseUrl: string) {
  const { code, stderr } = await runCli(WORDS, { env: envOf(baseUrl) });
  return { code, stderr };
}

/** The same in its own process: Node reads further authorities when it starts. */
async function listenTrusting(authority: string, baseUrl: string) {
  const env = { ...envOf(baseUrl), PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: authority };
  const { code, stderr } = await startProgram(process.execPath, [BIN, ...WORDS], env).ended;
  return { code, stderr };
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const ends = (sentence: string, code = 1) => ({ code, stderr: `FANFARE_BASE_URL: ${sentence}\n` });

test('an unknown host', async () => {
  expect(await listen(`https://${NO_SUCH_HOST}`)).toEqual(
    ends(`there is no host ${NO_SUCH_HOST}. Correct the address, or connect this machine to the network.`, 75),
  );
});

test('a port at which nothing listens', async () => {
  const server = createServer();
  const port = await portOf(server);
  await new Promise((resolve) => server.close(resolve));
  expect(await listen(`http://127.0.0.1:${port}`)).toEqual(
    ends(`nothing listens at 127.0.0.1:${port}. Start Fanfare, or correct the address.`, 75),
  );
});

test('https to a port that speaks http', async () => {
  const port = await portOf(createServer((_, response) => response.end()));
  expect(await listen(`https://127.0.0.1:${port}`)).toEqual(
    ends(`127.0.0.1:${port} does not speak HTTPS. Try http://127.0.0.1:${port}.`),
  );
});

test('a redirect to another address', async () => {
  const port = await portOf(
    createServer((request, response) =>
      response.writeHead(308, { location: `https://other.example${request.url}` }).end(),
    ),
  );
  expect(await listen(`http://127.0.0.1:${port}`)).toEqual(
    ends(`http://127.0.0.1:${port} redirects to https://other.example. Set the address that answers.`),
  );
});

test('a certificate that is not trusted, and one for another name', async () => {
  const { key, cert } = selfSigned('fanfare.example');
  const port = await portOf(createSecureServer({ key, cert }, (_, response) => response.end()));
  expect(await listen(`https://127.0.0.1:${port}`)).toEqual(
    ends(
      `the certificate of 127.0.0.1:${port} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). For a private authority, set NODE_EXTRA_CA_CERTS to the file of its certificate.`,
    ),
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'authority.pem');
  writeFileSync(file, cert);
  expect(await listenTrusting(file, `https://127.0.0.1:${port}`)).toEqual(
    ends(`the certificate of 127.0.0.1:${port} is for another name. Use a name that it has.`),
  );
});
