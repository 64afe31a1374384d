import { createPost } from '../create-post.ts';
import { type PostInput, postFields } from '../post-input.ts';
import { describePost, postView } from '../post-view.ts';
import { previewPost } from '../preview-post.ts';
import { retryFailed } from '../retry-failed.ts';
import { saveDraft } from '../save-draft.ts';
import { ANY, CREATED, input, output, POST, POST_ID, strings, text } from '../schemas.ts';
import type { Tool } from '../tool.ts';

const PUBLISHES = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true } as const;

const KEY = text('Names this post; made from the content and the day by default. Another key publishes the same again');

type Keyed = PostInput & { idempotencyKey?: string };

/** The tools that publish, where local files can be read or not. */
export function publishingTools(of: { readonly paths: boolean }) {
  const fields = postFields(of);
  const publishPost: Tool<Keyed> = {
    name: 'publish_post',
    title: 'Publish a post',
    description:
      'Publishes one post to 1 to 10 accounts now and waits for the networks. It is public at once: show it to the person first. Safe to repeat: the same call on the same day answers the same post.',
    input: input({ ...fields, idempotencyKey: KEY }, ['accounts']),
    output: output(CREATED),
    annotations: PUBLISHES,
    preview: previewPost,
    run: createPost,
  };
  const schedulePost: Tool<Keyed & { publishAt: string }> = {
    name: 'schedule_post',
    title: 'Schedule a post',
    description: 'Like publish_post, but at publishAt. cancel_post stops it until then.',
    input: input(
      { ...fields, publishAt: text('ISO 8601 with offset, 2026-12-01T09:00:00+01:00'), idempotencyKey: KEY },
      ['accounts', 'publishAt'],
    ),
    output: output(CREATED),
    annotations: PUBLISHES,
    preview: previewPost,
    run: createPost,
  };
  const saveDraftTool: Tool<Parameters<typeof saveDraft>[1]> = {
    name: 'save_draft',
    title: 'Save a draft',
    description:
      'Saves a post, complete or not, for a person, and answers the page on which they change and publish it. Publishes nothing. Safe to repeat.',
    input: input({ ...fields, publishAt: text('ISO 8601 with offset'), note: text('For whoever reads the draft') }),
    output: output({ draftId: text(), composeUrl: text(), check: ANY }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: saveDraft,
  };
  return { publishPost, schedulePost, saveDraftTool };
}

export const cancelPost: Tool<{ postId: string }> = {
  name: 'cancel_post',
  title: 'Cancel a scheduled post',
  description: 'Cancels a scheduled post that is still waiting. What is published stays.',
  input: input({ postId: POST_ID }, ['postId']),
  output: output({ post: POST }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run({ fanfare }, { postId }) {
    const { post } = await fanfare.posts.cancel(postId);
    return { summary: describePost(post), data: { post: postView(post) } };
  },
};

export const retryFailedTool: Tool<Parameters<typeof retryFailed>[1]> = {
  name: 'retry_failed',
  title: 'Send failed targets again',
  description:
    'Sends the failed targets of a post again as a new post, and nothing that is live. Remove the cause first. Safe to repeat. Targets with outcome_unknown are left out.',
  input: input(
    {
      postId: POST_ID,
      includeOutcomeUnknown: {
        type: 'boolean',
        description: 'Only after a person has looked and the post is not there',
      },
      accountIds: strings('Only these'),
    },
    ['postId'],
  ),
  output: output(CREATED),
  annotations: PUBLISHES,
  preview: async (deps, given) => {
    const { post } = await deps.fanfare.posts.get(given.postId);
    return { summary: 'Send the failed targets of a post again, now.', data: { post: postView(post) } };
  },
  run: retryFailed,
};
