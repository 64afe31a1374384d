import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { Page } from '../../frame/page.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { AccountsField } from './accounts-field.tsx';
import { BottomBar } from './bottom-bar.tsx';
import styles from './composer.module.css';
import type { ComposerAccount } from './composer-accounts.ts';
import { countsOfFields } from './counts-of-fields.ts';
import { DraftNotice } from './draft-notice.tsx';
import { FilesContext } from './files/files-context.ts';
import { problemsOfFields } from './files/problems-of-fields.ts';
import { useDroppedFiles } from './files/use-dropped-files.ts';
import { useFiles } from './files/use-files.ts';
import { addressesOf, type Form, isLocal, type TargetForm, type Words } from './form.ts';
import { judgeForm } from './judge.ts';
import { whoFindsMost } from './mentions/mention-button.tsx';
import { rulesOf } from './network-rules.ts';
import type { Opened } from './opening.ts';
import { MoreOptions } from './options/more-options.tsx';
import { OptionsField } from './options-field.tsx';
import { CustomiseButton, OwnWords } from './own-words.tsx';
import { Previews } from './previews/previews.tsx';
import { Problems } from './problems.tsx';
import { OnItsWay, SafeToClose, ServerIsAway } from './sent.tsx';
import { SpaceField } from './space-field.tsx';
import { Summary } from './summary.tsx';
import { useDraft } from './use-draft.ts';
import { useSending } from './use-sending.ts';
import { WordsFields } from './words-fields.tsx';

type Props = { readonly postKey: string; readonly opened: Opened; readonly accounts: readonly ComposerAccount[] };

/** The form of one post, what it will look like, and what speaks against it. */
export function Composer({ postKey, opened, accounts }: Props) {
  const [form, setForm] = useState(opened.form);
  const now = useRef(form);
  const draft = useDraft(postKey, opened, accounts);
  const sending = useSending({ postKey, draft, accounts });
  const files = useFiles({ form, now: () => now.current, change });
  const isDragged = useDroppedFiles((dropped, scope) => {
    if (!sending.isSending) files.upload(dropped, scope);
  });
  // Typing goes first; previews and rules follow as soon as there is time.
  const shown = useDeferredValue(form);
  const judged = useMemo(() => judgeForm(shown, files.known, accounts), [shown, files.known, accounts]);
  const problems = [...judged.problems, ...sending.refusal];

  function change(given: Form): void {
    const next = files.withHosted(given);
    now.current = next;
    setForm(next);
    draft.saver.change(next);
    // Files that were removed are not uploaded further.
    files.uploads.keepOnly(addressesOf(next));
    sending.forgetRefusal();
  }
  if (sending.isSending)
    return (
      <Page title={sending.isCut ? 'Waiting for the server' : 'Publishing'}>
        <OnItsWay targets={form.targets} accounts={accounts} />
        {sending.isCut ? <ServerIsAway onBack={sending.stopWaiting} /> : <SafeToClose />}
      </Page>
    );

  const accountOf = ({ accountId }: TargetForm) => accounts.find(({ id }) => id === accountId);
  const ownOf = (target: TargetForm) => ({
    target,
    account: accountOf(target),
    words: form,
    onChange: (own: Words | null) =>
      change({ ...form, targets: form.targets.map((one) => (one === target ? { ...one, own } : one)) }),
  });
  const sharing = form.targets.filter(({ own }) => own === null);
  const needsMedia = form.targets.some(({ platform }) => rulesOf(platform)?.limits.media.optional === false);
  return (
    <FilesContext
      value={{
        ...{ ...files, isDragged },
        problems: problemsOfFields(problems, shown),
        conversions: problemsOfFields(judged.conversions, shown),
        counts: countsOfFields(judged, shown),
      }}
    >
      <Page
        title="Compose"
        actions={
          <>
            <ButtonLink href="/compose">New post</ButtonLink>
            <ButtonLink href="/drafts">Drafts</ButtonLink>
          </>
        }
      >
        <div className="unseen" role="log" aria-label="Uploads">
          {files.said.map((sentence, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only added.
            <p key={i}>{sentence}</p>
          ))}
        </div>
        <DraftNotice draft={draft} form={form} accounts={accounts} wasSent={opened.wasSent} note={opened.note} />
        <div className={styles.columns}>
          <div className={styles.form}>
            <AccountsField accounts={accounts} form={form} onChange={change} />
            <WordsFields
              scope="post"
              words={form}
              platforms={sharing.map(({ platform }) => platform)}
              needsMedia={needsMedia}
              mentionsFrom={whoFindsMost(sharing.map(accountOf))}
              onChange={(words: Words) => change({ ...form, ...words })}
            />
            {sharing.length > 0 && (
              <div className={styles.customise}>
                {sharing.map((target) => (
                  <CustomiseButton key={target.accountId} {...ownOf(target)} />
                ))}
              </div>
            )}
            {form.targets.map((target) => (
              <OwnWords key={target.accountId} {...ownOf(target)} />
            ))}
            {form.targets
              .filter(({ platform }) => rulesOf(platform)?.limits.supports.spaces)
              .map((target) => (
                <SpaceField
                  key={target.accountId}
                  target={target}
                  account={accountOf(target)}
                  onChange={(spaceSlug) =>
                    change({
                      ...form,
                      targets: form.targets.map((one) => (one === target ? { ...one, spaceSlug } : one)),
                    })
                  }
                />
              ))}
            <OptionsField
              form={form}
              hasCard={judged.targets.some(({ linkCard }) => linkCard !== null)}
              onChange={change}
            />
            <MoreOptions form={form} accounts={accounts} onChange={change} />
            <Summary judged={judged} accounts={accounts} />
            <Problems problems={problems} form={form} accounts={accounts} />
          </div>
          <Previews judged={judged} accounts={accounts} publishAt={shown.publishAt} />
        </div>
        <BottomBar
          form={form}
          // The rules follow a moment later.
          canSend={judged.problems.length === 0 && ![...addressesOf(form)].some(isLocal)}
          draft={draft}
          error={sending.error}
          onChange={change}
          onSend={(publishAt) => sending.send(form, publishAt)}
        />
      </Page>
    </FilesContext>
  );
}
