import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core';
import { z } from 'zod';
import { type Contract, contract } from './contract.ts';
import { HUB_TYPES, type HubType } from './hub-type.ts';
import { optionFields, shownOptions, TARGET_OPTIONS } from './options/target-options.ts';
import { OAUTH_PLATFORMS, type OAuthPlatform, PLATFORMS } from './platform.ts';
import { TEXT_COUNTS, type TextCount } from './platforms.ts';
import { requestedTargetWith, TARGET_FIELDS, TargetRequestSchema, targetRequestWith } from './targets.ts';
import { type Wider, widenEnums } from './widen-enums.ts';

/** The names of an installation's networks and hub drivers, and how networks count texts. */
export type NetworkWords = {
  readonly platforms: readonly OAuthPlatform[];
  readonly textCounts: readonly TextCount[];
  /** Types of the hubs it has drivers for; default: the shipped ones. */
  readonly hubTypes?: readonly HubType[];
  /** Blocks of options of networks and hub drivers that are added, by their names. */
  readonly options?: Readonly<Record<string, z.ZodTypeAny>>;
};

/**
 * The contract of an installation with these networks and hub drivers: requests and answers may
 * name each of them beside the shipped ones. With nothing beyond those it is the contract itself.
 *
 * @example
 * const ours = contractFor({ platforms: ['x', 'linkedin', 'mastodon'], textCounts: ['weighted', 'utf16', 'mastodon'] });
 * buildOpenApi(ours).components?.schemas?.Platform; // { type: 'string', enum: ['instagram', …, 'hub', 'mastodon'], … }
 */
export function contractFor({ platforms, textCounts, hubTypes = [], options = {} }: NetworkWords): Contract {
  const names = beyond(PLATFORMS, platforms);
  const wider: Wider = new Map<readonly string[], readonly string[]>([
    [PLATFORMS, names],
    [OAUTH_PLATFORMS, names],
    [TEXT_COUNTS, beyond(TEXT_COUNTS, textCounts)],
    [HUB_TYPES, beyond(HUB_TYPES, hubTypes)],
  ]);
  const blocks = Object.fromEntries(Object.entries(options).filter(([name]) => !(name in TARGET_OPTIONS)));
  if ([...wider.values()].every((more) => more.length === 0) && Object.keys(blocks).length === 0) return contract;
  // The same routes with the same kinds of schemas; `PlatformNames`, `TextCounts` and
  // `HubTypeNames` hold the names they now take.
  return widenRouter(contract, widenEnums(wider, withBlocks(blocks))) as Contract;
}

/** Gives targets of requests and answers the blocks of networks and hub drivers that are added. */
const withBlocks = (blocks: Readonly<Record<string, z.ZodTypeAny>>) => {
  const { requested } = TARGET_FIELDS;
  const wider = new Map<z.ZodTypeAny, z.ZodTypeAny>([
    [TargetRequestSchema, targetRequestWith(optionFields(blocks))],
    [requested, requestedTargetWith(shownOptions(blocks)).describe(requested.description!)],
  ]);
  return (schema: z.ZodTypeAny): z.ZodTypeAny => wider.get(schema) ?? schema;
};

const beyond = (known: readonly string[], all: readonly string[]): readonly string[] => [
  ...new Set(all.filter((name) => !known.includes(name))),
];

type Widen = ReturnType<typeof widenEnums>;

const mapValues = <A, B>(record: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

function widenRouter(router: AppRouter, widen: Widen): AppRouter {
  return mapValues(router, (entry) => (isAppRoute(entry) ? widenRoute(entry, widen) : widenRouter(entry, widen)));
}

/** The parts of a route that are a schema, or have one for each status. */
function widenRoute(route: AppRoute, widen: Widen): AppRoute {
  const wide = (value: unknown) => (value instanceof z.ZodType ? widen(value) : value);
  const { responses, ...parts } = route;
  // Object.entries loses the type of each field; each value is replaced by one of the same type.
  return { ...mapValues(parts, wide), responses: mapValues(responses, wide) } as AppRoute;
}
