import { ask } from './ask.ts';
import { type Finding, ok, problem, skipped } from './finding.ts';

/** Whether this machine reaches each address of the networks that have app credentials. Any answer will do. */
export async function checkEgress(origins: readonly string[]): Promise<Finding> {
  if (origins.length === 0) return skipped('egress', 'No network has app credentials.');
  const replies = await Promise.all(
    origins.map(async (origin) => ({ origin, reply: await ask(`${origin}/`, 'HEAD') })),
  );
  const failed = replies.flatMap(({ origin, reply }) => ('failure' in reply ? [`${origin} (${reply.failure})`] : []));
  return failed.length === 0
    ? ok('egress', `This machine reaches ${origins.join(', ')}.`)
    : problem(
        'egress',
        `This machine does not reach ${failed.join(', ')}.`,
        'Allow outgoing https to these hosts in the firewall, and check DNS.',
      );
}
