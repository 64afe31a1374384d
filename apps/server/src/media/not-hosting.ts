import { contract } from '@fanfare/contract';
import type { Refusal } from '@fanfare/rules';
import { apiHandlers } from '../callers/caller.ts';
import { RequestError } from '../http/request-error.ts';
import type { ToSentDraft } from './conversion/to-sent-draft.ts';
import { type FindHosted, NOTHING_NAMED } from './find-hosted.ts';
import type { HostCopyOf } from './host-copy.ts';

/** Only the operator can change it: retry after an hour. */
const NOT_HOSTING: Refusal = {
  code: 'unavailable',
  message:
    'This installation hosts no files: its operator has set neither MEDIA_DIR nor MEDIA_S3_BUCKET (docs/self-hosting.md).',
  headers: { 'Retry-After': '3600' },
};

const refuseCall = async (): Promise<never> => {
  throw new RequestError(NOT_HOSTING);
};
const nothing = async (): Promise<void> => undefined;

/** The feature in an installation that hosts no files. */
export function notHosting() {
  const findHosted: FindHosted = async () => NOTHING_NAMED;
  const hostCopy: HostCopyOf | null = null;
  const toSentDraft: ToSentDraft = async (_projectId, _platform, draft) => draft;
  return {
    handlers: {
      media: apiHandlers(contract.media, {
        ...{ create: refuseCall, put: refuseCall, fromUrl: refuseCall, complete: refuseCall },
        ...{ list: refuseCall, get: refuseCall, delete: refuseCall },
      }),
    },
    routes: [],
    jobs: { 'delete-media': nothing },
    drain: nothing,
    close: () => undefined,
    findHosted,
    openHosted: () => async () => null,
    hostCopy,
    toSentDraft,
  };
}
