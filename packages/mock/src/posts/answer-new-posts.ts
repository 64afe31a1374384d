import { answerCreate, answerValidate, chooseIdempotencyKey, requestText } from '@fanfare/rules';
import type { Reply } from '../http/error-reply.ts';
import type { Handlers } from '../http/handlers.ts';
import { enforceRateLimit } from '../http/rate-limit.ts';
import { hostedFilesOf } from '../media/hosted-files.ts';
import { probeFiles } from '../media/probe-files.ts';
import type { MockState } from '../mock-state.ts';
import { orRefuse } from '../request-refusal.ts';
import { createPost, judgeRequest } from './create-post.ts';

type Context<Name extends keyof Handlers> = Parameters<Handlers[Name]>[0];

/** Answers `POST /posts`. In a file of its own: a browser loads it with the first post. */
export async function answerCreated(state: MockState, context: Context<'posts.create'>): Promise<Reply> {
  const { caller, body, idempotencyKeys, answerHeaders } = context;
  const { key } = orRefuse(chooseIdempotencyKey(body.idempotencyKey, idempotencyKeys));
  const limit = { name: 'publishes', perMinute: state.publishesPerMinute } as const;
  const created = await createPost(state, {
    project: caller.project,
    key,
    request: requestText(body),
    body,
    countPublish: () => enforceRateLimit(state, limit, caller.key.id, answerHeaders),
  });
  return answerCreate(orRefuse(created).created);
}

/** Answers `POST /posts/validate`. */
export async function answerValidated(state: MockState, { caller, body }: Context<'posts.validate'>): Promise<Reply> {
  const hosted = hostedFilesOf(state, caller.project);
  const files = body.probe ? await probeFiles(state, hosted, body) : hosted;
  const { post } = orRefuse(judgeRequest(state, caller.project, body, files));
  return { status: 200, body: answerValidate(post, body) };
}
