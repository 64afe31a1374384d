import { getRandomValues } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EVENT_TYPES, eventExample } from '@fanfare/contract';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, test } from 'vitest';
import { FanfareError } from '../src/index.ts';
import { verify, type WebhookHeaders, WebhookVerificationError } from '../src/webhooks.ts';
import { rejection } from './use-client.ts';

const newSecret = () => `whsec_${Buffer.from(getRandomValues(new Uint8Array(32))).toString('base64')}`;
const NOW = new Date('2026-11-20T12:00:00.000Z');
const secret = newSecret();
const event = eventExample('target.failed');
const body = JSON.stringify(event);

/** The headers of a delivery, signed by the library of the standard. */
function headersOf(text = body, secrets = [secret], at = NOW): Record<string, string> {
  return {
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((own) => new Webhook(own).sign(event.id, at, text)).join(' '),
  };
}

const headers = headersOf();
const now = { now: NOW };
const bytes = new TextEncoder().encode(body);

describe('a delivery is verified', () => {
  it.each(EVENT_TYPES)('%s', async (type) => {
    const text = JSON.stringify(eventExample(type));
    expect(await verify(text, headersOf(text), secret, now)).toEqual(eventExample(type));
  });

  it.each([
    ['text', body],
    ['bytes', bytes],
    ['a Buffer, which is a part of a larger memory', Buffer.concat([Buffer.from('xx'), bytes]).subarray(2)],
    ['an ArrayBuffer', bytes.buffer],
  ])('from %s', async (_, raw) => {
    expect(await verify(raw, headers, secret, now)).toEqual(event);
  });

  it.each<[string, WebhookHeaders]>([
    ['a Headers', new Headers(headers)],
    ['an object', headers],
    [
      'an object with names in another case',
      Object.fromEntries(Object.entries(headers).map(([name, it]) => [name.toUpperCase(), it])),
    ],
    ['lists of values', Object.fromEntries(Object.entries(headers).map(([name, it]) => [name, [it]]))],
    ['a Map', new Map(Object.entries(headers))],
    ['an object with much else', { host: 'a', 'x-a': undefined, ...headers }],
  ])('with %s', async (_, given) => {
    expect(await verify(body, given, secret, now)).toEqual(event);
  });

  it('whatever is in it, by each of its secrets', async () => {
    for (let run = 0; run < 200; run++) {
      const own = [newSecret(), newSecret()];
      const text = JSON.stringify({
        ...event,
        data: Buffer.from(getRandomValues(new Uint8Array(run))).toString('latin1'),
      });
      for (const one of own) expect(await verify(text, headersOf(text, own), one, now)).toEqual(JSON.parse(text));
    }
  });

  it('while the secret is changed: the receiver has both, or the sender signs with both', async () => {
    const next = newSecret();
    expect(await verify(body, headers, [next, secret], now)).toEqual(event);
    expect(await verify(body, headersOf(body, [next, secret]), secret, now)).toEqual(event);
    expect(await verify(body, headersOf(body, [next, secret]), next, now)).toEqual(event);
  });

  it('with the secret as it stands in an environment: with spaces around it, or without its prefix', async () => {
    expect(await verify(body, headers, ` ${secret}\n`, now)).toEqual(event);
    expect(await verify(body, headers, secret.slice('whsec_'.length), now)).toEqual(event);
  });

  it('beside signatures of other kinds, and of no kind', async () => {
    const signature = `v1a,abcd v1,!!! v2,zz x ${headers['webhook-signature']}`;
    expect(await verify(body, { ...headers, 'webhook-signature': signature }, secret, now)).toEqual(event);
  });

  it('up to 5 minutes from the clock in both directions', async () => {
    for (const seconds of [-300, 300]) {
      const at = new Date(NOW.getTime() + seconds * 1000);
      expect(await verify(body, headersOf(body, [secret], at), secret, now)).toEqual(event);
    }
  });
});

test('an event of a type that only a newer server has is unknown, with all it says', async () => {
  const newer = { id: 'evt_1', type: 'post.recycled', timestamp: event.timestamp, data: { post: { id: 'post_1' } } };
  const text = JSON.stringify(newer);
  expect(await verify(text, headersOf(text), secret, now)).toEqual({
    ...newer,
    type: 'unknown',
    originalType: newer.type,
  });
});

const signatureOf = (value: string) => ({ ...headers, 'webhook-signature': value });
const without = (name: string) => Object.fromEntries(Object.entries(headers).filter(([own]) => own !== name));
const at = (seconds: number) => headersOf(body, [secret], new Date(NOW.getTime() + seconds * 1000));

describe('everything else is refused, with a code that says why', () => {
  it.each<[string, unknown, unknown, unknown, string, RegExp]>([
    ['a body that was parsed', event, headers, secret, 'body_not_raw', /exactly as they were received/],
    ['no body', undefined, headers, secret, 'body_not_raw', /parsed before/],
    ['no webhook-id', body, without('webhook-id'), secret, 'header_missing', /Missing: webhook-id\.$/],
    ['no webhook-timestamp', body, without('webhook-timestamp'), secret, 'header_missing', /webhook-timestamp/],
    ['no webhook-signature', body, new Headers(), secret, 'header_missing', /Missing: webhook-id/],
    ['no headers', body, undefined, secret, 'header_missing', /Missing/],
    [
      'a timestamp that is none',
      body,
      { ...headers, 'webhook-timestamp': '1e9' },
      secret,
      'header_malformed',
      /seconds/,
    ],
    ['no secret', body, headers, undefined, 'secret_malformed', /whsec_/],
    ['no secrets', body, headers, [], 'secret_malformed', /whsec_/],
    ['an empty secret', body, headers, '', 'secret_malformed', /whsec_/],
    ['a secret that is no base64', body, headers, 'whsec_%%%', 'secret_malformed', /whsec_/],
    ['a secret that is too short', body, headers, 'whsec_c2hvcnQ=', 'secret_malformed', /whsec_/],
    ['another secret', body, headers, newSecret(), 'signature_mismatch', /another webhook or was rotated/],
    [
      'a changed body',
      body.replace('failed', 'Failed'),
      headers,
      secret,
      'signature_mismatch',
      /not the one that was sent/,
    ],
    ['a body that was written again', JSON.stringify(event, null, 1), headers, secret, 'signature_mismatch', /body/],
    ['another id', body, { ...headers, 'webhook-id': 'evt_2' }, secret, 'signature_mismatch', /signature/],
    [
      'a shortened signature',
      body,
      signatureOf(headers['webhook-signature']!.slice(0, -4)),
      secret,
      'signature_mismatch',
      /./,
    ],
    ['an empty list of signatures', body, signatureOf(' '), secret, 'signature_mismatch', /./],
    [
      'only the eleventh signature fits',
      body,
      signatureOf(`${'v1,AAAA '.repeat(10)}${headers['webhook-signature']}`),
      secret,
      'signature_mismatch',
      /./,
    ],
    [
      '301 seconds old',
      body,
      at(-301),
      secret,
      'timestamp_too_old',
      /clock of this machine is fast\. It is 301 seconds away, and 300 are allowed\.$/,
    ],
    ['301 seconds ahead', body, at(301), secret, 'timestamp_too_new', /clock of this machine is slow/],
    ['signed text', 'hello', headersOf('hello'), secret, 'not_an_event', /./],
    ['signed null', 'null', headersOf('null'), secret, 'not_an_event', /./],
  ])('%s', async (_, raw, given, own, code, says) => {
    const error = await rejection(verify(raw as string, given as WebhookHeaders, own as string, now));
    expect(error).toBeInstanceOf(WebhookVerificationError);
    expect(error).toBeInstanceOf(FanfareError);
    expect(error).toMatchObject({ name: 'WebhookVerificationError', code });
    expect((error as Error).message).toMatch(says);
    expect((error as Error).message).toMatch(new RegExp(`^${code}: `));
  });

  it('and no message holds the secret or the body', async () => {
    for (const [raw, own] of [
      [body, secret.slice(0, 20)],
      [`${body} `, secret],
      ['hello', secret],
    ] as const) {
      const error = await rejection(verify(raw, raw === 'hello' ? headersOf('hello') : headers, own, now));
      const { message, stack } = error as Error;
      for (const text of [message, stack]) {
        expect(text).not.toContain(own.slice(6));
        expect(text).not.toContain(event.id);
      }
    }
  });
});

test('the tolerance can be changed', async () => {
  expect(await verify(body, at(-3600), secret, { ...now, toleranceSeconds: 3600 })).toEqual(event);
  expect(await rejection(verify(body, at(-2), secret, { ...now, toleranceSeconds: 1 }))).toMatchObject({
    code: 'timestamp_too_old',
  });
});

test('without a moment the clock of the machine counts, and headers of Node fit as they are', async () => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { type } = await verify(Buffer.concat(chunks), request.headers, secret);
    response.end(type);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    body,
    headers: headersOf(body, [secret], new Date()),
  });
  expect(await answer.text()).toBe('target.failed');
  server.close();
});
