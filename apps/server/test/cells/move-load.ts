import { setTimeout as sleep } from 'node:timers/promises';
import type { Account, Post } from '@fanfare/contract';
import type { Project } from '../harness.ts';
import { inMs } from '../in-ms.ts';

/** A post that was answered with success. */
export type Acknowledged = { readonly key: string; readonly id: string };

export type Load = {
  readonly acknowledged: readonly Acknowledged[];
  /** Every answer other than success, as callers saw it. */
  readonly refused: readonly { readonly status: number; readonly retryAfter: string | null }[];
  /** Ids of events in the order in which a reader got them. */
  readonly events: readonly string[];
  /** Ends the callers, each with an answer for its last key. */
  stop(): Promise<void>;
};

type Answer = { readonly post: Post };

/** Callers who publish at once or soon, one at a time each, and repeat with the same key what is refused. */
export function startLoad(project: Project, accounts: readonly Account[], name: string): Load {
  const acknowledged: Acknowledged[] = [];
  const refused: { status: number; retryAfter: string | null }[] = [];
  const events: string[] = [];
  let isStopping = false;

  const untilAccepted = async <Body>(call: () => ReturnType<typeof project.call<Body>>): Promise<Body | null> => {
    for (;;) {
      const reply = await call();
      if (reply.status < 300) return reply.body;
      refused.push({ status: reply.status, retryAfter: reply.headers.get('retry-after') });
      if (isStopping && refused.length > 10_000) return null;
      await sleep(100);
    }
  };
  const publish = async ({ id: accountId, platform }: Account, caller: number): Promise<void> => {
    for (let count = 0; !isStopping; count++) {
      const key = `${name} ${caller} ${count}`;
      const publishAt = count % 3 === 0 ? { publishAt: inMs(1_500) } : {};
      const request = { content: key, platforms: [{ platform, accountId }], ...publishAt };
      const body = await untilAccepted(() => project.publish<Answer>(request, key));
      if (body) acknowledged.push({ key, id: body.post.id });
      await sleep(120);
    }
  };
  const read = async (): Promise<void> => {
    let after = '';
    while (!isStopping) {
      const page = await untilAccepted(() =>
        project.call<{ events: { id: string }[]; nextCursor: string | null }>('GET', `/api/v1/events?limit=50${after}`),
      );
      events.push(...page!.events.map(({ id }) => id));
      if (page!.nextCursor !== null) after = `&after=${page!.nextCursor}`;
      await sleep(50);
    }
  };
  const running = Promise.all([read(), ...accounts.map(publish)]);
  return {
    acknowledged,
    refused,
    events,
    async stop() {
      isStopping = true;
      await running;
    },
  };
}
