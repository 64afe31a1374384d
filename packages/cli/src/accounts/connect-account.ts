import type { ConnectRequest } from '@fanfare/sdk';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openPage } from '../login/open-page.ts';

type Given = {
  readonly platform: string;
  readonly profileId?: string | undefined;
  readonly redirectUrl?: string | undefined;
  readonly browser?: true | undefined;
};

export async function connectAccount(context: Context, given: Given): Promise<ExitCode> {
  const { output, signal, fanfare } = context;
  const { browser, ...request } = given;
  const answer = await (await fanfare()).accounts.connect(request as ConnectRequest, { signal });
  output.data(answer, () => `${answer.authUrl}\n`);
  if (browser && !(await openPage(context, answer.authUrl))) output.note('No browser could be started here.');
  output.note('Open it in the browser of the person who owns the account. It is valid for 10 minutes and works once.');
  return EXIT.done;
}
