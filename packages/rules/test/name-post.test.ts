import { expect, test } from 'vitest';
import { namePost, type PostNames } from '../src/name-post.ts';
import { refuseAll } from '../src/refusal.ts';

const numbers = (platform: PostNames['platform'], host: string): PostNames => ({
  platform,
  readPostUrl: ({ hostname, pathname }) => (hostname === host && /^\/\d+$/.test(pathname) ? pathname.slice(1) : null),
  postIdProblem: (text) => (/^\d{1,19}$/.test(text) ? null : `${platform} has no such id.`),
});
const x = numbers('x', 'x.com');
const threads = numbers('threads', 'threads.com');

const refused = (path: string, message: string) => refuseAll('invalid_request', [{ path, message }]);

test.each([
  'https://x.com/20',
  'http://x.com/20',
  'HTTPS://X.COM/20',
  'x.com/20',
  'x.com:443/20',
  '//x.com/20',
  '  https://x.com/20\n',
  '\u00a0x.com/20\t',
  '20',
  ' 20 ',
])('%j names the post 20 on x', (url) => {
  expect(namePost([x], { url })).toEqual({ ok: true, platform: 'x', platformPostId: '20' });
});

test.each([
  '',
  ' ',
  'https:/x.com/20',
  'https:x.com/20',
  'https://x.com/ 20',
  'x.com/2\n0',
  'https:\\\\x.com\\20',
  'ftp://x.com/20',
  'javascript:alert(1)',
  'mailto:x.com/20',
  'x.com@evil.example/20',
  'evil.example/?x.com/20',
  'x.com',
  '12345678901234567890',
  '２０',
  'http://',
  '://x.com/20',
])('%j names none', (url) => {
  expect(namePost([x], { url })).toEqual(
    refused(
      'url',
      'This is not a link to a post on x. Send the address of the post itself, or platform and platformPostId.',
    ),
  );
});

test('the shortener is refused: only a call could resolve it', () => {
  expect(namePost([x], { url: 't.co/abc' })).toEqual(
    refused('url', 'A t.co link does not show which post it leads to. Open it and send the address it ends at.'),
  );
});

test('a bare number that two networks have is asked for with its platform', () => {
  expect(namePost([x, threads], { url: '20' })).toEqual(
    refused('url', 'This is an id on x or on threads. Send platform and platformPostId.'),
  );
});

test('an id that cannot be one of the platform is refused; where ids have no known form any text is one', () => {
  expect(namePost([x], { platform: 'x', platformPostId: 'twenty' })).toEqual(
    refused('platformPostId', 'x has no such id.'),
  );
  expect(namePost([x], { platform: 'linkedin', platformPostId: 'urn:li:share:1' })).toEqual({
    ok: true,
    platform: 'linkedin',
    platformPostId: 'urn:li:share:1',
  });
});
