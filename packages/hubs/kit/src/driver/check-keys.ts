import type { Answer } from '@fanfare/network';
import type { KitRun } from '../kit-run.ts';
import { expiryMembers } from '../protocol/read-key.ts';
import { failed, noneOf, passed, skipped } from '../report/check.ts';
import { RULES } from '../rules.ts';
import { type Connected, type KitKey, siteOf } from './kit-key.ts';
import { watchHttp } from './watch-http.ts';

/** Connects with every key twice. Returns those that work. */
export async function checkKeys(run: KitRun, keys: readonly KitKey[]): Promise<readonly Connected[]> {
  const { recorder } = run;
  recorder.section('The keys');
  const connected: Connected[] = [];
  const again: Connected[] = [];
  const answers: Answer[] = [];
  const none = 'there is no key';
  const expected = 'the API and the user of the key, who may publish and upload';
  for (const [index, key] of keys.entries()) {
    const name = `${key.driver.name} works with ${key.isMade ? `the key of code ${index + 1}` : 'the key that was given'}`;
    await recorder.check({ name, rule: key.isMade ? RULES.rights : RULES.keyWorks, expected }, async () => {
      const first = await connect(run, key, answers);
      if (typeof first === 'string') return failed(first);
      connected.push(first);
      const second = await connect(run, key, answers);
      if (typeof second === 'string') return failed(`a second connect: ${second}`);
      again.push(second);
      return passed();
    });
  }
  await recorder.check(
    { name: 'the user stays the same', rule: RULES.userId, expected: 'one id of one user, at every connect' },
    () => (connected.length === 0 ? skipped(none) : noneOf(changesOf([...connected, ...again]))),
  );
  await recorder.check(
    {
      name: 'no key says that it ends',
      rule: RULES.noExpiry,
      expected: 'no expiry in a key or in what the hub says of it',
    },
    () => {
      if (connected.length === 0) return skipped(none);
      const named = answers.flatMap(({ json }) => expiryMembers(json)).map((name) => `the hub names ${name}`);
      const inside = (isMade: boolean) =>
        keys.filter((key) => key.isMade === isMade).flatMap(({ apiKey }) => lifeOf(apiKey.reveal()));
      const problems = [...new Set([...named, ...inside(true).map((life) => `a key is ${life}`)])];
      const [life] = inside(false);
      if (life === undefined || problems.length > 0) return noneOf(problems);
      return skipped(`the key that was given is ${life}; the account must be connected again before`);
    },
  );
  return connected;
}

async function connect(run: KitRun, key: KitKey, answers: Answer[]): Promise<Connected | string> {
  const io = { http: watchHttp(run.http, (answer) => answers.push(answer)), clock: run.clock, signal: run.signal };
  const answer = await key.driver.connect(io, key);
  if (!answer.ok) return answer.message;
  const { site, remoteId, username } = answer.user;
  const call = { ...run, hub: siteOf(key, site), username, apiKey: key.apiKey };
  return { key, remoteId, call };
}

/** Users whose id differs from one connect to the next, or from one key to another. */
function changesOf(connected: readonly Connected[]): readonly string[] {
  const ids = new Map<string, Set<string>>();
  for (const { key, remoteId, call } of connected) {
    const name = `${key.driver.type} ${call.username}`;
    ids.set(name, (ids.get(name) ?? new Set()).add(remoteId));
  }
  const named = new Map<string, Set<string>>();
  for (const { key, remoteId } of connected) {
    if (key.userId !== undefined) named.set(remoteId, (named.get(remoteId) ?? new Set()).add(key.userId));
  }
  return [...ids.values(), ...named.values()]
    .filter((of) => of.size > 1)
    .map((of) => `one user has the ids ${[...of].join(', ')}`);
}

/** A JSON Web Token may say when it ends. */
function lifeOf(key: string): readonly string[] {
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(key) ?? [];
  if (payload === undefined) return [];
  try {
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return typeof exp === 'number' ? [`a JSON Web Token that ends on ${new Date(exp * 1_000).toISOString()}`] : [];
  } catch {
    return [];
  }
}
