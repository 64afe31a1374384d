import { judgeSmallFile, MEDIA_REFUSALS, mediaPages, noSuch, UNNAMED_FILE } from '@fanfare/rules';
import type { Reply } from '../http/error-reply.ts';
import type { Handlers } from '../http/handlers.ts';
import { headerOf } from '../http/http-request.ts';
import type { MockState } from '../mock-state.ts';
import { orRefuse, RequestRefusal } from '../request-refusal.ts';
import type { Project } from '../world.ts';
import { copyOf, type MadeMedia, makeMedia } from './add-media.ts';
import { checkMedia, sha256Of } from './check-media.ts';
import { endOf, filesOf } from './hosted-files.ts';
import type { StoredMedia } from './media-world.ts';
import { toMediaFile } from './to-media-file.ts';

type MediaRoutes = Extract<keyof Handlers, `media.${string}`>;

const POSITION = /^\d{1,15}$/;

/** The routes of hosted files. */
export function mediaHandlers(state: MockState): Pick<Handlers, MediaRoutes> {
  const shown = (media: StoredMedia) => ({ media: toMediaFile(state, media) });
  const find = (project: Project, id: string): StoredMedia => {
    const media = filesOf(state, project).find((one) => one.id === id);
    if (media) return media;
    throw new RequestRefusal(noSuch('file'));
  };
  const answerMade = ({ media, isNew, isMismatch }: MadeMedia): Reply => ({
    status: isNew ? 201 : 200,
    body: shown(media),
    headers: isMismatch ? { 'Idempotency-Mismatch': 'true' } : {},
  });
  return {
    'media.create': (context) => answerMade(makeMedia(state, context, (body) => body)),

    'media.put': async (context) => {
      const { request, query } = context;
      const header = (name: string) => headerOf(request, name);
      // The bytes as they came.
      const sent = context.body as Uint8Array<ArrayBuffer>;
      const isCounted = header('transfer-encoding') === null;
      const { bytes } = orRefuse(judgeSmallFile({ header, length: isCounted ? sent.length : null }));
      const made = makeMedia(state, { ...context, body: { filename: query.filename, bytes } }, ({ filename }) => ({
        ...{ filename: filename ?? UNNAMED_FILE, contentType: 'application/octet-stream', bytes },
      }));
      const { media } = made;
      if (made.isMismatch) return answerMade(made);
      if (media.received.length < bytes && media.status === 'awaiting_upload') media.received = sent;
      await checkMedia(state, media);
      return answerMade({ ...made, isMismatch: media.sha256 !== (await sha256Of(sent)) });
    },

    'media.fromUrl': async (context) => {
      const made = makeMedia(state, context, (body) => copyOf(state, body));
      await checkMedia(state, made.media);
      return answerMade(made);
    },

    'media.list': ({ caller, query }) => {
      const { after } = orRefuse(mediaPages.readStart(query.cursor, POSITION));
      const rows = filesOf(state, caller.project)
        .filter(({ status }) => (query.status ?? status) === status)
        .filter(({ position }) => after === null || position < Number(after.id));
      const page = mediaPages.toPage(rows.slice(0, query.limit + 1), query.limit, ({ createdAtMs, position }) => ({
        at: new Date(createdAtMs),
        id: String(position),
      }));
      return { status: 200, body: { media: page.shown.map((media) => toMediaFile(state, media)), ...page.page } };
    },

    'media.get': ({ caller, params }) => ({ status: 200, body: shown(find(caller.project, params.id)) }),

    'media.complete': async ({ caller, params }) => {
      const media = find(caller.project, params.id);
      const { received, bytes } = media;
      const isMissing = media.status === 'awaiting_upload' && received.length < bytes;
      if (isMissing) throw new RequestRefusal(MEDIA_REFUSALS.incomplete(received.length, bytes).refusal);
      await checkMedia(state, media);
      return { status: 200, body: shown(media) };
    },

    'media.delete': ({ caller, params }) => {
      const media = find(caller.project, params.id);
      if (endOf(state, media) === null) throw new RequestRefusal(MEDIA_REFUSALS.inUse().refusal);
      state.world.media.delete(media.id);
      return { status: 200, body: { deleted: true } };
    },
  };
}
