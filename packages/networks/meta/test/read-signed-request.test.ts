import { createHmac } from 'node:crypto';
import { Secret } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { createRemoval, readSignedRequest } from '../src/read-signed-request.ts';

const KEY = 'app-secret-of-instagram';
const appSecret = new Secret(KEY);
const NOW = Date.parse('2026-11-20T12:00:00Z');
const issuedAt = NOW / 1000 - 3;
const payload = { algorithm: 'HMAC-SHA256', issued_at: issuedAt, user_id: '218471' };

const signText = (text: string, key = KEY): string => {
  const encoded = Buffer.from(text).toString('base64url');
  return `${createHmac('sha256', key).update(encoded).digest('base64url')}.${encoded}`;
};
const sign = (body: unknown, key = KEY): string => signText(JSON.stringify(body), key);
const read = (text: string) => readSignedRequest(text, appSecret, { now: NOW });
const accepted = (platformUserId: string) => ({ ok: true, platformUserId, issuedAt: issuedAt * 1000 });
const refused = (reason: string) => ({ ok: false, reason });

describe('readSignedRequest', () => {
  it('reads who removed the app and when', () => {
    expect(read(sign(payload))).toEqual(accepted('218471'));
  });

  it('holds for a request signed elsewhere, byte for byte', () => {
    // Made with: printf %s '{"algorithm":"HMAC-SHA256","issued_at":1795175997,"user_id":"218471"}'
    // | basenc --base64url, then openssl dgst -sha256 -hmac.
    const foreign =
      'z5Kl4KWwYDkpDhwjlPNHRJoSJdwTbrkoTuHIHX3W7F4.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImlzc3VlZF9hdCI6MTc5NTE3NTk5NywidXNlcl9pZCI6IjIxODQ3MSJ9';
    expect(read(foreign)).toEqual(accepted('218471'));
  });

  it.each([
    ['a bare number', '218471', '218471'],
    ['a bare number beyond 2^53', '27640875392278831', '27640875392278831'],
    ['a bare number of 20 digits', '17841405793187218123', '17841405793187218123'],
    ['a string beyond 2^53', '"27640875392278831"', '27640875392278831'],
  ])('keeps every digit of a user id that is %s', (_, written, platformUserId) => {
    const text = `{"user_id":${written},"algorithm":"HMAC-SHA256","issued_at":${issuedAt}}`;
    expect(read(signText(text))).toEqual(accepted(platformUserId));
  });

  it('accepts the algorithm in any case and ignores other fields', () => {
    const body = { ...payload, algorithm: 'hmac-sha256', expires: 1, oauth_token: 'x' };
    expect(read(sign(body))).toEqual(accepted('218471'));
  });

  it.each([
    ['signed with another secret', sign(payload, 'app-secret-of-threads')],
    ['signed with an empty secret', sign(payload, '')],
    [
      'whose payload was changed',
      sign(payload).replace(/\.(.)/, (_, first: string) => `.${first === 'e' ? 'f' : 'e'}`),
    ],
    [
      'whose payload was exchanged',
      `${sign(payload).split('.')[0]}.${sign({ ...payload, user_id: '1' }).split('.')[1]}`,
    ],
    ['whose signature was cut', sign(payload).slice(5)],
    ['whose signature is one character', `A.${sign(payload).split('.')[1]}`],
    ['whose payload was cut', sign(payload).slice(0, -6)],
    [
      'signed over the decoded payload',
      (() => {
        const text = JSON.stringify(payload);
        return `${createHmac('sha256', KEY).update(text).digest('base64url')}.${Buffer.from(text).toString('base64url')}`;
      })(),
    ],
    [
      'signed with SHA-1',
      (() => {
        const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
        return `${createHmac('sha1', KEY).update(encoded).digest('base64url')}.${encoded}`;
      })(),
    ],
  ])('refuses one %s', (_, text) => {
    expect(read(text)).toEqual(refused('bad_signature'));
  });

  it.each([
    ['empty', ''],
    ['without a dot', sign(payload).replace('.', '')],
    ['with two dots', `${sign(payload)}.x`],
    ['without a signature', `.${sign(payload).split('.')[1]}`],
    ['without a payload', `${sign(payload).split('.')[0]}.`],
    ['with padding', `${sign(payload)}=`],
    ['in plain base64', sign(payload).replace(/^./, '+')],
    ['with a line break behind it', `${sign(payload)}\n`],
    ['not of text', '\u0000\ud800.\u0000'],
    ['whose payload is no JSON', signText('{"algorithm":')],
    ['whose payload is no object', sign(['HMAC-SHA256'])],
    ['whose payload is null', sign(null)],
    ['without a user', sign({ ...payload, user_id: undefined })],
    ['with an empty user', sign({ ...payload, user_id: '' })],
    [
      'with a user that is no whole number',
      signText(`{"algorithm":"HMAC-SHA256","issued_at":${issuedAt},"user_id":2.76e30}`),
    ],
    ['with a user that is an object', sign({ ...payload, user_id: { id: '1' } })],
    ['with a user that is not an id', sign({ ...payload, user_id: "1' or '1'='1" })],
    ['without a time', sign({ ...payload, issued_at: undefined })],
    ['with a time that is text', sign({ ...payload, issued_at: '2026' })],
    ['without an algorithm', sign({ ...payload, algorithm: undefined })],
  ])('refuses one %s', (_, text) => {
    expect(read(text)).toEqual(refused('malformed'));
  });

  it.each(['none', 'HMAC-SHA1', 'HMAC-SHA512', ''])(
    'refuses the algorithm "%s" though the signature holds',
    (algorithm) => {
      expect(read(sign({ ...payload, algorithm }))).toEqual(refused('unsupported_algorithm'));
    },
  );

  it('refuses an oversized one without hashing it', () => {
    const huge = sign({ ...payload, more: 'x'.repeat(4000) });
    expect(read(huge)).toEqual(refused('too_large'));
  });

  it('refuses one that is more than a day old, to the second', () => {
    const at = (seconds: number) => sign({ ...payload, issued_at: NOW / 1000 - seconds });
    expect(read(at(86_400))).toMatchObject({ ok: true });
    expect(read(at(86_401))).toEqual(refused('too_old'));
    expect(readSignedRequest(at(61), appSecret, { now: NOW, maxAgeMs: 60_000 })).toEqual(refused('too_old'));
  });

  it('accepts one from the future, since only the network can sign it', () => {
    expect(read(sign({ ...payload, issued_at: NOW / 1000 + 600 }))).toMatchObject({
      ok: true,
      issuedAt: NOW + 600_000,
    });
  });
});

describe('createRemoval', () => {
  it('keeps the secret of its product', () => {
    const instagram = createRemoval(appSecret);
    expect(instagram.readSignedRequest(sign(payload), NOW)).toEqual(accepted('218471'));
    expect(createRemoval(new Secret('other')).readSignedRequest(sign(payload), NOW)).toEqual(refused('bad_signature'));
  });
});
