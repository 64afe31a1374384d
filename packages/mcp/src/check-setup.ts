import { errorOutcome } from './error-outcome.ts';
import type { Outcome, ToolDeps } from './tool.ts';

/** Looks at everything that a publish needs, and says what a person has to do. */
export async function checkSetup({ fanfare, files, publicUrl }: ToolDeps): Promise<Outcome> {
  const problems: string[] = [];
  const ask = async <Answer>(call: () => PromiseLike<Answer>): Promise<Answer | null> => {
    try {
      return await call();
    } catch (error) {
      problems.push(errorOutcome(error).summary);
      return null;
    }
  };
  const usage = await ask(() => fanfare.usage.get());
  // Everything else would fail for the same reason.
  const accounts = usage && (await ask(() => fanfare.accounts.list()));
  const platforms = usage && (await ask(() => fanfare.platforms.list()));
  const active = accounts?.accounts.filter(({ status }) => status === 'active') ?? [];
  if (accounts && active.length === 0)
    problems.push('No account can publish. connect_account makes a link for the person.');
  for (const { id, platform, status } of accounts?.accounts ?? [])
    if (status !== 'active') problems.push(`${id} (${platform}) is ${status}: the person connects it again.`);
  if (usage?.remaining === 0 && !usage.overage) problems.push(`The plan has no units left until ${usage.periodEnd}.`);
  return {
    summary:
      problems.length === 0
        ? `All is well: ${publicUrl} answers, the key works, and ${active.length} accounts can publish.`
        : `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}: ${problems.join(' ')}`,
    data: {
      problems,
      baseUrl: publicUrl,
      localFiles: files !== null,
      ...(accounts && {
        accounts: accounts.accounts.map(({ id, platform, username, status }) => ({ id, platform, username, status })),
      }),
      ...(platforms && {
        platforms: platforms.platforms.map(({ platform, configured }) => ({ platform, configured })),
      }),
      ...(usage && { usage }),
    },
    isError: problems.length > 0,
  };
}
