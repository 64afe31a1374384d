import type { Platform } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { affectedAccounts, wantsEvent } from '../src/index.ts';
import { AT, account, failed, post, published } from './event-sample.ts';

const all = { events: [], platforms: [], profileId: null };
const place = (platform: Platform, profileId: string | null = null) => ({ platform, profileId });
const type = 'target.failed';

test.each([
  ['every event', all, [place('x')], true],
  ['its type', { ...all, events: [type] }, [place('x')], true],
  ['another type', { ...all, events: ['post.failed'] }, [place('x')], false],
  ['its platform', { ...all, platforms: ['x'] }, [place('x')], true],
  ['another platform', { ...all, platforms: ['threads'] }, [place('x')], false],
  ['one of several platforms', { ...all, platforms: ['x'] }, [place('threads'), place('x')], true],
  ['its grouping key', { ...all, profileId: 'a' }, [place('x', 'a')], true],
  ['another grouping key', { ...all, profileId: 'a' }, [place('x', 'b')], false],
  ['no grouping key', { ...all, profileId: 'a' }, [place('x')], false],
  ['platform and key of one account', { ...all, platforms: ['x'], profileId: 'a' }, [place('x', 'a')], true],
  [
    'platform and key of two accounts',
    { ...all, platforms: ['x'], profileId: 'a' },
    [place('x', 'b'), place('threads', 'a')],
    false,
  ],
  ['the whole project, for every platform', { ...all, platforms: ['x'] }, [], true],
  ['the whole project, for one grouping key', { ...all, profileId: 'a' }, [], false],
  ['the whole project, another type', { ...all, events: ['post.failed'] }, [], false],
] as const)('a webhook wants what its filters let through: %s', (_, filters, places, wants) => {
  expect(wantsEvent(filters, { type, accounts: places })).toBe(wants);
});

const head = { id: 'evt_1', at: AT };
const repost = { ...published, targetId: null, platformPostId: '20', platformRepostId: null };
const places = [
  [{ ...head, type: 'post.published', post }, [place('instagram', 'customer-17'), place('x')]],
  [{ ...head, type: 'target.failed', post, targetId: failed.id }, [place('x')]],
  [{ ...head, type: 'comment.failed', post, targetId: published.id }, [place('instagram', 'customer-17')]],
  [
    { ...head, type: 'repost.failed', repost: { ...repost, status: 'failed', error: 'a: b', repostedAt: null } },
    [place('instagram', 'customer-17')],
  ],
  [{ ...head, type: 'account.expired', account }, [place('x', 'customer-17')]],
  [{ ...head, type: 'account.removed', account }, [place('x', 'customer-17')]],
  [
    { ...head, type: 'network.version_ended', network: { platform: 'x', version: '1', nextVersion: null } },
    [place('x')],
  ],
  [{ ...head, type: 'webhook.test', webhook: { id: 'whk_1' } }, []],
] as const;

test.each(places)('an event happens on each account that it is about: %j', (facts, expected) => {
  const found = affectedAccounts(facts).map(({ platform, profileId }) => place(platform, profileId));
  expect(found).toEqual(expected);
});
