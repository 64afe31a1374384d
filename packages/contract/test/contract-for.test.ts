import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '../src/contract.ts';
import { contractFor } from '../src/contract-for.ts';
import { exampleHubAccount } from '../src/example-resources.ts';
import { notesOf, type RouteName } from '../src/index.ts';
import { buildOpenApi, openApiYaml } from '../src/openapi-yaml.ts';
import { PLATFORMS } from '../src/platform.ts';
import { type Route, routesOf } from '../src/routes.ts';
import { widenEnums } from '../src/widen-enums.ts';

declare module '../src/platform.ts' {
  interface PlatformNames {
    /** Platform of this file's contract alone; the package is compiled without it. */
    pigeon: 'oauth';
  }
}
declare module '../src/hub-type.ts' {
  interface HubTypeNames {
    dovecote: true;
  }
}
declare module '../src/platforms.ts' {
  interface TextCounts {
    feathers: true;
  }
}

const wider = contractFor({
  platforms: ['x', 'pigeon', 'pigeon'],
  textCounts: ['weighted', 'feathers'],
  hubTypes: ['dovecote'],
});
const routes = new Map(routesOf(wider).map((route) => [route.name, route]));
const routeOf = (name: RouteName): Route => routes.get(name)!;
const ID = 'acc_01j9z3k6v8e4qb2m7n5p0r1s2t';

test('with no network beyond the spec’s it is the contract itself', () => {
  expect(contractFor({ platforms: ['linkedin', 'x'], textCounts: ['utf16'] })).toBe(contract);
  expect(contractFor({ platforms: [], textCounts: [] })).toBe(contract);
  expect(contractFor({ platforms: [], textCounts: [], hubTypes: ['micropub', 'wordpress'] })).toBe(contract);
});

test('a hub of an added type is connected and shown like the others; a misspelt type is refused', () => {
  const { body, responses } = routeOf('accounts.connectHub');
  const byKey = (type: string) => ({ hubUrl: 'https://loft.example.org', type, apiKey: 'coo' });
  expect(body?.safeParse(byKey('dovecote')).error).toBeUndefined();
  expect(body?.safeParse(byKey('dovecot')).success).toBe(false);
  const shipped = routesOf().find(({ name }) => name === 'accounts.connectHub');
  expect(shipped?.body?.safeParse(byKey('dovecote')).success).toBe(false);
  const hub = { type: 'dovecote', url: 'https://loft.example.org', name: 'Loft', defaultSpaceSlug: null };
  const answer = { account: { ...exampleHubAccount, hub } };
  expect(responses[201]?.parse(answer)).toEqual(answer);
});

test('the shipped contract refuses a name that the other one takes, wherever a request has a platform', () => {
  const requests: readonly (readonly [RouteName, 'body' | 'query', unknown])[] = [
    ['accounts.connect', 'body', { platform: 'pigeon' }],
    ['accounts.list', 'query', { platform: 'pigeon' }],
    ['posts.list', 'query', { platform: 'pigeon' }],
    ['posts.create', 'body', { content: 'Coo', platforms: [{ platform: 'pigeon', accountId: ID }] }],
    ['posts.validate', 'body', { content: 'Coo', platforms: [{ platform: 'pigeon', accountId: ID }] }],
    ['reposts.create', 'body', { platform: 'pigeon', platformPostId: '1', accountIds: [ID] }],
  ];
  for (const [name, part, request] of requests) {
    const shipped = routesOf().find((route) => route.name === name)?.[part];
    expect([name, shipped?.safeParse(request).success]).toEqual([name, false]);
    expect([name, routeOf(name)[part]?.safeParse(request).error]).toEqual([name, undefined]);
  }
});

test('a hub is still not connected through the OAuth flow, and a misspelt platform is still refused', () => {
  const { body } = routeOf('accounts.connect');
  for (const platform of ['hub', 'pidgin']) expect(body?.safeParse({ platform }).success).toBe(false);
});

test('every example of the contract is valid by the wider one, and reads the same', () => {
  for (const [name, route] of routes) {
    const { requests, answers } = notesOf(name);
    for (const { value } of requests) expect([name, route.body?.safeParse(value).error]).toEqual([name, undefined]);
    for (const [status, { example }] of Object.entries(answers))
      expect([name, route.responses[Number(status)]?.parse(example?.value)]).toEqual([name, example?.value]);
  }
});

test('its description differs from the shipped one in the names alone', () => {
  const shipped = openApiYaml();
  const lines = openApiYaml(wider).split('\n');
  const added = lines.filter((line) => /^ *- (?:pigeon|feathers|dovecote)$/.test(line)).map((line) => line.trim());
  expect(added.sort()).toEqual(['- dovecote', '- feathers', '- pigeon', '- pigeon']);
  expect(lines.filter((line) => !/^ *- (?:pigeon|feathers|dovecote)$/.test(line)).join('\n')).toBe(shipped);
  expect(buildOpenApi(wider).components?.schemas?.Platform).toMatchObject({ enum: [...PLATFORMS, 'pigeon'] });
  expect(openApiYaml()).toBe(shipped);
});

test('a kind of schema nobody thought of is a loud mistake, not a narrow enum', () => {
  const widen = widenEnums(new Map([[PLATFORMS, ['pigeon']]]));
  expect(() => widen(z.object({ a: z.map(z.string(), z.enum(PLATFORMS)) }))).toThrow(/ZodMap cannot be looked into/);
});
