import { useState } from 'react';
import { describeError } from '../../frame/problem.tsx';
import { RequestId } from '../../frame/request-id.tsx';
import { Button } from '../../parts/button.tsx';
import { useToast } from '../../parts/toast.tsx';
import styles from './bottom-bar.module.css';
import type { SaveState } from './draft-saver.ts';
import type { Form } from './form.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import type { ComposerDraft } from './use-draft.ts';

type Props = {
  readonly form: Form;
  readonly canSend: boolean;
  readonly draft: ComposerDraft;
  readonly error: unknown;
  readonly onChange: (form: Form) => void;
  readonly onSend: (publishAt: Date | null) => Promise<void>;
};

/** Publish, schedule, save: always in sight. */
export function BottomBar({ form, canSend, draft, error, onChange, onSend }: Props) {
  const [isScheduling, setIsScheduling] = useState(false);
  const toast = useToast();
  const save = async (): Promise<void> => {
    draft.saver.change(form);
    if (await draft.saver.save()) toast('The draft is saved.');
  };
  return (
    <div className={styles.bar}>
      <p className={error ? styles.problem : styles.saveState} role="status">
        {error ? <Failure error={error} /> : sentenceOf(draft.state)}
      </p>
      <Button kind="quiet" onClick={() => void save()}>
        Save draft
      </Button>
      <Button disabled={!canSend} onClick={() => setIsScheduling(true)}>
        Schedule
      </Button>
      <Button kind="primary" disabled={!canSend} onClick={() => void onSend(null)}>
        Publish now
      </Button>
      <ScheduleDialog
        open={isScheduling}
        chosen={form.publishAt}
        onChange={(publishAt) => onChange({ ...form, publishAt })}
        onClose={() => setIsScheduling(false)}
        onSchedule={async (at) => {
          setIsScheduling(false);
          await onSend(at);
        }}
      />
    </div>
  );
}

function Failure({ error }: { readonly error: unknown }) {
  const { message, requestId } = describeError(error);
  return (
    <>
      {message}
      {requestId && <RequestId id={requestId} />}
    </>
  );
}

function sentenceOf(state: SaveState): string {
  switch (state.is) {
    case 'new':
      return 'What you write is saved as a draft.';
    case 'unsaved':
    case 'saving':
      return 'Saving…';
    case 'saved':
      return 'Saved as a draft.';
    case 'failed':
      return `Kept in this tab only. ${state.message}`;
    default:
      return 'Kept in this tab only.';
  }
}
