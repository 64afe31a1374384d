import type { Attempt, Call, Prepared, Sent, Verdict } from '@fanfare/network';
import type { Conformance } from './conformance.ts';
import type { LivePost } from './rig.ts';
import type { Stage } from './stage.ts';

export type WriteName = 'publish' | 'comment' | 'repost';

/** One public write of a network, ready to be tested. */
export type Subject = {
  prepare(call: Call): Promise<Prepared>;
  send(call: Call, prepared: Prepared): Promise<Sent>;
  reconcile(call: Call, attempt: Omit<Attempt<unknown>, 'input'>): Promise<Verdict>;
  /** The network's ids of what people see of it now; null where it has none. */
  live(): Promise<readonly (string | null)[]>;
};

const COMMENT = 'The first comment: where to find it.';

/** The write, after publishing what it needs, such as the post of a comment. */
export async function subjectOf(conformance: Conformance, stage: Stage, name: WriteName): Promise<Subject> {
  const { adapter, rig } = stage;
  const { plain } = conformance.drafts(rig.files);
  if (name === 'publish') {
    return {
      prepare: (call) => adapter.publish.prepare(call, plain),
      send: (call, prepared) => adapter.publish.send(call, prepared),
      reconcile: (call, attempt) => adapter.publish.reconcile(call, { ...attempt, input: plain }),
      live: async () => (await rig.posts()).map((post) => post.id),
    };
  }
  const platformPostId = await publishPlain(conformance, stage);
  if (name === 'comment') {
    const { comment } = adapter;
    if (!comment) throw new Error('This adapter does not comment.');
    const input = { platformPostId, text: COMMENT };
    return {
      prepare: (call) => comment.prepare(call, input),
      send: (call, prepared) => comment.send(call, prepared),
      reconcile: (call, attempt) => comment.reconcile(call, { ...attempt, input }),
      live: async () => {
        const post = await findPost(stage, platformPostId);
        return post.comments.map((each) => {
          if (each.text !== COMMENT) throw new Error(`The comment reads "${each.text}".`);
          return each.id;
        });
      },
    };
  }
  const { repost } = adapter;
  if (!repost) throw new Error('This adapter does not repost.');
  return {
    prepare: (call) => repost.prepare(call, { platformPostId }),
    send: (call, prepared) => repost.send(call, prepared),
    reconcile: (call, attempt) => repost.reconcile(call, { ...attempt, input: { platformPostId } }),
    live: async () => (await findPost(stage, platformPostId)).repostedBy.map(() => null),
  };
}

/** Publishes the plain draft and returns the network's id of it. */
export async function publishPlain({ drafts }: Pick<Conformance, 'drafts'>, stage: Stage): Promise<string> {
  const { publish } = stage.adapter;
  const call = stage.call();
  const { platformPostId } = await publish.send(call, await publish.prepare(call, drafts(stage.rig.files).plain));
  if (platformPostId === null) throw new Error('The network gave no id of the post.');
  return platformPostId;
}

/** The post as people see it. Throws where it is not there, or there twice. */
export async function findPost(stage: Stage, id: string | null): Promise<LivePost> {
  const [post, ...more] = (await stage.rig.posts()).filter((each) => each.id === id);
  if (post === undefined || more.length > 0) throw new Error(`There are ${more.length + (post ? 1 : 0)} posts ${id}.`);
  return post;
}
