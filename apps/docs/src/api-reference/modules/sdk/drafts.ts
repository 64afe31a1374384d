/**
 * `fanfare.drafts`: keep posts that a person shall look at before they are published.
 *
 * @module
 */
export type {
  CreateDraftOptions,
  CreateDraftRequest,
  Draft,
  DraftAnswer,
  DraftChange,
  DraftCheck,
  DraftDeleted,
  DraftList,
  DraftMaker,
  DraftRequest,
  Drafts,
  ListDraftsParams,
  NewDraft,
  PostInPart,
  UpdateDraftRequest,
} from '@fanfare/sdk';
