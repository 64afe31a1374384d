import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EgressRefused, guardedConnector } from '../../src/egress/guarded-connector.ts';
import { resolveName } from '../../src/egress/resolve-name.ts';
import { until } from '../loopback.ts';

const A = 1;
const AAAA = 28;
const REFUSED = 5;
const NO_SUCH_NAME = 3;

/** Addresses of names as a record holds them. */
const ZONE: Record<string, { readonly [type: number]: readonly number[] }> = {
  'both.example': { [A]: [93, 184, 215, 14], [AAAA]: [0x20, 1, ...Array(13).fill(0), 1] },
  'four.example': { [A]: [93, 184, 215, 14] },
  'private.example': { [A]: [127, 0, 0, 1] },
};

/** Builds the answer of a name server (RFC 1035, 4.1); null when it never answers. */
function answerTo(query: Buffer, asked: string[]): Buffer | null {
  const labels: string[] = [];
  let at = 12;
  for (; query[at]; at += query[at]! + 1) labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
  const name = labels.join('.');
  const type = query.readUInt16BE(at + 1);
  asked.push(name);
  if (name.startsWith('dead')) return null;
  const address = ZONE[name]?.[type];
  const code = name === 'refused.example' ? REFUSED : ZONE[name] ? 0 : NO_SUCH_NAME;
  const header = Buffer.from([query[0]!, query[1]!, 0x81, 0x80 | code, 0, 1, 0, address ? 1 : 0, 0, 0, 0, 0]);
  const question = query.subarray(12, at + 5);
  const record = address ? [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, address.length, ...address] : [];
  return Buffer.concat([header, question, Buffer.from(record)]);
}

const asked: string[] = [];
const server = createSocket('udp4', (query, { port, address }) => {
  const answer = answerTo(query, asked);
  if (answer) server.send(answer, port, address);
});
let nameServers: readonly string[] = [];
beforeAll(async () => {
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  nameServers = [`127.0.0.1:${(server.address() as AddressInfo).port}`];
});
afterAll(() => void server.close());

it.each([
  ['both.example', ['93.184.215.14', '2001::1']],
  ['four.example', ['93.184.215.14']],
])('%s has all its addresses', async (name, addresses) => {
  expect(await resolveName(name, nameServers)).toEqual(addresses);
});

it.each([
  ['missing.example', 'ENOTFOUND'],
  ['refused.example', 'EAI_AGAIN'],
])('%s has none: %s', async (name, code) => {
  await expect(resolveName(name, nameServers)).rejects.toMatchObject({ message: 'The name has no address.', code });
});

it('names whose name servers never answer, more than there are threads, delay no other', async () => {
  const connector = guardedConnector(
    { allowedHosts: [], trustedOrigins: [], nameServers },
    { connectTimeoutMs: 600_000 },
  );
  const connect = (hostname: string): Promise<unknown> =>
    new Promise((resolve) => connector({ protocol: 'http:', hostname, port: '80' }, (...[error]) => resolve(error)));
  const ended: unknown[] = [];
  for (let n = 0; n < 100; n++) void connect(`dead${n}.example`).then((error) => ended.push(error));
  await until(() => new Set(asked.filter((name) => name.startsWith('dead'))).size === 100);
  expect(await connect('private.example')).toBeInstanceOf(EgressRefused);
  expect(ended).toEqual([]);
});
