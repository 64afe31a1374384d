import type { Stage } from '@fanfare/network-conformance';
import type { World } from '../simulator/world.ts';
import { simulatorOf } from './play-mastodon.ts';

type Provocation = (world: World) => void;

/** What makes the simulator itself refuse the next call, by what it then says. */
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

/** Posts that are gone are not found by whoever answers them, boosts them or counts them. */
const forgetPosts: Provocation = (world) => {
  world.statuses = [];
};
const NEEDS_A_POST = ['comment', 'repost', 'metrics'];

export function provocationOf(edge: string, error: string): ((stage: Stage) => Promise<void>) | undefined {
  const isGone = error === 'Record not found' && NEEDS_A_POST.includes(edge);
  const provoke = isGone ? forgetPosts : PROVOCATIONS[error];
  return provoke && (async ({ rig }) => provoke(simulatorOf(rig).world));
}
