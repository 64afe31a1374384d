import type { Attempt, Call, Prepared, Sent, Verdict } from '@fanfare/network';
import type { Conformance } from './conformance.ts';
import type { Fixture } from './fixture.ts';
import type { LivePost } from './test-network.ts';

export type WriteName = 'publish' | 'comment' | 'repost' | 'unpublish';

/** One public write of a network, ready to be tested. */
export type Subject = {
  prepare(call: Call): Promise<Prepared>;
  send(call: Call, prepared: Prepared): Promise<Sent>;
  reconcile(call: Call, attempt: Omit<Attempt<unknown>, 'input'>): Promise<Verdict>;
  /** The network's ids of what it did and everybody sees now; null where it has none. */
  live(): Promise<readonly (string | null)[]>;
};

const COMMENT = 'The first comment: where to find it.';

/** The write, after publishing its requirements, such as the post of a comment. */
export async function subjectOf(conformance: Conformance, fixture: Fixture, name: WriteName): Promise<Subject> {
  const { adapter, testNetwork } = fixture;
  const { plain } = conformance.drafts(testNetwork.files);
  if (name === 'publish') {
    return {
      prepare: (call) => adapter.publish.prepare(call, plain),
      send: (call, prepared) => adapter.publish.send(call, prepared),
      reconcile: (call, attempt) => adapter.publish.reconcile(call, { ...attempt, input: plain }),
      live: async () => (await testNetwork.posts()).map((post) => post.id),
    };
  }
  const platformPostId = await publishPlain(conformance, fixture);
  if (name === 'comment') {
    const { comment } = adapter;
    if (!comment) throw new Error('This adapter does not comment.');
    const input = { platformPostId, text: COMMENT };
    return {
      prepare: (call) => comment.prepare(call, input),
      send: (call, prepared) => comment.send(call, prepared),
      reconcile: (call, attempt) => comment.reconcile(call, { ...attempt, input }),
      live: async () => {
        const post = await findPost(fixture, platformPostId);
        return post.comments.map((each) => {
          if (each.text !== COMMENT) throw new Error(`The comment reads "${each.text}".`);
          return each.id;
        });
      },
    };
  }
  if (name === 'unpublish') {
    const { unpublish } = adapter;
    if (!unpublish) throw new Error('This adapter does not delete posts.');
    return {
      prepare: (call) => unpublish.prepare(call, { platformPostId }),
      send: (call, prepared) => unpublish.send(call, prepared),
      reconcile: (call, attempt) => unpublish.reconcile(call, { ...attempt, input: { platformPostId } }),
      // What is seen of a deletion is that the post is missing.
      live: async () => ((await testNetwork.posts()).some(({ id }) => id === platformPostId) ? [] : [null]),
    };
  }
  const { repost } = adapter;
  if (!repost) throw new Error('This adapter does not repost.');
  return {
    prepare: (call) => repost.prepare(call, { platformPostId }),
    send: (call, prepared) => repost.send(call, prepared),
    reconcile: (call, attempt) => repost.reconcile(call, { ...attempt, input: { platformPostId } }),
    live: async () => (await findPost(fixture, platformPostId)).repostedBy.map(() => null),
  };
}

/** Publishes the plain draft and returns its id at the network. */
export async function publishPlain({ drafts }: Pick<Conformance, 'drafts'>, fixture: Fixture): Promise<string> {
  const { publish } = fixture.adapter;
  const call = fixture.call();
  const { platformPostId } = await publish.send(
    call,
    await publish.prepare(call, drafts(fixture.testNetwork.files).plain),
  );
  if (platformPostId === null) throw new Error('The network gave no id of the post.');
  return platformPostId;
}

/** The post as people see it. Throws where it is missing or appears twice. */
export async function findPost(fixture: Fixture, id: string | null): Promise<LivePost> {
  const [post, ...more] = (await fixture.testNetwork.posts()).filter((each) => each.id === id);
  if (post === undefined || more.length > 0) throw new Error(`There are ${more.length + (post ? 1 : 0)} posts ${id}.`);
  return post;
}
