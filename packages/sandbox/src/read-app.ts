import { BadControl, type JsonObject, readOptionalText, readText, refuseUnknown } from './read-json.ts';
import type { AppRegistration, Simulator } from './simulator.ts';

/** The new state of an app; fields that are absent keep the values of a known app. */
export function readApp(body: JsonObject, simulator: Simulator): AppRegistration {
  const callbacks = simulator.callsBack ? ['deauthorizeUrl', 'dataDeletionUrl'] : [];
  refuseUnknown(body, ['clientId', 'clientSecret', 'redirectUris', ...callbacks]);
  const clientId = readText(body, 'clientId');
  const before = simulator.findApp(clientId);
  const keeps = (field: string) => before !== undefined && body[field] === undefined;
  const deauthorizeUrl = readAddress(body, 'deauthorizeUrl') ?? before?.deauthorizeUrl;
  const dataDeletionUrl = readAddress(body, 'dataDeletionUrl') ?? before?.dataDeletionUrl;
  return {
    clientId,
    clientSecret: before && keeps('clientSecret') ? before.clientSecret : readText(body, 'clientSecret'),
    redirectUris: before && keeps('redirectUris') ? before.redirectUris : readTexts(body, 'redirectUris'),
    ...(deauthorizeUrl !== undefined && { deauthorizeUrl }),
    ...(dataDeletionUrl !== undefined && { dataDeletionUrl }),
  };
}

function readAddress(body: JsonObject, key: string): string | undefined {
  const address = readOptionalText(body, key) ?? undefined;
  if (address !== undefined && !URL.canParse(address)) throw new BadControl(`"${key}" must be an address`);
  return address;
}

function readTexts(body: JsonObject, key: string): readonly string[] {
  const value = body[key];
  if (!Array.isArray(value) || value.length === 0)
    throw new BadControl(`"${key}" must be a list of texts that is not empty`);
  return value.map((each: unknown) => readText({ [key]: each }, key));
}
