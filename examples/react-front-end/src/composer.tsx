import type { Account, CreatePostRequest, Fanfare, OAuthPlatform } from '@fanfare/sdk';
import './composer.css';
import { type FormEvent, useState } from 'react';
import { AccountChips } from './account-chips.tsx';
import { chosenAccounts, type Draft, EMPTY_DRAFT, toRequest } from './draft.ts';
import { explainError } from './explain-error.ts';
import { networkName } from './networks.tsx';
import { useValidation, type Validation } from './use-validation.ts';

type Props = {
  readonly fanfare: Fanfare;
  readonly accounts: readonly Account[];
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly onConnect: (platform: OAuthPlatform) => void;
  /** Whether it was sent; if not, the draft stays. */
  readonly onPublish: (request: CreatePostRequest) => Promise<boolean>;
  readonly example?: Partial<Draft> | undefined;
};

/** Writes one post for several accounts, and shows which network would refuse it. */
export function Composer({ fanfare, accounts, draft, onChange, onConnect, onPublish, example }: Props) {
  const [isSending, setSending] = useState(false);
  const request = toRequest(draft, accounts);
  const validation = useValidation(fanfare, request);
  const chosen = chosenAccounts(draft, accounts);
  const isLater = draft.publishAt !== '';
  const isReady = request !== null && validation.isCurrent && validation.verdict?.valid === true;
  const change = (part: Partial<Draft>): void => onChange({ ...draft, ...part });

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady || isSending) return;
    setSending(true);
    if (await onPublish(request)) onChange(EMPTY_DRAFT);
    setSending(false);
  };

  const count = `${chosen.length} ${chosen.length === 1 ? 'account' : 'accounts'}`;
  return (
    <section aria-label="New post" className="card composer">
      <form onSubmit={(event) => void submit(event)}>
        <h2>New post</h2>
        <AccountChips
          accounts={accounts}
          chosen={chosen.map(({ id }) => id)}
          refused={validation.verdict?.violations.map(({ accountId }) => accountId) ?? []}
          onChoose={(accountIds) => change({ accountIds })}
          onConnect={onConnect}
        />
        <label>
          Text
          <textarea
            id="content"
            rows={4}
            value={draft.content}
            placeholder="What is new?"
            aria-describedby="verdict"
            onChange={(event) => change({ content: event.target.value })}
          />
        </label>
        <div className="pair">
          <label>
            Address of an image
            <input
              type="url"
              value={draft.imageUrl}
              placeholder="https://…"
              onChange={(event) => change({ imageUrl: event.target.value.trim() })}
            />
          </label>
          <label>
            What it shows
            <input
              value={draft.altText}
              placeholder="In a few words"
              onChange={(event) => change({ altText: event.target.value })}
            />
          </label>
        </div>
        <label>
          When
          <span className="when">
            <input
              type="datetime-local"
              value={draft.publishAt}
              onChange={(event) => change({ publishAt: event.target.value })}
            />
            <span className="quiet">{isLater ? 'in your time zone' : 'empty: at once'}</span>
          </span>
        </label>
        <Verdict validation={validation} accounts={accounts} />
        <div className="actions">
          <button type="submit" disabled={!isReady || isSending}>
            {isSending ? 'Sending…' : `${isLater ? 'Schedule' : 'Publish'} to ${count}`}
          </button>
          {example && (
            <button type="button" className="plain" onClick={() => change(example)}>
              Fill in an example
            </button>
          )}
        </div>
      </form>
    </section>
  );
}

/** Every network's result; read out when it changes. */
function Verdict({
  validation: { verdict, error },
  accounts,
}: {
  readonly validation: Validation;
  readonly accounts: readonly Account[];
}) {
  const nameOf = (accountId: string): string => accounts.find(({ id }) => id === accountId)?.username ?? '';
  return (
    <div id="verdict" className="verdict" aria-live="polite">
      {error !== null && <p className="wrong">{explainError(error)}</p>}
      {verdict?.violations.map(({ path, rule, accountId, platform, message }) => (
        <p className="wrong" key={`${path} ${rule}`}>
          <b>
            {networkName(platform)}, {nameOf(accountId)}:
          </b>{' '}
          {message}
        </p>
      ))}
      {verdict?.valid && (
        <p className="right">
          Every network takes it. It uses {verdict.units} {verdict.units === 1 ? 'unit' : 'units'}.
        </p>
      )}
    </div>
  );
}
