import type { MediaFile } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { createX } from '../src/index.ts';
import { aDraft } from './a-draft.ts';
import { configFor, makeCall } from './make-call.ts';
import { mediaOf } from './media-files.ts';
import { type Reply, scriptedX } from './scripted-x.ts';

/** X accepted a file, or the end of one. */
export const uploaded = (id: string, processing_info?: unknown): Reply => ({
  json: {
    data: { id, media_key: `3_${id}`, expires_after_secs: 86_400, ...(processing_info ? { processing_info } : {}) },
  },
});
/** X's processing state. */
export const state = (processing_info: unknown): Reply => ({ json: { data: { id: '7', processing_info } } });
/** X accepted a part, or a description. */
export const FINE: Reply = { status: 204 };

type Run = {
  readonly draft: Partial<Draft>;
  readonly files?: Readonly<Record<string, MediaFile>>;
  readonly replies?: readonly Reply[];
  readonly steps?: Map<string, string>;
};

/** Prepares a draft against scripted replies. */
export async function prepare({ draft, files = {}, replies = [], steps }: Run) {
  const server = await scriptedX(...replies);
  const media = mediaOf(files);
  const call = makeCall(server, { media, ...(steps ? { steps } : {}) });
  const prepared = createX(configFor(server)).publish.prepare(call, aDraft(draft));
  // Tests that need the failure await `prepared`; others must not see it as unhandled.
  prepared.catch(() => {});
  return { server, media, call, prepared };
}
