import type { ListAccountsParams } from '@fanfare/sdk';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { plainText } from '../output/plain-text.ts';

type Given = {
  readonly platform?: string | undefined;
  readonly status?: string | undefined;
  readonly profileId?: string | undefined;
};

export async function listAccounts({ output, signal, fanfare }: Context, given: Given): Promise<ExitCode> {
  // The service refuses names that it does not know, and says which there are.
  const answer = await (await fanfare()).accounts.list(given as ListAccountsParams, { signal });
  output.data(answer, () =>
    output.table(
      ['ID', 'PLATFORM', 'NAME', 'STATUS', 'HUB'],
      answer.accounts.map(({ id, platform, username, status, statusReason, hub }) => [
        id,
        platform,
        `@${plainText(username)}`,
        status === 'active' ? output.paint('green', status) : output.paint('red', `${status} (${statusReason})`),
        hub ? plainText(hub.url) : '',
      ]),
      'No account. Connect one: fanfare-cli accounts connect instagram',
    ),
  );
  return EXIT.done;
}
