import type { Fixture } from '@fanfare/network-conformance';
import type { World } from '../simulator/world.ts';
import { simulatorOf } from './mastodon-network.ts';

type Provocation = (world: World) => void;

/** Makes the simulator itself refuse the next call, by its error message. */
const PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  invalid_grant: ({ codes }) => codes.clear(),
  'The access token is invalid': ({ tokens }) => tokens.clear(),
  'The access token was revoked': ({ tokens }) => {
    for (const token of tokens.values()) token.revoked = true;
  },
  'This action is outside the authorized scopes': ({ tokens }) => {
    for (const [text, token] of tokens) tokens.set(text, { ...token, scopes: [] });
  },
  'Your login is currently disabled': ({ people }) => {
    for (const person of people) person.disabled = true;
  },
  'Too many requests': ({ people, calls, now }) => {
    for (const { id } of people) calls.set(id, { count: 300, until: now() + 30_000 });
  },
};

/** Deleted posts cannot be answered, boosted or counted. */
const forgetPosts: Provocation = (world) => {
  world.statuses = [];
};
const NEEDS_A_POST = ['comment', 'repost', 'metrics'];

export function provocationOf(edge: string, error: string): ((fixture: Fixture) => Promise<void>) | undefined {
  const isGone = error === 'Record not found' && NEEDS_A_POST.includes(edge);
  const provoke = isGone ? forgetPosts : PROVOCATIONS[error];
  return provoke && (async ({ testNetwork }) => provoke(simulatorOf(testNetwork).world));
}
