import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPrivateHost } from '../src/private-host.ts';

const asHost = (url: string) => new URL(url).hostname;

describe('a private address is seen in every notation', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.0.0.1./',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://0/',
    'http://1２7.０.0.1/',
    'http://①②⑦。⓪。⓪。①/',
    'http://%31%32%37.0.0.1/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[64:ff9b:1::a00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
    'http://[3fff:fff::1]/',
    'http://[2620:4f:8000::1]/',
    'http://[4000::1]/',
  ])('%s', (url) => {
    expect(isPrivateHost(asHost(url))).toBe(true);
  });
});

describe('names of local networks and of metadata services are private', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'api.localhost',
    'localhost.localdomain',
    'printer.local',
    'metadata.google.internal',
    'metadata.goog',
    'metadata.tencentyun.com',
    'nas.home.arpa',
    'home.arpa',
    'db.corp',
    'router.lan',
    'metadata',
    'redis',
  ])('%s', (host) => {
    expect(isPrivateHost(host)).toBe(true);
  });
});

describe('what is not a host at all counts as private', () => {
  it.each(['', ' ', '256.0.0.1', '1.2.3.4.5', '[::1', '[fe80::1%25eth0]', 'exa mple.com', 'a:b'])('%j', (host) => {
    expect(isPrivateHost(host)).toBe(true);
  });
});

describe('public hosts pass', () => {
  it.each([
    'example.com',
    'example.com.',
    'cdn.example.co.uk',
    'localhost.example.com',
    'local.example.com',
    'mylocalhost.com',
    'internal.example.org',
    '127.0.0.1.nip.io',
    'xn--mnchen-3ya.de',
    '8.8.8.8',
    '0x08080808',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '168.63.129.15',
    '168.63.129.17',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '[2606:4700:4700::1111]',
    '[2001:200::1]',
    '[2a00:1450:4001:82a::200e]',
    '[::ffff:8.8.8.8]',
  ])('%s', (host) => {
    expect(isPrivateHost(host)).toBe(false);
  });
});

describe('notation never changes the answer', () => {
  it('an IPv4 address is judged alike as dotted, decimal, hex, octal, short and mapped', () => {
    fc.assert(
      fc.property(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)), ([a, b, c, d]) => {
        const number = ((a * 256 + b) * 256 + c) * 256 + d;
        const judged = isPrivateHost(`${a}.${b}.${c}.${d}`);
        const forms = [
          String(number),
          `0x${number.toString(16)}`,
          `0${number.toString(8)}`,
          `0x${a.toString(16)}.0${b.toString(8)}.${c}.${d}`,
          `${a}.${b}.${c * 256 + d}`,
          `${a}.${(b * 256 + c) * 256 + d}`,
          `[::ffff:${a}.${b}.${c}.${d}]`,
        ];
        expect(forms.map((form) => isPrivateHost(form))).toEqual(forms.map(() => judged));
      }),
    );
  });

  it('every string gets an answer', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (host) => typeof isPrivateHost(host) === 'boolean'));
  });
});
