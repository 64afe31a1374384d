import { hashFiles } from '@fanfare/publish-key';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { plainText, showUnits } from '../output/plain-text.ts';
import { showWhen } from '../when/show-when.ts';
import { machineZone } from '../when/zoned-time.ts';
import { nameOfAccount } from './choose-accounts.ts';
import { planPost } from './plan-post.ts';
import { platformsOf } from './platforms-of.ts';
import type { GivenPost } from './post-options.ts';
import { readPost } from './read-post-file.ts';
import { uploadFiles } from './upload-files.ts';

/** Checks a post as publishing it would. Files behind addresses are looked at, too. */
export async function runCheck(
  context: Context,
  given: GivenPost & { readonly text?: string | undefined },
): Promise<ExitCode> {
  const { output, clock, signal } = context;
  const zone = given.zone ?? machineZone();
  const written = await readPost(context, given);
  const fanfare = await context.fanfare();
  const now = clock.now();
  const { accounts } = await fanfare.accounts.list({}, { signal });
  const planned = await planPost({ accounts, platforms: () => platformsOf(fanfare, signal), zone, now }, written);
  if (planned.publishAt) output.note(`Time ${showWhen(planned.publishAt, zone)} = ${planned.publishAt.toISOString()}`);
  const request = await uploadFiles(context, fanfare, planned, await hashFiles(planned.content), now);
  const checked = await fanfare.posts.validate({ ...request, probe: true }, { signal });
  output.data(checked, () => {
    const { valid, violations, warnings, units, targets } = checked;
    const nameOf = (id: string): string => {
      const account = accounts.find((each) => each.id === id);
      return account ? nameOfAccount(account) : id;
    };
    return [
      valid ? output.paint('green', 'It can be published.') : output.paint('red', 'It would be refused.'),
      ...violations.map(
        ({ path, accountId, message, rule }) =>
          `  ${nameOf(accountId)}  ${plainText(path)}: ${plainText(message)} (${rule})`,
      ),
      ...warnings.map(({ path, message }) => `  Warning: ${plainText(path)}: ${plainText(message)}`),
      `  ${showUnits(units)}: ${targets.map((target) => `${nameOf(target.accountId)} ${target.units}`).join(', ')}`,
      '',
    ].join('\n');
  });
  return checked.valid ? EXIT.done : EXIT.refused;
}
