import type { Account } from '@fanfare/sdk';
import { callApp } from '../../api/app-api.ts';
import { describeError } from '../../frame/problem.tsx';
import { contentOf, readDraft } from './draft-content.ts';
import { type Form, isSameForm, withoutLocal } from './form.ts';
import { removeCopy, writeCopy } from './local-copy.ts';

/**
 * The state of the draft on the server. `conflict`: another tab saved it; `gone`: it ended there.
 */
export type SaveState =
  | { readonly is: 'new' | 'unsaved' | 'saving' | 'saved' | 'conflict' | 'gone' }
  | { readonly is: 'failed'; readonly message: string };

export type SavedDraft = { readonly id: string; readonly version: number };

export type DraftSaver = {
  /** Keeps the form in this tab at once, and on the server when nothing was typed for a second. */
  change(form: Form): void;
  /** Saves at once. Returns whether the server has the form now. */
  save(): Promise<boolean>;
  /** The post exists: the draft names it by now, and nothing is saved any more. */
  finish(): Promise<void>;
  /** Remembers in this tab that the form was sent. Nothing is saved by itself until it is not. */
  markSent(isSent: boolean): void;
  /** Saves what is not saved yet; nothing is shown any more. */
  leave(): void;
};

const PAUSE_MS = 1000;

/** Saves the form as a draft. A save names the version it read, so tabs never overwrite others. */
export function createDraftSaver({
  projectId,
  key,
  draft,
  accounts,
  state,
  onState,
}: {
  readonly projectId: string;
  readonly key: string;
  readonly draft: SavedDraft | null;
  readonly accounts: readonly Account[];
  readonly state: SaveState;
  readonly onState: (state: SaveState) => void;
}): DraftSaver {
  let saved = draft;
  let current = state;
  let latest: Form | null = null;
  let isFinished = false;
  let isBeingSent = false;
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (next: SaveState): void => {
    current = next;
    onState(next);
  };
  const isOver = (): boolean => current.is === 'conflict' || current.is === 'gone';
  const keep = (isDirty: boolean, isSent = false): void => {
    if (latest) writeCopy(key, { form: latest, version: saved?.version ?? 0, isDirty, isSent });
  };

  async function write(form: Form): Promise<void> {
    show({ is: 'saving' });
    try {
      const content = contentOf(form, accounts);
      const answer = saved
        ? await callApp('drafts.save', {
            params: { projectId, draftId: saved.id },
            body: { version: saved.version, ...content },
          })
        : await callApp('drafts.create', { params: { projectId }, body: { idempotencyKey: key, ...content } });
      // The answer is the draft of another tab when that one was the first to save it.
      if (!saved && !isSameForm(readDraft(answer.draft), form)) return show({ is: 'conflict' });
      saved = { id: answer.draft.id, version: answer.draft.version };
      keep(latest !== form);
      show({ is: latest === form ? 'saved' : 'unsaved' });
    } catch (error) {
      const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
      if (code === 'draft_conflict') return show({ is: 'conflict' });
      if (code === 'not_found' || code === 'draft_published') return show({ is: 'gone' });
      show({ is: 'failed', message: describeError(error).message });
    }
  }

  async function save(): Promise<boolean> {
    clearTimeout(timer);
    await running;
    if (!latest || isFinished || isOver()) return false;
    running = write(latest).finally(() => {
      running = null;
    });
    await running;
    return current.is === 'saved';
  }

  function saveSoon(): void {
    clearTimeout(timer);
    if (!isBeingSent) timer = setTimeout(() => void save(), PAUSE_MS);
  }

  return {
    change(form) {
      latest = withoutLocal(form);
      keep(true);
      if (isOver()) return;
      if (current.is !== 'unsaved' && current.is !== 'saving') show({ is: 'unsaved' });
      saveSoon();
    },
    save,
    async finish() {
      // An event and the answer both say that the post exists.
      if (isFinished) return;
      isFinished = true;
      clearTimeout(timer);
      await running;
      removeCopy(key);
    },
    markSent(isSent) {
      isBeingSent = isSent;
      // The server does not change a draft whose post exists.
      if (isSent) clearTimeout(timer);
      else if (current.is === 'unsaved') saveSoon();
      keep(true, isSent);
    },
    leave() {
      clearTimeout(timer);
      if (current.is === 'unsaved' && !isFinished) void save();
    },
  };
}
