import { NetworkError } from '@fanfare/network';
import { expect } from 'vitest';
import type { Edge, Run } from './conformance.ts';
import { type Fixture, REDIRECT_URI } from './fixture.ts';
import { publishPlain, subjectOf, type WriteName } from './subject.ts';
import type { Suite } from './suite.ts';

type Deps = Pick<Suite, 'conformance' | 'adapter' | 'fixture'>;

/** The result of a refused call. */
export type Became = {
  readonly code: string;
  readonly outcome: string | null;
  readonly retryAfterMs: number | null;
  readonly credential: 'expired' | 'revoked' | null;
  readonly operator: boolean;
  readonly remedy: string | null;
};

const SUCCESS: Became = {
  code: 'success',
  outcome: null,
  retryAfterMs: null,
  credential: null,
  operator: false,
  remedy: null,
};

/** Whether an edge is that of a public write. */
const WRITES: readonly Run[] = ['publish', 'comment', 'repost', 'unpublish'] satisfies readonly WriteName[];
export const isWrite = (run: Run): run is WriteName => WRITES.includes(run);

/** Prepares one call on an edge. The returned function makes the call and reports its result. */
export async function reach({ conformance, adapter, fixture }: Deps, edge: Edge): Promise<() => Promise<Became>> {
  const run = isWrite(edge.run)
    ? await readyWrite(conformance, fixture(), edge.run)
    : await readyRead({ conformance, adapter, fixture }, edge);
  return async () => {
    try {
      await run();
      return SUCCESS;
    } catch (error) {
      if (!(error instanceof NetworkError)) throw new Error('An adapter threw something else.', { cause: error });
      const { code, outcome, retryAfterMs = null, credential = null, operator = false, remedy = null } = error.facts;
      expect(error.message).toMatch(/^\w+: \S.*\.$/s);
      return { code, outcome, retryAfterMs, credential, operator, remedy };
    }
  };
}

async function readyWrite(conformance: Suite['conformance'], fixture: Fixture, name: WriteName) {
  const subject = await subjectOf(conformance, fixture, name);
  const call = fixture.call();
  const prepared = await subject.prepare(call);
  return () => subject.send(call, prepared);
}

async function readyRead({ conformance, adapter, fixture }: Deps, edge: Edge): Promise<() => Promise<unknown>> {
  const { testNetwork, credential, callback, codeVerifier, clock } = fixture();
  const call = fixture().call();
  const { connect, revoke, permalink, metrics, publish } = adapter;
  switch (edge.run) {
    case 'exchange': {
      const code = callback.get('code') ?? '';
      return () => connect.exchange(call, { code, redirectUri: REDIRECT_URI, codeVerifier });
    }
    case 'refresh':
      clock.advance(2 * 86_400_000);
      return async () => connect.refresh?.(call, credential);
    case 'revoke':
      return async () => revoke?.(call);
    case 'prepare': {
      const draft = conformance.drafts(testNetwork.files)[edge.draft ?? 'plain'];
      if (draft === undefined) throw new Error(`There is no draft "${edge.draft}".`);
      return () => publish.prepare(call, draft);
    }
    case 'prepare-comment': {
      const subject = await subjectOf(conformance, fixture(), 'comment');
      return () => subject.prepare(call);
    }
    case 'permalink': {
      const id = await publishPlain(conformance, fixture());
      return async () => permalink?.(call, id);
    }
    case 'metrics': {
      const id = await publishPlain(conformance, fixture());
      return async () => metrics?.(call, id);
    }
    default:
      return () => connect.profiles(call, credential);
  }
}
