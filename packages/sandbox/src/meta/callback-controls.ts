import { randomBytes } from 'node:crypto';
import {
  BadControl,
  type JsonObject,
  readChoice,
  readFlag,
  readOptionalText,
  readText,
  refuseUnknown,
} from '../read-json.ts';
import type { Simulator } from '../simulator.ts';
import { readPerson } from './person-controls.ts';
import { type CallbackAnswer, postSignedRequest, signRequest } from './signed-request.ts';
import type { MetaWorld } from './world.ts';

type SentCallback = CallbackAnswer & { readonly signedRequest: string };

/** What Meta sends to an app when a person removes it (`deauthorize`) and asks for their data to be deleted (`data-deletion`). Both end the person's tokens. */
export function createCallbackControls(deps: { readonly world: MetaWorld }): Simulator['controls'] {
  const send = (body: JsonObject) => sendCallback(deps.world, body);
  return { deauthorize: send, 'data-deletion': send };
}

const known = ['username', 'callbackUrl', 'clientId', 'userId', 'numericUserId', 'forged'];

async function sendCallback(world: MetaWorld, body: JsonObject): Promise<SentCallback> {
  refuseUnknown(body, known);
  const profile = readPerson(world, body);
  const callbackUrl = readText(body, 'callbackUrl');
  if (!URL.canParse(callbackUrl)) throw new BadControl('"callbackUrl" must be an address');
  const clientId = readOptionalText(body, 'clientId') ?? world.apps.first().clientId;
  const app = world.apps.find(clientId);
  if (!app) throw new BadControl(`no app ${clientId}`);

  // Which of the two ids Instagram sends is not documented: both can be tried.
  const usesAccountId =
    body.userId !== undefined && readChoice(body, 'userId', ['app_scoped', 'account']) === 'account';
  const userId = usesAccountId ? profile.accountId : profile.scopedId;
  const isForged = body.forged !== undefined && readFlag(body, 'forged');
  const isNumeric = body.numericUserId !== undefined && readFlag(body, 'numericUserId');
  const issuedAt = Math.floor(world.clock.now() / 1000);
  const payload = JSON.stringify({
    algorithm: 'HMAC-SHA256',
    issued_at: issuedAt,
    expires: issuedAt + 3600,
    user_id: userId,
  });
  const signedRequest = signRequest(
    isNumeric ? payload.replace(`"user_id":"${userId}"`, `"user_id":${userId}`) : payload,
    isForged ? randomBytes(16).toString('hex') : app.clientSecret,
  );
  // A forger has no say over the person's tokens.
  if (!isForged) {
    for (const token of world.tokens.ofProfile(profile.username)) {
      if (token.clientId === clientId) token.state = 'app_removed';
    }
  }
  return { ...(await postSignedRequest(callbackUrl, signedRequest)), signedRequest };
}
