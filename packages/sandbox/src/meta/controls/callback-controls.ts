import { randomBytes } from 'node:crypto';
import {
  BadControl,
  type JsonObject,
  readChoice,
  readFlag,
  readOptionalText,
  readText,
  readWhole,
  refuseUnknown,
} from '../../read-json.ts';
import type { AppRegistration, Simulator } from '../../simulator.ts';
import { type CallbackAnswer, postSignedRequest, signRequest } from '../login/signed-request.ts';
import type { MetaProfile } from '../profiles.ts';
import type { MetaWorld } from '../world.ts';
import { readPerson } from './person-controls.ts';

/** The app's last answer; all answers when the same request was sent more than once. */
type SentCallback = CallbackAnswer & { readonly signedRequest: string; readonly answers?: readonly CallbackAnswer[] };

type Kind = { readonly name: string; readonly setting: 'deauthorizeUrl' | 'dataDeletionUrl' };

const YEAR_SECONDS = 366 * 86_400;
const LIFE_SECONDS = 3600;
const CUT_CHARACTERS = 12;
const known = ['username', 'callbackUrl', 'clientId', 'userId', 'numericUserId', 'repeat'];
/** Each makes a request that Meta does not send: forged, replayed or broken. */
const forgeryFields = ['forged', 'ageSeconds', 'truncated', 'algorithm'];

/** Sends Meta's callbacks `deauthorize` and `data-deletion`, which end the person's tokens. */
export function createCallbackControls(deps: { readonly world: MetaWorld }): Simulator['controls'] {
  const kinds: readonly Kind[] = [
    { name: 'deauthorize', setting: 'deauthorizeUrl' },
    { name: 'data-deletion', setting: 'dataDeletionUrl' },
  ];
  return Object.fromEntries(
    kinds.map((kind) => [kind.name, (body: JsonObject) => sendCallback(deps.world, kind, body)]),
  );
}

async function sendCallback(world: MetaWorld, kind: Kind, body: JsonObject): Promise<SentCallback> {
  refuseUnknown(body, [...known, ...forgeryFields]);
  const profile = readPerson(world, body);
  const clientId = readOptionalText(body, 'clientId') ?? world.apps.first().clientId;
  const app = world.apps.find(clientId);
  if (!app) throw new BadControl(`no app ${clientId}`);
  const callbackUrl = readCallbackUrl(body, kind, app);
  const signedRequest = makeSignedRequest(world, body, { profile, app });
  const repeat = body.repeat === undefined ? 1 : readWhole(body, 'repeat', { min: 1, max: 100 });

  // Only a genuine request of Meta ends the person's tokens.
  if (!forgeryFields.some((name) => body[name] !== undefined && body[name] !== false)) {
    for (const token of world.tokens.ofProfile(profile.username)) {
      if (token.clientId === clientId) token.state = 'app_removed';
    }
  }
  const answers: CallbackAnswer[] = [];
  for (let sent = 1; sent < repeat; sent++) answers.push(await postSignedRequest(callbackUrl, signedRequest));
  const last = await postSignedRequest(callbackUrl, signedRequest);
  return { ...last, signedRequest, ...(repeat > 1 && { answers: [...answers, last] }) };
}

function readCallbackUrl(body: JsonObject, kind: Kind, app: AppRegistration): string {
  const callbackUrl = readOptionalText(body, 'callbackUrl') ?? app[kind.setting];
  if (callbackUrl === undefined) {
    throw new BadControl(
      `the app ${app.clientId} has no "${kind.setting}": set it with POST …/apps, or give "callbackUrl"`,
    );
  }
  if (!URL.canParse(callbackUrl)) throw new BadControl('"callbackUrl" must be an address');
  return callbackUrl;
}

/** The payload (Meta, data deletion callback, 2026-10), unless the body changes it. */
function makeSignedRequest(
  world: MetaWorld,
  body: JsonObject,
  { profile, app }: { readonly profile: MetaProfile; readonly app: AppRegistration },
): string {
  const flag = (name: string) => body[name] !== undefined && readFlag(body, name);
  // Which of the two ids Instagram sends is not documented: both can be tried.
  const usesAccountId =
    body.userId !== undefined && readChoice(body, 'userId', ['app_scoped', 'account']) === 'account';
  const userId = usesAccountId ? profile.accountId : profile.scopedId;
  const ageSeconds = body.ageSeconds === undefined ? 0 : readWhole(body, 'ageSeconds', { min: 0, max: YEAR_SECONDS });
  const issuedAt = Math.floor(world.clock.now() / 1000) - ageSeconds;
  const payload = JSON.stringify({
    algorithm: body.algorithm === undefined ? 'HMAC-SHA256' : readText(body, 'algorithm'),
    issued_at: issuedAt,
    expires: issuedAt + LIFE_SECONDS,
    user_id: userId,
  });
  const signed = signRequest(
    flag('numericUserId') ? payload.replace(`"user_id":"${userId}"`, `"user_id":${userId}`) : payload,
    flag('forged') ? randomBytes(16).toString('hex') : app.clientSecret,
  );
  return flag('truncated') ? signed.slice(0, -CUT_CHARACTERS) : signed;
}
