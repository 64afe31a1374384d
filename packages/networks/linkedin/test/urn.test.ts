import { describe, expect, it } from 'vitest';
import { authorUrn, isPage, pageId, postUrl, restliList, restliValue } from '../src/urn.ts';

describe('URNs', () => {
  it('names the author of a person and of a page', () => {
    expect(authorUrn('782bbtaQ')).toBe('urn:li:person:782bbtaQ');
    expect(authorUrn('organization:2414183')).toBe('urn:li:organization:2414183');
  });

  it('separates a page from a person', () => {
    expect(['organization:2414183', '782bbtaQ', 'organization:', 'organization:12x'].map(isPage)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('reads the id of organizations only', () => {
    const urns = ['urn:li:organization:2414183', 'urn:li:organizationBrand:5', 'urn:li:person:782bbtaQ', ''];
    expect(urns.map(pageId)).toEqual(['2414183', null, null, null]);
  });

  it('percent-encodes values for paths and lists, parentheses included', () => {
    expect(restliValue('urn:li:share:68')).toBe('urn%3Ali%3Ashare%3A68');
    expect(restliValue('urn:li:comment:(urn:li:activity:1,2)')).toBe(
      'urn%3Ali%3Acomment%3A%28urn%3Ali%3Aactivity%3A1%2C2%29',
    );
    expect(restliList(['2414183', 'urn:li:share:1'])).toBe('List(2414183,urn%3Ali%3Ashare%3A1)');
  });

  it('makes a public address with the URN unencoded', () => {
    expect(postUrl('http://127.0.0.1:4010/linkedin-www', 'urn:li:ugcPost:7')).toBe(
      'http://127.0.0.1:4010/linkedin-www/feed/update/urn:li:ugcPost:7',
    );
  });
});
