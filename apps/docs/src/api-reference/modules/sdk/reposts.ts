/**
 * `fanfare.reposts`: repost any post of a platform that has reposts. A post that Fanfare published
 * is reposted by `posts.repost`.
 *
 * @module
 */
export type {
  AccountRepost,
  CreateRepostRequest,
  RepostById,
  RepostByUrl,
  RepostCreated,
  RepostStatus,
  Reposts,
} from '@fanfare/sdk';
