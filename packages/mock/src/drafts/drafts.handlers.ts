import { CreatePostBodySchema, type DraftCheck, LIMITS, type PostDraft, toFieldErrors } from '@fanfare/contract';
import {
  brokenDraft,
  canonicalJson,
  checkDraft,
  DRAFT_REFUSALS,
  draftPages,
  noSuch,
  readIdempotencyHeader,
} from '@fanfare/rules';
import type { Handlers } from '../http/handlers.ts';
import { iso, type MockState } from '../mock-state.ts';
import { judgeRequest } from '../posts/create-post.ts';
import { orRefuse, RequestRefusal } from '../request-refusal.ts';
import type { Project } from '../world.ts';
import type { StoredDraft } from './draft-world.ts';
import { draftsOf, postIdOf } from './kept-drafts.ts';

type DraftRoutes = Extract<keyof Handlers, `drafts.${string}`>;

const POSITION = /^\d{1,15}$/;

/** The routes of drafts. */
export function draftsHandlers(state: MockState): Pick<Handlers, DraftRoutes> {
  const { world, clock, ids } = state;
  const find = (project: Project, id: string): StoredDraft => {
    const draft = draftsOf(state, project).find((one) => one.id === id);
    if (draft) return draft;
    throw new RequestRefusal(noSuch('draft'));
  };
  const answered = (project: Project, draft: StoredDraft) => ({
    draft: toDraft(state, draft),
    check: checkOf(state, project, draft),
  });
  return {
    'drafts.create': ({ caller: { project }, idempotencyKeys, body }) => {
      const { key: createKey } = orRefuse(readIdempotencyHeader(idempotencyKeys));
      const created = canonicalJson(body);
      const own = draftsOf(state, project);
      const original = own.find((one) => createKey !== null && one.createKey === createKey);
      if (original) {
        const headers: Record<string, string> = original.created === created ? {} : { 'Idempotency-Mismatch': 'true' };
        return { status: 200, body: answered(project, original), headers };
      }
      const open = own.filter((one) => postIdOf(world, one) === null);
      if (open.length >= LIMITS.draftsPerProject.value) orRefuse(DRAFT_REFUSALS.limitReached());
      const draft: StoredDraft = {
        id: ids.typeId('drf'),
        projectId: project.id,
        position: ([...world.drafts.values()].at(-1)?.position ?? 0) + 1,
        version: 1,
        note: body.note || null,
        request: body.request,
        createKey,
        created,
        createdAtMs: clock.now(),
        updatedAtMs: clock.now(),
      };
      world.drafts.set(draft.id, draft);
      return { status: 201, body: answered(project, draft) };
    },

    'drafts.list': ({ caller, query }) => {
      const { after } = orRefuse(draftPages.readStart(query.cursor, POSITION));
      const rows = draftsOf(state, caller.project)
        .filter((draft) => (query.published ?? postIdOf(world, draft) !== null) === (postIdOf(world, draft) !== null))
        .filter(({ position }) => after === null || position < Number(after.id));
      const { shown, page } = draftPages.toPage(rows, query.limit, ({ createdAtMs, position }) => ({
        at: new Date(createdAtMs),
        id: String(position),
      }));
      return { status: 200, body: { drafts: shown.map((draft) => toDraft(state, draft)), ...page } };
    },

    'drafts.get': ({ caller: { project }, params }) => ({
      status: 200,
      body: answered(project, find(project, params.id)),
    }),

    'drafts.update': ({ caller: { project }, params, body: { version, note, request } }) => {
      const draft = find(project, params.id);
      const postId = postIdOf(world, draft);
      if (postId !== null) orRefuse(DRAFT_REFUSALS.published(postId));
      if (draft.version !== version) orRefuse(DRAFT_REFUSALS.conflict(draft.version, version));
      draft.version += 1;
      if (note !== undefined) draft.note = note || null;
      if (request !== undefined) draft.request = request;
      draft.updatedAtMs = clock.now();
      return { status: 200, body: answered(project, draft) };
    },

    'drafts.delete': ({ caller, params }) => {
      world.drafts.delete(find(caller.project, params.id).id);
      return { status: 200, body: { deleted: true } };
    },
  };
}

function checkOf(state: MockState, project: Project, { request }: StoredDraft): DraftCheck {
  const parsed = CreatePostBodySchema.safeParse(request);
  return parsed.success
    ? checkDraft(judgeRequest(state, project, parsed.data), parsed.data)
    : brokenDraft(toFieldErrors(parsed.error, CreatePostBodySchema));
}

function toDraft({ world, baseUrl }: MockState, draft: StoredDraft): PostDraft {
  const { id, version, note, request, createdAtMs, updatedAtMs } = draft;
  return {
    ...{ id, version, note, request, idempotencyKey: id, postId: postIdOf(world, draft) },
    composeUrl: `${baseUrl}/compose?draft=${id}&project=${draft.projectId}`,
    createdBy: { type: 'key', name: KEY_NAME },
    createdAt: iso(createdAtMs),
    updatedAt: iso(updatedAtMs),
  };
}

/** The keys of a mock have no names. */
const KEY_NAME = 'Mock key';
