import { describe, expect, test } from 'vitest';
import { escapeHtml, formTargets, isSameOrigin, pagePolicy } from '../src/page-security.ts';

test('text in a page has no markup', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;`)).toBe('&#60;a href=&#34;x&#34; title=&#39;y&#39;&#62;&#38;amp;');
});

test.each([
  [[], []],
  [[null], []],
  [['https://network.example/authorize?x=1'], ['https:']],
  [['https://network.example', 'https://app.example'], ['https:']],
  [
    ['https://network.example', 'http://localhost:3000/done'],
    ['https:', 'http://localhost:3000'],
  ],
])('a form that ends at %j may lead to %j', (addresses, targets) => {
  expect(formTargets(...addresses)).toEqual(targets);
});

test('the policy of a page names its style and where its forms lead', () => {
  const rest = "frame-ancestors 'none'; base-uri 'none'";
  const start = "default-src 'none'; img-src data:; style-src 'sha256-abc'";
  expect(pagePolicy('abc')).toBe(`${start}; form-action 'self'; ${rest}`);
  expect(pagePolicy('abc', ['https:'])).toBe(`${start}; form-action 'self' https:; ${rest}`);
  expect(pagePolicy('abc', [], { ownImages: true })).toBe(
    `${start.replace('img-src data:', "img-src 'self' data:")}; form-action 'self'; ${rest}`,
  );
});

describe('a request comes from a page of the service', () => {
  const OWN = 'https://fanfare.example';

  test.each<[site: string | null, origin: string | null, isOwn: boolean]>([
    ['same-origin', OWN, true],
    ['same-origin', 'null', true],
    ['same-site', OWN, false],
    ['cross-site', OWN, false],
    ['none', OWN, false],
    [null, OWN, true],
    [null, 'https://evil.example', false],
    [null, 'http://fanfare.example', false],
    [null, 'null', false],
    [null, null, false],
  ])('Sec-Fetch-Site %s and Origin %s: %s', (site, origin, isOwn) => {
    expect(isSameOrigin({ site, origin }, OWN)).toBe(isOwn);
  });
});
