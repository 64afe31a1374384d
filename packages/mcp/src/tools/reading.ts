import type { ListPostsParams, Platform } from '@fanfare/sdk';
import { checkPost } from '../check-post.ts';
import { type PostInput, postFields } from '../post-input.ts';
import { describePost, postView } from '../post-view.ts';
import { ANY, BRIEF_POST, input, LIST, output, POST, POST_ID, text } from '../schemas.ts';
import { InputError, type Tool } from '../tool.ts';

const READS = { readOnlyHint: true, openWorldHint: false } as const;

export const listAccounts: Tool<{ platform?: Platform }> = {
  name: 'list_accounts',
  title: 'List accounts',
  description: 'Connected accounts: the ids, names and platforms that posts go to. Only active ones can publish.',
  input: input({ platform: text() }),
  output: output({ accounts: LIST }),
  annotations: READS,
  async run({ fanfare }, { platform }) {
    const { accounts } = await fanfare.accounts.list(platform === undefined ? {} : { platform });
    const broken = accounts.filter(({ status }) => status !== 'active');
    const again = broken.map(({ id, platform: of }) => `${id} (${of})`).join(', ');
    return {
      summary:
        accounts.length === 0
          ? 'No account is connected. connect_account makes a link for the person.'
          : `${accounts.length - broken.length} of ${accounts.length} accounts can publish.${again && ` To be connected again: ${again}.`}`,
      data: {
        accounts: accounts.map(({ id, platform: of, username, status, statusReason, profileId, hub }) => ({
          ...{ id, platform: of, username, status },
          ...(statusReason !== null && { statusReason }),
          ...(profileId !== undefined && { profileId }),
          ...(hub !== undefined && { hub }),
        })),
      },
    };
  },
};

export const platformRules: Tool<{ platform: string }> = {
  name: 'platform_rules',
  title: 'Rules of a platform',
  description: 'Limits, features, rules and target options (JSON Schema) of one platform. Read before you use options.',
  input: input({ platform: text('x, instagram, threads, linkedin, hub, …') }, ['platform']),
  output: output({ rules: ANY }),
  annotations: READS,
  async run({ fanfare }, { platform }) {
    const { platforms } = await fanfare.platforms.list();
    const rules = platforms.find((one) => one.platform === platform.toLowerCase());
    if (!rules)
      throw new InputError(`There is no platform "${platform}": ${platforms.map((one) => one.platform).join(', ')}.`);
    const { text: words, media } = rules;
    return {
      summary: `${rules.platform}: ${words.max} characters (${words.countedAs}), ${media.max} media items${media.optional ? '' : ', at least one'}.`,
      data: { rules },
    };
  },
};

export const checkPostTool: Tool<PostInput> = {
  name: 'check_post',
  title: 'Check a post',
  description:
    'Says which rules a post breaks, what would have no effect, and its cost. Publishes nothing. upload_media first for local files.',
  input: input({ ...postFields({ paths: false }), publishAt: text('ISO 8601 with offset') }, ['accounts']),
  output: output({
    valid: { type: 'boolean' },
    violations: LIST,
    warnings: LIST,
    units: { type: 'integer' },
    targets: LIST,
  }),
  annotations: READS,
  run: checkPost,
};

export const getPost: Tool<{ postId: string }> = {
  name: 'get_post',
  title: 'Get a post',
  description: 'A post and the state, address or error of each target.',
  input: input({ postId: POST_ID }, ['postId']),
  output: output({ post: POST }),
  annotations: READS,
  async run({ fanfare }, { postId }) {
    const { post } = await fanfare.posts.get(postId);
    return { summary: describePost(post), data: { post: postView(post) } };
  },
};

export const listPosts: Tool<ListPostsParams> = {
  name: 'list_posts',
  title: 'List posts',
  description: 'Posts, newest first, 10 by default.',
  input: input({
    status: { enum: ['scheduled', 'publishing', 'published', 'partial', 'failed', 'cancelled'] },
    platform: text(),
    accountId: text(),
    limit: { type: 'integer', minimum: 1, maximum: 50 },
    cursor: text('nextCursor of the page before'),
  }),
  output: output({ posts: { type: 'array', items: BRIEF_POST }, nextCursor: text() }),
  annotations: READS,
  async run({ fanfare }, { limit = 10, ...filters }) {
    const { posts, nextCursor } = await fanfare.posts.list({ ...filters, limit });
    return {
      summary: `${posts.length} ${posts.length === 1 ? 'post' : 'posts'}${nextCursor === null ? '' : '; more with nextCursor'}.`,
      data: { posts: posts.map(postView), ...(nextCursor !== null && { nextCursor }) },
    };
  },
};

export const getMetrics: Tool<{ postId: string }> = {
  name: 'get_metrics',
  title: 'Get metrics',
  description:
    'Views, likes, comments, shares and saves of each target, read now from the networks. null: not reported.',
  input: input({ postId: POST_ID }, ['postId']),
  output: output({ fetchedAt: text(), targets: LIST }),
  annotations: { readOnlyHint: true, openWorldHint: true },
  async run({ fanfare }, { postId }) {
    const { fetchedAt, targets } = await fanfare.posts.metrics(postId);
    const read = targets.filter(({ metrics }) => metrics !== null).length;
    return {
      summary: `Counts of ${read} of ${targets.length} targets.`,
      data: {
        fetchedAt,
        targets: targets.map(({ accountId, platform, status, url, metrics, metricsError }) => ({
          ...{ accountId, platform, status, url, metrics },
          ...(metricsError !== null && { metricsError }),
        })),
      },
    };
  },
};
