import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from '../src/redact.ts';

describe('credentials are hidden', () => {
  it.each([
    ['GET /me?fields=id&access_token=EAAxyz&x=1', 'GET /me?fields=id&access_token=[redacted]&x=1'],
    ['?code=abc&state=def&code_verifier=ghi', '?code=[redacted]&state=[redacted]&code_verifier=[redacted]'],
    ['grant_type=refresh_token&refresh_token=a.b-c_d~e', 'grant_type=refresh_token&refresh_token=[redacted]'],
    ['client_secret=s3cret; signed_request=a.b', 'client_secret=[redacted]; signed_request=[redacted]'],
    [
      'fb_exchange_token=x appsecret_proof=y id_token=z',
      'fb_exchange_token=[redacted] appsecret_proof=[redacted] id_token=[redacted]',
    ],
    ['ACCESS_TOKEN=abc', 'ACCESS_TOKEN=[redacted]'],
    ['long_lived_access_token=abc', 'long_lived_access_token=[redacted]'],
    ['access_token%3Dabc%26x', 'access_token%3D[redacted]'],
    ['access_token: abc', 'access_token: [redacted]'],
    ['access_token="abc"', 'access_token=[redacted]"'],
    ['{"access_token":"abc","expires_in":60}', '{"access_token":"[redacted]","expires_in":60}'],
    ['{ "refresh_token" : "a\\/b=" }', '{ "refresh_token" : "[redacted]" }'],
    [
      '{"body":"{\\"access_token\\":\\"abc\\",\\"x\\":1}"}',
      '{"body":"{\\"access_token\\":\\"[redacted]\\",\\"x\\":1}"}',
    ],
    ["{ clientSecret: 'abc', accessToken: 'def' }", "{ clientSecret: [redacted]', accessToken: [redacted]' }"],
    ['Authorization: Bearer abc.def-123', 'Authorization: Bearer [redacted]'],
    ['authorization: basic dTpw', 'authorization: basic [redacted]'],
    ['key fanfare_sk_abc123XYZ is unknown', 'key [redacted] is unknown'],
    ['/fanfare_at_abc123XYZ/fanfare_rt_ab-c_1', '/[redacted]/[redacted]'],
    ['Malformed access token EAACEdEose0cBAGZB1', 'Malformed access token [redacted]'],
    ['IGAAabcdefghijklmnop1234', '[redacted]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', '[redacted]'],
    [`token ${'a1'.repeat(45)} rejected`, 'token [redacted] rejected'],
  ])('%j', (text, hidden) => {
    expect(redact(text)).toBe(hidden);
  });
});

describe('similar words stay', () => {
  it.each([
    '{"error":{"message":"Invalid parameter","type":"OAuthException","code":100,"error_subcode":2207009}}',
    '{"code":"DUPLICATE_POST","state":"PROCESSING"}',
    'error_code=190 (statuscode=400)',
    'The access token has expired.',
    'Invalid OAuth access token - Cannot parse access token',
    'urn:li:share:7123456789012345678',
    'https://example.com/a/path?width=100',
  ])('%j', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('a text is cut', () => {
  it('to 500 characters, with an ellipsis as the last', () => {
    const text = 'word '.repeat(200);
    expect(redact(text)).toBe(`${text.slice(0, 499)}…`);
    expect(redact(text.slice(0, 500))).toBe(text.slice(0, 500));
  });

  it('never through the middle of a character', () => {
    expect(redact('🎺🎺🎺', 4)).toBe('🎺…');
  });

  it('not at all when the limit is infinite', () => {
    const text = 'word '.repeat(2_000);
    expect(redact(text, Number.POSITIVE_INFINITY)).toBe(text);
  });

  it('only after redaction', () => {
    expect(redact(`${'x '.repeat(240)}access_token=abcdefghijklmnopqrstuvwxyz`)).not.toContain('abc');
  });
});

it('a credential that the cut would halve is hidden, wherever it stands in a text of any length', () => {
  const token = `EAA${'aB3'.repeat(60)}`;
  for (const before of [0, 400, 480, 2_300, 2_400, 2_440, 2_480, 2_490, 2_499, 65_400, 65_530])
    for (const maxChars of [500, Number.POSITIVE_INFINITY])
      for (const filler of ['x ', `${token} `]) {
        const text = `${filler.repeat(Math.floor(before / filler.length))} ${token}${' tail'.repeat(20_000)}`;
        expect(redact(text, maxChars).replaceAll('[redacted]', '')).not.toMatch(/aB3/);
      }
});

it('a long text without spaces in another script keeps its beginning', () => {
  expect(redact('日本語'.repeat(2_000))).toBe(`${'日本語'.repeat(167).slice(0, 499)}…`);
});

const secrets = fc.stringMatching(/^[A-Za-z0-9._~/-]{24,60}$/);
const shapes = fc.constantFrom(
  (s: string) => `?access_token=${s}&x=1`,
  (s: string) => `refresh_token=${s}`,
  (s: string) => `{"access_token":"${s}"}`,
  (s: string) => JSON.stringify(JSON.stringify({ refresh_token: s })),
  (s: string) => `Bearer ${s}`,
  (s: string) => `/cb?code=${s}&state=${s}`,
);

it('a secret in any known form is redacted, whatever surrounds it', () => {
  fc.assert(
    fc.property(fc.string(), shapes, secrets, fc.string(), (before, shape, secret, after) => {
      expect(redact(`${before} ${shape(secret)} ${after}`, Number.POSITIVE_INFINITY)).not.toContain(secret);
    }),
    { numRuns: 2_000 },
  );
});
