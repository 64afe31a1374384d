import type { Mention } from '@fanfare/sdk';
import { useId, useRef, useState } from 'react';
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
  /** Whether the account also finds people. */
  readonly findsPeople: boolean;
  readonly note: string | null;
  /** The element that gets the focus after a choice, or without one. */
  readonly focusAfter: (hasChosen: boolean) => HTMLElement | null;
  readonly onClose: () => void;
  readonly onChoose: (mention: Mention) => void;
};

const MOST_CHARACTERS = 200;

/** Organizations are found by the name in their address only: LinkedIn searches no part of it. */
const ORGANIZATIONS = {
  title: 'Mention an organization',
  description: 'LinkedIn tells the organization, and shows its name in the text as a link to its page.',
  submit: 'Find organization',
  label: 'Name in the address of its page',
  hint: 'The last part of linkedin.com/company/harbour-coffee, or the whole address.',
  none: 'LinkedIn has no organization with this name in its address.',
};

const PEOPLE_TOO: typeof ORGANIZATIONS = {
  title: 'Mention a person or an organization',
  description: 'LinkedIn tells whom you mention, and shows the name in the text as a link.',
  submit: 'Find',
  label: 'Name',
  hint: 'For somebody who follows your page, 3 letters or more of the first or last name. For an organization, the last part of linkedin.com/company/harbour-coffee, or the whole address.',
  none: 'LinkedIn found no follower of your page with this name, and no organization with it in its address.',
};

const GROUPS = [
  { type: 'organization', title: 'Organizations' },
  { type: 'person', title: 'People who follow your page' },
] as const;

/** Finds whom the text can mention. */
export function MentionDialog({ begun, accountId, findsPeople, note, focusAfter, onClose, onChoose }: Props) {
  const texts = findsPeople ? PEOPLE_TOO : ORGANIZATIONS;
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
  const refused = data?.error ? saidToPeople(data.error) : null;
  return (
    <FormDialog
      open={begun !== null}
      onClose={() => close(false)}
      title={texts.title}
      description={texts.description}
      submit={texts.submit}
      busy={isPending}
      ready={name !== ''}
      onSubmit={() => mutate(name)}
      focusAfter={() => focusAfter(hasChosen.current)}
    >
      <TextField
        label={texts.label}
        hint={texts.hint}
        // It comes before “Close” for somebody who has just asked to search.
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MOST_CHARACTERS}
        value={typed ?? begun ?? ''}
        error={error ? describeError(error).message : found.length === 0 ? refused : null}
        onChange={(event) => {
          setTyped(event.target.value);
          reset();
        }}
      />
      <div role="status">
        {found.length > 0 && <p className="unseen">{found.length} found.</p>}
        {found.length > 0 && refused && <p>{refused}</p>}
        {data?.error === null && found.length === 0 && <p>{texts.none}</p>}
      </div>
      {GROUPS.map(({ type, title }) => (
        <Found
          key={type}
          title={title}
          isTitled={findsPeople}
          mentions={found.filter((mention) => mention.type === type)}
          onChoose={(mention) => {
            onChoose(mention);
            close(true);
          }}
        />
      ))}
      {note && <p className={fields.hint}>{note}</p>}
    </FormDialog>
  );
}

type FoundProps = {
  readonly title: string;
  /** Whether its title is seen; it is there for screen readers in any case. */
  readonly isTitled: boolean;
  readonly mentions: readonly Mention[];
  readonly onChoose: (mention: Mention) => void;
};

function Found({ title, isTitled, mentions, onChoose }: FoundProps) {
  const id = useId();
  if (mentions.length === 0) return null;
  return (
    <div>
      <h3 id={id} className={isTitled ? styles.title : 'unseen'}>
        {title}
      </h3>
      <ul className={styles.found} aria-labelledby={id}>
        {mentions.map((mention) => (
          <li key={mention.platformUserId}>
            <Button className={styles.choose} onClick={() => onChoose(mention)}>
              Mention {mention.name}
            </Button>
            {mention.headline && <span className={fields.hint}>{mention.headline}</span>}
            {mention.url && <OutsideLink href={mention.url}>Its page</OutsideLink>}
          </li>
        ))}
      </ul>
    </div>
  );
}
