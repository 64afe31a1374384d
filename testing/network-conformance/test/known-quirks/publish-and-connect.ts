import { NetworkError } from '@fanfare/network';
import { type Fixture, REDIRECT_URI, type Subject, settle } from '@fanfare/network-conformance';
import type { Draft } from '@fanfare/rules';
import { controlOf } from '../sandbox-network.ts';

/** Sets a control of the simulated network. */
export const setControl = (
  fixture: Fixture,
  control: string,
  body: Readonly<Record<string, unknown>>,
): Promise<unknown> => controlOf(fixture.testNetwork)(`/${fixture.adapter.platform}/${control}`, body);

/** An answer in place of the network's own, given as its exact text: a bare number stays one. */
export const answerWith = (fixture: Fixture, method: string, path: string, body: string, status = 200): Promise<void> =>
  fixture.testNetwork.fail({
    method,
    path,
    action: 'status',
    status,
    body,
    headers: { 'content-type': 'application/json' },
  });

/**
 * Publishes as the executor does: a refusal is final, and an unknown outcome is settled by reading.
 */
export async function publishOnce(fixture: Fixture, draft: Draft) {
  const { publish } = fixture.adapter;
  const call = fixture.call();
  const prepared = await publish.prepare(call, draft);
  const intendedAt = fixture.clock.now();
  try {
    return { state: 'live' as const, ...(await publish.send(call, prepared)) };
  } catch (error) {
    if (!(error instanceof NetworkError) || error.outcome !== 'unknown') throw error;
    const subject: Subject = {
      prepare: (run) => publish.prepare(run, draft),
      send: (run, ready) => publish.send(run, ready),
      reconcile: (run, attempt) => publish.reconcile(run, { ...attempt, input: draft }),
      live: async () => [],
    };
    return await settle({ subject, call, clock: fixture.clock }, { prepared, intendedAt, error }, (ask) => ask());
  }
}

/** Connects the person again, like a returning user. */
export async function connectAgain(fixture: Fixture) {
  const { connect } = fixture.adapter;
  const page = connect.authorizeUrl({ state: 'state-3', redirectUri: REDIRECT_URI, codeChallenge: null });
  const query = await fixture.testNetwork.allow(page);
  const code = query.get('code') ?? '';
  const credential = await connect.exchange(fixture.call(), { code, redirectUri: REDIRECT_URI, codeVerifier: null });
  return { credential, answered: await connect.profiles(fixture.call(), credential) };
}

/** Requests of one kind that reached the network, with their form. */
export const formsOf = (fixture: Fixture, path: RegExp): readonly Readonly<Record<string, string>>[] =>
  fixture.requests
    .filter(({ method, url }) => method === 'POST' && path.test(url.pathname))
    .map(({ body }) => Object.fromEntries(new URLSearchParams(body().toString())));

export const publicCalls = (fixture: Fixture): number =>
  fixture.sent.filter(({ effect }) => effect === 'public').length;

/**
 * Publishes the first post and the second, which quotes it, and returns the second as people see
 * it.
 */
export async function quoteOnce(fixture: Fixture, first: Draft, second: Draft): Promise<unknown> {
  const published = await publishOnce(fixture, first);
  const quotePostId = published.state === 'live' ? published.platformPostId : null;
  if (quotePostId === null) throw new Error('The first post has no id.');
  await publishOnce(fixture, { ...second, options: { quotePostId } });
  const [quote] = await fixture.testNetwork.posts();
  return quote;
}
