import type { Account } from '@fanfare/sdk';
import { distinctionOf, kindInRow } from '../../accounts/names.ts';
import { Button } from '../../parts/button.tsx';
import { fieldOfPath, jumpTo } from './field-ids.ts';
import fields from './fields.module.css';
import type { Form } from './form.ts';
import type { ComposerProblem } from './judge.ts';
import { problemText } from './problem-words.ts';
import styles from './problems.module.css';

type Props = {
  readonly problems: readonly ComposerProblem[];
  readonly form: Form;
  readonly accounts: readonly Account[];
};

/** Broken rules of the post, by rule, each with the way to the field. */
export function Problems({ problems, form, accounts }: Props) {
  const isUntouched = form.content === '' && form.media.length === 0;
  const shown = isUntouched ? [] : problems;
  return (
    <section aria-label="What speaks against it" aria-live="polite">
      {shown.length > 0 && (
        <ul>
          {grouped(shown).map(({ rule, message, path, accountIds }) => (
            <li key={`${rule} ${path} ${message}`} className={styles.violation}>
              <div>
                <p>{problemText({ rule, message, path })}</p>
                <p className={fields.hint}>
                  {accountIds.map((id) => nameOf(accounts, id)).join(', ')} {rule && <code>{rule}</code>}
                </p>
              </div>
              <Button size="small" onClick={() => jumpTo(fieldOfPath(path, form))}>
                Jump to it
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Group = Omit<ComposerProblem, 'accountId'> & { readonly accountIds: string[] };

/** The same rule with the same words is one entry, with the names of all it is about. */
function grouped(problems: readonly ComposerProblem[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { accountId, ...problem } of problems) {
    const name = `${problem.rule} ${problem.message} ${problem.path.replace(/^platforms\[\d+\]\./, '')}`;
    const group = groups.get(name) ?? { ...problem, accountIds: [] };
    if (accountId !== null) group.accountIds.push(accountId);
    groups.set(name, group);
  }
  return [...groups.values()];
}

function nameOf(accounts: readonly Account[], accountId: string): string {
  const account = accounts.find(({ id }) => id === accountId);
  if (!account) return accountId;
  return [kindInRow(account), account.username, distinctionOf(account, accounts)].filter(Boolean).join(' ');
}
