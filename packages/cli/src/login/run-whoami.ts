import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { shortText } from '../output/plain-text.ts';
import { table } from '../output/table.ts';
import { readIdentity } from './identity.ts';

export async function runWhoami({ output, signal, connection, fanfare }: Context): Promise<ExitCode> {
  const { baseUrl, source } = connection();
  const identity = await readIdentity(await fanfare(), signal);
  output.data({ baseUrl, source, ...identity }, () =>
    table([
      ['Address', baseUrl],
      ['Key', source],
      ['Scope', identity.scope ?? 'not said'],
      ['Plan', shortText(identity.plan)],
      ['Accounts', String(identity.accounts)],
    ]),
  );
  return EXIT.done;
}
