import type { Account } from '@fanfare/sdk';
import { distinctionOf, kindInRow } from '../../accounts/names.ts';
import { Empty } from '../../frame/empty.tsx';
import { NetworkMark } from '../../icons/network-mark.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import styles from './accounts-field.module.css';
import { fieldId } from './field-ids.ts';
import fields from './fields.module.css';
import type { Form } from './form.ts';

const MAX_TARGETS = 10;

type Props = { readonly accounts: readonly Account[]; readonly form: Form; readonly onChange: (form: Form) => void };

/** The accounts of the post, each a chip. */
export function AccountsField({ accounts, form, onChange }: Props) {
  const isFull = form.targets.length >= MAX_TARGETS;
  const toggle = ({ id, platform }: Account): void => {
    const without = form.targets.filter(({ accountId }) => accountId !== id);
    const isChosen = without.length < form.targets.length;
    const targets = isChosen ? without : [...without, { accountId: id, platform, own: null, spaceSlug: null }];
    onChange({ ...form, targets });
  };
  if (accounts.length === 0)
    return (
      <Empty action={<ButtonLink href="/accounts">Connect account</ButtonLink>}>
        This project has no account to publish to. You can write already; it is saved as a draft.
      </Empty>
    );
  return (
    <fieldset className={styles.accounts} id={fieldId('post', 'platforms')} tabIndex={-1}>
      <legend className={fields.label}>Accounts</legend>
      {accounts.map((account) => {
        const { id, platform, username, status } = account;
        const isChosen = form.targets.some(({ accountId }) => accountId === id);
        const distinction = distinctionOf(account, accounts);
        const cannot = status !== 'active' || (isFull && !isChosen);
        return (
          <label key={id} className={styles.chip} data-chosen={isChosen || undefined}>
            <input
              type="checkbox"
              className={styles.check}
              checked={isChosen}
              disabled={cannot && !isChosen}
              onChange={() => toggle(account)}
            />
            <span className={styles.avatar} aria-hidden="true">
              {[...username][0]?.toUpperCase()}
            </span>
            <NetworkMark network={platform} named />
            <span className={styles.chipKind}>
              {kindInRow(account)}
              {distinction && ` ${distinction}`}{' '}
            </span>
            <bdi className={styles.chipName}>{username}</bdi>
            {status !== 'active' && <span className={styles.chipNote}>reconnect first</span>}
          </label>
        );
      })}
      {isFull && <p className={fields.hint}>A post goes to at most {MAX_TARGETS} accounts.</p>}
    </fieldset>
  );
}
