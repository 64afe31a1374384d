import type { Draft } from '@fanfare/app-contract';
import { callApp } from '../../api/app-api.ts';
import { fanfare } from '../../api/fanfare.ts';
import { toLocalText } from '../../frame/local-time.ts';
import { makerOf } from '../../posts/draft-maker.ts';
import { failedForContent } from '../../posts/failed-for-content.ts';
import { readDraft } from './draft-content.ts';
import type { SavedDraft, SaveState } from './draft-saver.ts';
import { EMPTY_FORM, type Form, formOfPost, readForm } from './form.ts';
import { type LocalCopy, readCopy, writeCopy } from './local-copy.ts';

/** The first contents of a composer. */
export type Opened = {
  readonly form: Form;
  readonly draft: SavedDraft | null;
  readonly state: SaveState;
  /** The note of whoever drafted it, with their name; null for none. */
  readonly note: string | null;
  /** It was sent from this tab, and the page was left before an answer came. */
  readonly wasSent: boolean;
};

/** Keys that this page has just made: they have no draft yet. */
const made = new Set<string>();

function makeKey(form?: Form, key: string = crypto.randomUUID()): string {
  made.add(key);
  if (form) writeCopy(key, { form, version: 0, isDirty: true });
  return key;
}

/** The choices that the address of a new composer may name. */
export type Start = {
  readonly draftId: string | null;
  /** A post to copy. */
  readonly from: string | null;
  /** Only the targets of that post that failed for their content, to be changed. */
  readonly isChange: boolean;
  /** Time at which it shall be published, ISO 8601. */
  readonly at: string | null;
};

/**
 * The address that one without a key leads to: a composer with a key, or the post that a draft
 * became. A key that begins with the id of a post and `.again.` says whose failed targets are sent
 * again.
 */
export async function startComposer(projectId: string, start: Start, signal: AbortSignal): Promise<string> {
  if (start.draftId === null) return `/compose?key=${await newKey(start, signal)}`;
  const { draft } = await callApp('drafts.get', { params: { projectId, draftId: start.draftId }, signal });
  return draft.postId === null ? `/compose?key=${encodeURIComponent(draft.idempotencyKey)}` : `/posts/${draft.postId}`;
}

async function newKey({ from, isChange, at }: Start, signal: AbortSignal): Promise<string> {
  if (from !== null) {
    const { post } = await fanfare.posts.get(from, { signal });
    const changed = isChange ? post.targets.filter(failedForContent) : [];
    if (changed.length === 0) return makeKey(formOfPost(post));
    return makeKey(formOfPost({ ...post, targets: changed }), `${post.id}.again.${crypto.randomUUID()}`);
  }
  const dueAt = at === null ? null : new Date(at);
  if (dueAt && !Number.isNaN(dueAt.getTime())) return makeKey({ ...EMPTY_FORM, publishAt: toLocalText(dueAt) });
  return makeKey();
}

/** A copy under a new key: another post. */
export const copyForm = (form: Form): string => makeKey(form);

/** Reads the draft of a key, and what this tab has of it. */
export async function openComposer(projectId: string, key: string, signal: AbortSignal): Promise<Opened> {
  const copy = readCopy(key);
  if (made.has(key)) return join(null, copy);
  const { drafts } = await callApp('drafts.list', { params: { projectId }, signal });
  const found = drafts.find(({ idempotencyKey }) => idempotencyKey === key);
  if (!found) return join(null, copy);
  const { draft } = await callApp('drafts.get', { params: { projectId, draftId: found.id }, signal });
  return join(draft, copy);
}

function join(draft: Draft | null, copy: LocalCopy | null): Opened {
  const wasSent = copy?.isSent ?? false;
  const note = draft && draft.note !== null ? `${makerOf(draft.createdBy)}: ${draft.note}` : null;
  const saved = draft && { id: draft.id, version: draft.version };
  if (copy?.isDirty) {
    const base = saved?.version ?? 0;
    const state: SaveState = copy.version === base ? { is: 'unsaved' } : { is: draft ? 'conflict' : 'gone' };
    return { form: readForm(copy.form), draft: saved, state, note, wasSent };
  }
  if (draft) return { form: readDraft(draft), draft: saved, state: { is: 'saved' }, note, wasSent };
  if (copy) return { form: readForm(copy.form), draft: null, state: { is: 'gone' }, note, wasSent };
  return { form: EMPTY_FORM, draft: null, state: { is: 'new' }, note, wasSent };
}
