import type { OAuthPlatform } from '@fanfare/contract';
import type { Environment } from '../../config/environment.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

type AppCredentials = {
  readonly platform: OAuthPlatform;
  readonly prefix: string;
  readonly id: string;
  readonly secret: string;
  /** Custom address, where credentials may have any form. */
  readonly isElsewhere: boolean;
};

const NETWORKS = [
  ['instagram', 'INSTAGRAM_API_URL'],
  ['threads', 'THREADS_GRAPH_URL'],
  ['x', 'X_API_URL'],
  ['linkedin', 'LINKEDIN_API_URL'],
] as const;

/** Networks with numeric app ids (Meta, "App Dashboard, Basic settings", checked 2026-11). */
const NUMERIC_IDS: readonly OAuthPlatform[] = ['instagram', 'threads'];
const PLACEHOLDER = /[\s"'<>]|^(?:your|change|replace|todo|xxx|example)/i;

/** Checks that app credentials are complete and look like credentials. */
export function checkNetworks(environment: Environment): readonly Finding[] {
  const all = appCredentials(environment);
  const problems = all.flatMap(judge);
  if (problems.length > 0) return problems;
  const isSet = ({ id }: AppCredentials): boolean => id !== '';
  const names = all.filter(isSet).map(({ platform }) => platform);
  if (names.length === 0)
    return [
      warning(
        'networks',
        'No network has app credentials: nobody can connect an account, except of a hub.',
        'Set those of the networks you want, see docs/networks/.',
      ),
    ];
  return [ok('networks', `App credentials are set for ${names.join(', ')}.`)];
}

function judge({ platform, prefix, id, secret, isElsewhere }: AppCredentials): readonly Finding[] {
  if (id === '' && secret === '') return [];
  const found = (message: string, fix: string) => [
    problem('networks', message, `${fix} See docs/networks/${platform}.md.`),
  ];
  if (id === '') return found(`${prefix}_CLIENT_SECRET is set without ${prefix}_CLIENT_ID.`, 'Set both.');
  // Public clients of X have no secret.
  if (secret === '' && platform !== 'x')
    return found(`${prefix}_CLIENT_ID is set without ${prefix}_CLIENT_SECRET.`, 'Set both.');
  if (PLACEHOLDER.test(id)) return found(`${prefix}_CLIENT_ID is a sample text.`, 'Set the id of your app.');
  if (PLACEHOLDER.test(secret))
    return found(`${prefix}_CLIENT_SECRET is a sample text.`, 'Set the secret of your app.');
  if (id === secret)
    return found(`${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET are the same.`, 'Correct the wrong one.');
  if (!isElsewhere && NUMERIC_IDS.includes(platform) && !/^\d+$/.test(id))
    return found(`${prefix}_CLIENT_ID is not a number.`, 'Set the app id, not its name.');
  return [];
}

const appCredentials = (env: Environment): readonly AppCredentials[] =>
  NETWORKS.map(([platform, address]) => {
    const prefix = platform.toUpperCase() as Uppercase<typeof platform>;
    const [id, secret] = [env[`${prefix}_CLIENT_ID`], env[`${prefix}_CLIENT_SECRET`]];
    return { platform, prefix, id, secret, isElsewhere: env[address] !== undefined };
  });
