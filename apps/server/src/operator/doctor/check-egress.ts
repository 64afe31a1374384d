import type { Settings } from '../../config/config.ts';
import { ask } from './ask.ts';
import { type Finding, ok, problem, skipped, warning } from './finding.ts';

const PROXY = /^(?:https?|all)_proxy$/i;

/** Checks that this machine reaches each network with app credentials. Any response will do. */
export async function checkEgress(origins: readonly string[], settings: Settings = {}): Promise<Finding> {
  if (origins.length === 0) return skipped('egress', 'No network has app credentials.');
  const replies = await Promise.all(
    origins.map(async (origin) => ({ origin, reply: await ask(`${origin}/`, 'HEAD') })),
  );
  const failed = replies.flatMap(({ origin, reply }) => ('failure' in reply ? [`${origin} (${reply.failure})`] : []));
  const proxy = Object.keys(settings).find((name) => PROXY.test(name));
  if (failed.length === 0)
    return proxy === undefined
      ? ok('egress', `This machine reaches ${origins.join(', ')}.`)
      : warning(
          'egress',
          `This machine reaches ${origins.join(', ')}, but not through ${proxy}: Fanfare uses no outgoing proxy.`,
          'Allow outgoing connections of the server without the proxy, see docs/self-hosting.md.',
        );
  return problem(
    'egress',
    `This machine does not reach ${failed.join(', ')}.`,
    `Allow outgoing https to these hosts in the firewall, and check DNS.${proxy === undefined ? '' : ` Fanfare does not use ${proxy}.`}`,
  );
}
