import { NetworkError } from '@fanfare/network';
import { REDIRECT_URI, type Stage, type Subject, settle } from '@fanfare/network-conformance';
import type { Draft } from '@fanfare/rules';
import { controlOf } from '../sandbox-rig.ts';

/** Turns a control of the network the stage plays. */
export const turn = (stage: Stage, control: string, body: Readonly<Record<string, unknown>>): Promise<unknown> =>
  controlOf(stage.rig)(`/${stage.adapter.platform}/${control}`, body);

/** An answer in the place of the network's own, given as its very text: a bare number stays one. */
export const answerWith = (stage: Stage, method: string, path: string, body: string, status = 200): Promise<void> =>
  stage.rig.fail({ method, path, action: 'status', status, body, headers: { 'content-type': 'application/json' } });

/** Publishes as the executor does: a refusal is final, and what is unknown is settled by reading. */
export async function publishOnce(stage: Stage, draft: Draft) {
  const { publish } = stage.adapter;
  const call = stage.call();
  const prepared = await publish.prepare(call, draft);
  const intendedAt = stage.clock.now();
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
    return await settle({ subject, call, clock: stage.clock }, { prepared, intendedAt, error }, (ask) => ask());
  }
}

/** Connects the person once more, as a user who comes back. */
export async function connectAgain(stage: Stage) {
  const { connect } = stage.adapter;
  const page = connect.authorizeUrl({ state: 'state-3', redirectUri: REDIRECT_URI, codeChallenge: null });
  const query = await stage.rig.allow(page);
  const code = query.get('code') ?? '';
  const credential = await connect.exchange(stage.call(), { code, redirectUri: REDIRECT_URI, codeVerifier: null });
  return { credential, answered: await connect.profiles(stage.call(), credential) };
}

/** Requests of one kind that reached the network, with their form. */
export const formsOf = (stage: Stage, path: RegExp): readonly Readonly<Record<string, string>>[] =>
  stage.requests
    .filter(({ method, url }) => method === 'POST' && path.test(url.pathname))
    .map(({ body }) => Object.fromEntries(new URLSearchParams(body().toString())));

export const publicCalls = (stage: Stage): number => stage.sent.filter(({ effect }) => effect === 'public').length;
