import type { Account } from '@fanfare/sdk';
import { kindOf } from '../../accounts/names.ts';
import { networkName } from '../../icons/network-mark.tsx';
import { Button } from '../../parts/button.tsx';
import { fieldId, jumpTo } from './field-ids.ts';
import fields from './fields.module.css';
import { copyWords, differences, type TargetForm, type Words } from './form.ts';
import { FINDING_MENTIONS } from './mentions/mention-button.tsx';
import styles from './own-words.module.css';
import { WordsFields } from './words-fields.tsx';

type Props = {
  readonly target: TargetForm;
  readonly account: Account | undefined;
  /** The words of the post. */
  readonly words: Words;
  readonly onChange: (own: Words | null) => void;
};

/** Opens other words for an account. They start as a copy of those of the post. */
export function CustomiseButton({ target: { accountId, platform }, account, words, onChange }: Props) {
  return (
    <Button
      size="small"
      onClick={() => {
        onChange(copyWords(words));
        requestAnimationFrame(() => jumpTo(fieldId(accountId, 'content')));
      }}
    >
      Customise for {account ? kindOf(account) : networkName(platform)}
      {account && (
        <>
          {' '}
          <bdi>{account.username}</bdi>
        </>
      )}
    </Button>
  );
}

/** Other words for one account, and in what they differ. */
export function OwnWords({ target: { accountId, platform, own }, account, words, onChange }: Props) {
  const name = account ? kindOf(account) : networkName(platform);
  if (own === null) return null;
  const differing = differences(own, words);
  return (
    <section className={styles.own} aria-label={`${name} ${account?.username ?? ''}`}>
      <header className={styles.ownHead}>
        <h2>
          {name} <bdi>{account?.username}</bdi>
        </h2>
        <p className={fields.hint}>
          {differing.length === 0 ? 'Same as the post so far.' : `Differs from the post: ${differing.join(', ')}.`}
        </p>
        <Button size="small" onClick={() => onChange(null)}>
          Use the post’s<span className="unseen"> words for {name}</span>
        </Button>
      </header>
      <WordsFields
        scope={accountId}
        words={own}
        platforms={[platform]}
        mentionsFrom={FINDING_MENTIONS.has(platform) ? account : undefined}
        onChange={onChange}
      />
    </section>
  );
}
