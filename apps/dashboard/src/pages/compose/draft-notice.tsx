import type { Account } from '@fanfare/sdk';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { callApp } from '../../api/app-api.ts';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { Button } from '../../parts/button.tsx';
import { useCurrent } from '../../session/current.ts';
import { contentOf } from './draft-content.ts';
import styles from './draft-notice.module.css';
import { type Form, withoutLocal } from './form.ts';
import { removeCopy } from './local-copy.ts';
import { copyForm } from './opening.ts';
import type { ComposerDraft } from './use-draft.ts';

type Props = {
  readonly draft: ComposerDraft;
  readonly form: Form;
  readonly accounts: readonly Account[];
  readonly wasSent: boolean;
  readonly note: string | null;
};

/** Says when another tab has the draft too, or when it was sent. No text is lost. */
export function DraftNotice({ draft: { state }, form, accounts, wasSent, note }: Props) {
  const [, navigate] = useLocation();
  const { project } = useCurrent();
  const showFailure = useShowFailure();
  const [isWarned, setIsWarned] = useState(wasSent);
  const copy = () => navigate(`/compose?key=${copyForm(withoutLocal(form))}`);
  if (state.is === 'conflict')
    return (
      <div className={styles.notice} role="alert">
        <p>
          This draft was changed by somebody else, or in another tab. What you wrote here is kept in this tab, and
          nothing is saved over the other version.
        </p>
        <Button size="small" onClick={copy}>
          Continue mine as a copy
        </Button>
        <Button
          size="small"
          onClick={() =>
            void showOther(project.id, contentOf(withoutLocal(form), accounts)).catch((error: unknown) =>
              showFailure('The other version was not shown.', error),
            )
          }
        >
          Keep mine as a draft and show the other version
        </Button>
      </div>
    );
  if (state.is === 'gone' && !isWarned)
    return (
      <div className={styles.notice} role="alert">
        <p>
          This draft was published or deleted by somebody else, or in another tab. Publishing from here sends nothing
          twice: it shows the post that was published.
        </p>
        <Button size="small" onClick={copy}>
          Continue as a new post
        </Button>
      </div>
    );
  if (!isWarned)
    return (
      note !== null && (
        <section className={styles.note} aria-label="Note">
          <p dir="auto">{note}</p>
        </section>
      )
    );
  return (
    <div className={styles.notice} role="status">
      <p>
        You sent this post and left before the answer came. Publish it again to see the result: it is published only
        once.
      </p>
      <Button size="small" onClick={() => setIsWarned(false)}>
        Close
      </Button>
    </div>
  );
}

/** Opens the other version; what was written in this tab becomes a draft of its own. */
async function showOther(projectId: string, content: ReturnType<typeof contentOf>): Promise<void> {
  const key = new URL(location.href).searchParams.get('key') ?? '';
  await callApp('drafts.create', {
    params: { projectId },
    body: { idempotencyKey: crypto.randomUUID(), ...content },
  });
  removeCopy(key);
  location.reload();
}
