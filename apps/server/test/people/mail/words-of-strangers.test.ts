import { expect, test } from 'vitest';
import { nameInMail } from '../../../src/people/mail/name-in-mail.ts';
import { browserName } from '../../../src/people/sign-in/browser-name.ts';
import { newAddress, useSignIn } from '../sign-in/use-sign-in.ts';

const { mails, browser, ask } = await useSignIn({ signUp: { kind: 'invitation' } });

const LURES = [
  'Click https://evil.example now/1.0',
  'evil.example/2 (Win the prize; visit www.evil.example)',
  'Your account is closed, call +1-555-0100',
  'Mozilla/5.0 (evil.example) AppleWebKit (KHTML, like Gecko) evil.example/140.0',
  'x'.repeat(300),
];

test('a mail repeats no word of a user agent', async () => {
  for (const lure of LURES) {
    const email = newAddress();
    await ask(browser(lure), email);
    const [mail] = await mails.mailsTo(email);
    for (const part of [mail!.text, mail!.html, mail!.subject])
      expect(part).not.toMatch(/evil|prize|call|closed|xxxx/i);
    expect(mail!.text).toMatch(/^Asked from: (an unknown browser|Safari)$/m);
  }
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['', 'an unknown browser'],
])('%j is %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});

test.each([
  ['Harbour Coffee', 'Harbour Coffee'],
  ['ada@example.com', 'ada@example.com'],
  ['Café St. Pauli', 'Café St. Pauli'],
  ['Verify at https://evil.example/login?u=1', 'Verify at https evil example login?u=1'],
  ['evil.example', 'evil example'],
  ['write to eve@evil.example today', 'write to eve evil example today'],
  ['a\u202egnirts\r\nBcc: x', 'a gnirts Bcc: x'],
  ['👩‍🚒 '.repeat(40).trim(), expect.stringMatching(/^.{1,60}…$/u)],
])('a name %j stands in mails as %j', (name, shown) => {
  expect(nameInMail(name)).toEqual(shown);
});
