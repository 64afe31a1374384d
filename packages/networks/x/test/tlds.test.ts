import twitterText from 'twitter-text';
import { expect, test } from 'vitest';
import { NEWER_TLDS, TWITTER_TEXT_TLDS } from '../src/tlds.gen.ts';
import { createTldEnd, isTld } from '../src/tlds.ts';

test('the published parser knows every ending of the first list and none of the second', () => {
  const isKnown = (tld: string) => twitterText.extractUrls(`http://example.${tld}`).length > 0;
  expect(TWITTER_TEXT_TLDS.filter((tld) => !isKnown(tld))).toEqual([]);
  expect(NEWER_TLDS.filter(isKnown)).toEqual([]);
});

test('the longest ending wins, and none that a letter continues', () => {
  const end = createTldEnd(['co', 'com', '嘉里', '嘉里大酒店']);
  const rest = (text: string) => end(text, 0, text.length);
  expect(rest('com')).toBe(3);
  expect(rest('co.uk')).toBe(2);
  expect(rest('comx')).toBe(-1);
  expect(rest('com-')).toBe(-1);
  expect(rest('com中')).toBe(3);
  expect(rest('嘉里大酒店')).toBe(5);
  expect(rest('嘉里大')).toBe(2);
  expect(rest('嘉里a')).toBe(-1);
});

test('case is ignored within ASCII only', () => {
  expect(isTld('COM', 0, 3)).toBe(3);
  expect(isTld('РФ', 0, 2)).toBe(2);
  expect(isTld('\u212AG', 0, 2)).toBe(-1);
});

test('nothing at or after the limit is looked at', () => {
  expect(isTld('comx', 0, 3)).toBe(3);
  expect(isTld('xn--p1ai', 0, 8)).toBe(8);
  expect(isTld('xn--p1ai', 0, 4)).toBe(-1);
});
