import { describe, expect, it } from 'vitest';
import { hubUserId, judgeHubAddress } from '../src/hub-address.ts';
import { HUB_REFUSALS } from '../src/hub-refusals.ts';

const noHost = () => false;

describe('a hub may be contacted at a public https address, in one form', () => {
  it.each([
    ['https://community.example.org', 'https://community.example.org'],
    ['https://Community.Example.org/', 'https://community.example.org'],
    ['https://community.example.org:443//', 'https://community.example.org'],
    ['https://community.example.org:8443/blog/', 'https://community.example.org:8443/blog'],
    ['https://93.184.215.14/hub', 'https://93.184.215.14/hub'],
  ])('%s is %s', (hubUrl, url) => {
    expect(judgeHubAddress(hubUrl, noHost)).toEqual({ ok: true, url });
  });
});

describe('any other address is refused, unless the operator has allowed its host', () => {
  it.each([
    'http://community.example.org',
    'https://localhost',
    'https://hub',
    'https://hub.lan',
    'https://127.1',
    'https://0x7f000001',
    'https://[::1]',
    'https://[::ffff:10.0.0.5]',
    'https://10.0.0.5',
    'https://169.254.169.254',
    'https://community.example.org:22',
    'https://community.example.org:5432',
  ])('%s', (hubUrl) => {
    expect(judgeHubAddress(hubUrl, noHost)).toEqual(HUB_REFUSALS.urlNotAllowed());
    const { host } = new URL(hubUrl);
    expect(judgeHubAddress(hubUrl, (url) => url.host === host)).toEqual({ ok: true, url: new URL(hubUrl).origin });
  });
});

describe('the id of a hub user names the user, the host and the path of the hub', () => {
  it.each([
    ['42', 'https://community.example.org', 'user:42@community.example.org'],
    ['42', 'https://community.example.org:8443/blog', 'user:42@community.example.org:8443/blog'],
    ['https://ann.example/', 'https://ann.example/micropub', 'user:https://ann.example/@ann.example/micropub'],
  ])('%s at %s is %s', (remoteId, url, id) => {
    expect(hubUserId(remoteId, url)).toBe(id);
  });
});
