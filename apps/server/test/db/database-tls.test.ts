import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import { selfSigned } from '@fanfare/network/testing/self-signed';
import { afterEach, expect, test } from 'vitest';
import { runFanfare } from '../operator/cli/run-fanfare.ts';
import { makeFolder } from '../operator/dev/dev-process.ts';

let server: Server;
afterEach(() => void server.close());

/**
 * Answers the first message of a client, as PostgreSQL does (PostgreSQL 18, 54.2.10): S or N to a
 * request for TLS.
 */
async function answering(answer: (socket: Socket) => void): Promise<number> {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const withTls = (name: string) => {
  const own = selfSigned(name);
  const listening = answering((socket) => {
    socket.write('S');
    new TLSSocket(socket, { isServer: true, ...own }).on('error', () => undefined);
  });
  return { own, listening };
};

const sentenceOn = async (port: number, parameters: string, host = 'localhost') => {
  const url = `postgres://ada:secret@${host}:${port}/fanfare?${parameters}`;
  const { code, stdout, stderr } = await runFanfare(['migrate'], { DATABASE_URL: url });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return stderr;
};

test('a certificate of an unknown authority is one sentence with the ways out', async () => {
  const { listening } = withTls('localhost');
  const port = await listening;
  expect(await sentenceOn(port, 'sslmode=require')).toBe(
    `fanfare: The certificate of PostgreSQL at localhost:${port} is not of an authority that this machine trusts (DEPTH_ZERO_SELF_SIGNED_CERT). Add the certificate of its authority: sslrootcert=/path/to/ca.pem in DATABASE_URL, or NODE_EXTRA_CA_CERTS. sslmode=no-verify encrypts without checking who answers.\n`,
  );
});

test('a certificate for another name is one sentence', async () => {
  const { own, listening } = withTls('localhost');
  const port = await listening;
  const file = path.join(makeFolder(), 'ca.pem');
  writeFileSync(file, own.cert);
  expect(await sentenceOn(port, `sslmode=verify-full&sslrootcert=${file}`, '127.0.0.1')).toBe(
    `fanfare: The certificate of PostgreSQL at 127.0.0.1:${port} is for another name (ERR_TLS_CERT_ALTNAME_INVALID). Use a name of the certificate in DATABASE_URL, or sslmode=no-verify, which anybody in between can answer.\n`,
  );
});

test('a database without TLS, one that demands it, and an sslmode that does not exist are one sentence each', async () => {
  const without = await answering((socket) => socket.write('N'));
  expect(await sentenceOn(without, 'sslmode=require')).toBe(
    `fanfare: PostgreSQL at localhost:${without} has no TLS, and DATABASE_URL asks for it: switch it on there, or use sslmode=disable in a network that you trust.\n`,
  );
  server.close();
  const fields = [
    'SFATAL',
    'C28000',
    'Mno pg_hba.conf entry for host "10.0.0.1", user "ada", database "fanfare", no encryption',
  ];
  const body = Buffer.from(`${fields.join('\0')}\0\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  const demanding = await answering((socket) => socket.end(Buffer.concat([Buffer.from('E'), length, body])));
  expect(await sentenceOn(demanding, '')).toBe(
    `fanfare: PostgreSQL at localhost:${demanding} accepts only connections with TLS: add sslmode=verify-full to DATABASE_URL, or sslmode=no-verify where its certificate cannot be checked.\n`,
  );
  expect(await sentenceOn(demanding, 'sslmode=requird')).toBe(
    'fanfare: DATABASE_URL: sslmode=requird does not exist. Use one of disable, no-verify, prefer, require, verify-ca, verify-full.\n',
  );
});
