import type { Account } from '@fanfare/sdk';
import { useEffect, useState } from 'react';
import { useCurrent } from '../../session/current.ts';
import { createDraftSaver, type DraftSaver, type SaveState } from './draft-saver.ts';
import type { Opened } from './opening.ts';

export type ComposerDraft = { readonly saver: DraftSaver; readonly state: SaveState };

/** The draft of a composer, saved while somebody types and when the page is left. */
export function useDraft(postKey: string, opened: Opened, accounts: readonly Account[]): ComposerDraft {
  const { project } = useCurrent();
  const [state, setState] = useState(opened.state);
  const [saver] = useState(() =>
    createDraftSaver({
      projectId: project.id,
      key: postKey,
      draft: opened.draft,
      accounts,
      state: opened.state,
      onState: setState,
    }),
  );
  useEffect(() => {
    // Another page of this tab, or a reload, left it unsaved.
    if (opened.state.is === 'unsaved') saver.change(opened.form);
    return () => void saver.leave();
  }, [saver, opened]);
  return { saver, state };
}
