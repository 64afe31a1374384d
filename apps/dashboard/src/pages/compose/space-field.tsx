import type { Account } from '@fanfare/sdk';
import { useDeferredValue, useState } from 'react';
import { useSpaces } from '../../accounts/queries.ts';
import { describeError } from '../../frame/problem.tsx';
import { fieldId } from './field-ids.ts';
import fields from './fields.module.css';
import type { TargetForm } from './form.ts';
import styles from './space-field.module.css';

type Props = {
  readonly target: TargetForm;
  readonly account: Account | undefined;
  readonly onChange: (spaceSlug: string | null) => void;
};

/** The space of a hub: searched while one types, chosen from what is found. */
export function SpaceField({ target: { accountId, spaceSlug }, account, onChange }: Props) {
  const [search, setSearch] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const { data, error } = useSpaces(accountId, { q: useDeferredValue(search.trim()), isWanted: isOpen });
  const id = fieldId(accountId, 'spaceSlug');
  const choose = (slug: string | null): void => {
    onChange(slug);
    setIsOpen(false);
    setSearch('');
  };
  return (
    <div className={fields.field}>
      <span className={fields.label} id={`${id}-label`}>
        Space of <bdi>{account?.username ?? 'the hub'}</bdi>
      </span>
      <button
        type="button"
        id={id}
        className={styles.spaceButton}
        aria-expanded={isOpen}
        aria-labelledby={`${id}-label ${id}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        {spaceSlug ?? 'Default space'}
      </button>
      {isOpen && (
        <div className={styles.spaces}>
          <input
            type="search"
            aria-label="Search spaces"
            placeholder="Search spaces"
            maxLength={100}
            className={fields.control}
            // biome-ignore lint/a11y/noAutofocus: somebody has just opened the search.
            autoFocus
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          {error && <p className={fields.problem}>{describeError(error).message}</p>}
          <ul className={styles.spaceList}>
            <li>
              <button type="button" onClick={() => choose(null)}>
                Default space
              </button>
            </li>
            {data?.spaces.map(({ slug, name, canPost }) => (
              <li key={slug}>
                <button type="button" disabled={canPost === false} onClick={() => choose(slug)}>
                  <bdi>{name}</bdi>{' '}
                  <span className={fields.hint}>{canPost === false ? 'no permission to post' : slug}</span>
                </button>
              </li>
            ))}
          </ul>
          {data && data.total > data.spaces.length && (
            <p className={fields.hint}>{data.total - data.spaces.length} more: search for a part of the name.</p>
          )}
          {data?.total === 0 && <p className={fields.hint}>No space has that in its name.</p>}
        </div>
      )}
    </div>
  );
}
