import type { Mention } from '@fanfare/sdk';
import { useRef, useState } from 'react';
import { OutsideLink } from '../../../frame/outside-link.tsx';
import { describeError } from '../../../frame/problem.tsx';
import { Button } from '../../../parts/button.tsx';
import { FormDialog } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { saidToPeople } from '../../../posts/remedies.ts';
import fields from '../fields.module.css';
import styles from './mention-dialog.module.css';
import { useFindMentions } from './queries.ts';

type Props = {
  /** A name that was begun in the text; null while the dialog is closed. */
  readonly begun: string | null;
  readonly accountId: string;
  readonly note: string | null;
  /** The element that gets the focus after a choice, or without one. */
  readonly focusAfter: (hasChosen: boolean) => HTMLElement | null;
  readonly onClose: () => void;
  readonly onChoose: (mention: Mention) => void;
};

const MOST_CHARACTERS = 200;

/** Finds an organization by the name in its address. LinkedIn has no search by a part of a name. */
export function MentionDialog({ begun, accountId, note, focusAfter, onClose, onChoose }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const hasChosen = useRef(false);
  const { mutate, reset, data, error, isPending } = useFindMentions(accountId);
  const name = (typed ?? begun ?? '').trim();
  const close = (isChoice: boolean): void => {
    hasChosen.current = isChoice;
    onClose();
    setTyped(null);
    reset();
  };
  const found = data?.mentions ?? [];
  return (
    <FormDialog
      open={begun !== null}
      onClose={() => close(false)}
      title="Mention an organization"
      description="LinkedIn tells the organization, and shows its name in the text as a link to its page."
      submit="Find organization"
      busy={isPending}
      ready={name !== ''}
      onSubmit={() => mutate(name)}
      focusAfter={() => focusAfter(hasChosen.current)}
    >
      <TextField
        label="Name in the address of its page"
        hint="The last part of linkedin.com/company/harbour-coffee, or the whole address."
        // It comes before “Close” for somebody who has just asked to search.
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MOST_CHARACTERS}
        value={typed ?? begun ?? ''}
        error={error ? describeError(error).message : data?.error ? saidToPeople(data.error) : null}
        onChange={(event) => {
          setTyped(event.target.value);
          reset();
        }}
      />
      <div role="status">
        {data?.error === null && (
          <p className={found.length === 0 ? undefined : 'unseen'}>
            {found.length === 0
              ? 'LinkedIn has no organization with this name in its address.'
              : `${found.length} found.`}
          </p>
        )}
      </div>
      {found.length > 0 && (
        <ul className={styles.found} aria-label="Found organizations">
          {found.map((mention) => (
            <li key={mention.platformUserId}>
              <Button
                className={styles.choose}
                onClick={() => {
                  onChoose(mention);
                  close(true);
                }}
              >
                Mention {mention.name}
              </Button>
              {mention.url && <OutsideLink href={mention.url}>Its page</OutsideLink>}
            </li>
          ))}
        </ul>
      )}
      {note && <p className={fields.hint}>{note}</p>}
    </FormDialog>
  );
}
