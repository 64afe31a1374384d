import { expect, test } from 'vitest';
import { explore } from './explore.ts';
import { LOST_IS_REJECTED, type Sabotage, STARTS_ANY_TIME, withoutGuards } from './sabotage.ts';
import { overtaken as anyOvertaken, commenting, scenario, withoutComments } from './scenarios.ts';

// Faults of posts must show on posts.
const posts = withoutComments(scenario);
const overtaken = withoutComments(anyOvertaken);

/**
 * Proof that the invariants can fail: each of these services lacks one thing, and must be detected.
 */
test.each<[what: string, sabotage: Sabotage, invariants: RegExp, scenarios?: typeof posts]>([
  ['takes a lost answer for a refusal', LOST_IS_REJECTED, /live/],
  ['sends however late it is', STARTS_ANY_TIME, /not recorded|live 2 times/, overtaken],
  [
    'has no unique rule, and does not read its journal',
    withoutGuards('one_public_write', 'journal'),
    /live \d times|two publishes in its journal/,
  ],
  [
    'has no unique rule, and records without a lease',
    withoutGuards('one_public_write', 'intend_fence'),
    /open or accepted publishes/,
  ],
  ['does not read its journal', withoutGuards('journal'), /is live/],
  [
    'has no unique rule, and does not read its journal before a comment',
    withoutGuards('one_public_write', 'journal'),
    /has \d live comments|two comments in its journal/,
    commenting,
  ],
  [
    'does not read its journal before a comment',
    withoutGuards('journal'),
    /its comment failed with \w+, and has one/,
    commenting,
  ],
  [
    'sweeps comments without reading the journal',
    withoutGuards('sweep_doubt'),
    /its comment failed with worker_lost/,
    commenting,
  ],
  [
    'lets an overtaken run fail a comment',
    withoutGuards('settle_fence'),
    /its comment failed with \w+, and has one/,
    commenting,
  ],
  ['overwrites what is settled', withoutGuards('final_status'), /billed|is live/],
  ['records without a lease', withoutGuards('intend_fence'), /is live/, overtaken],
  ['lets an overtaken run fail a target', withoutGuards('settle_fence'), /is live/, overtaken],
  ['lets an overtaken run settle a write', withoutGuards('resolve_fence'), /is live|not recorded/, overtaken],
  ['takes the post of a twin for its own', withoutGuards('twins'), /live 0 times|id of another post/],
  ['sweeps without reading the journal', withoutGuards('sweep_doubt'), /worker_lost and is live/],
])('a service that %s is detected', async (_, sabotage, invariants, scenarios = posts) => {
  const { broken } = await explore({ runs: 10_000, seed: 7, sabotage, shrink: false, scenarios });
  expect(broken?.invariants.join('; ')).toMatch(invariants);
});

test.each<[what: string, sabotage: Sabotage]>([
  ['the unique rule alone', withoutGuards('journal')],
  ['the journal alone', withoutGuards('one_public_write')],
])('%s prevents a target from being live twice', async (_, sabotage) => {
  for (let seed = 1; seed <= 500; seed++) {
    const { broken } = await explore({ runs: 3, seed, sabotage, shrink: false });
    expect(broken?.invariants.join('; ') ?? '').not.toMatch(/live \d times|\d live comments/);
  }
});
