import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SCENARIO_NAMES, type ScenarioName } from '../scenarios.ts';
import type { Seed } from '../seed-types.ts';

export const HELP = `fanfare-mock: the API of Fanfare in memory

  --port <n>        port to listen on (4010); 0 takes a free one
  --host <address>  address to listen on (127.0.0.1)
  --seed <file>     JSON with plan, accounts, posts, webhooks, usedUnits
  --random <n>      seed of ids and keys (1): the same number gives the same ids
  --scenario <name> ${SCENARIO_NAMES.join(', ')}
  --frozen          time stands still until POST /__mock/clock moves it
  --linkedin-member-metrics
                    LinkedIn members have metrics, as with an app that LinkedIn has approved
  --deliver         webhooks are called at their addresses
  --allowed-host <host>
                    a private host that webhooks and media may have, and pages that may use /__mock, such as localhost:3000; can be
                    repeated
  --help            this text
`;

export type Arguments = {
  readonly port: number;
  readonly host: string;
  readonly random: number;
  readonly start: Seed | null;
  readonly scenario: ScenarioName | null;
  readonly isFrozen: boolean;
  readonly linkedinMemberMetrics: boolean;
  readonly deliver: boolean;
  readonly allowedHosts: readonly string[];
  readonly help: boolean;
};

/** Reads the command line. Throws an Error with a sentence for people when it is invalid. */
export function readArguments(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '4010' },
      host: { type: 'string', default: '127.0.0.1' },
      seed: { type: 'string' },
      random: { type: 'string', default: '1' },
      scenario: { type: 'string' },
      frozen: { type: 'boolean', default: false },
      'linkedin-member-metrics': { type: 'boolean', default: false },
      deliver: { type: 'boolean', default: false },
      'allowed-host': { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  const scenario = values.scenario === undefined ? null : SCENARIO_NAMES.find((name) => name === values.scenario);
  if (scenario === undefined)
    throw new Error(`There is no scenario ${values.scenario}. Known: ${SCENARIO_NAMES.join(', ')}.`);
  return {
    port: readInteger('--port', values.port, 65_535),
    host: values.host,
    random: readInteger('--random', values.random, 2 ** 32 - 1),
    start: values.seed === undefined ? null : JSON.parse(readFileSync(values.seed, 'utf8')),
    scenario,
    isFrozen: values.frozen,
    linkedinMemberMetrics: values['linkedin-member-metrics'],
    deliver: values.deliver,
    allowedHosts: values['allowed-host'],
    help: values.help,
  };
}

function readInteger(name: string, text: string, max: number): number {
  if (/^\d{1,10}$/.test(text) && Number(text) <= max) return Number(text);
  throw new Error(`${name} must be an integer from 0 to ${max}, not ${text}.`);
}
