/**
 * `mock.seed`: projects, accounts, posts, webhooks and plans that exist before the first request,
 * and the JSON of a seed file.
 *
 * @module
 */
export type {
  KeyScope,
  PlanName,
  Seed,
  SeedAccount,
  SeedAccountHub,
  SeededProject,
  SeededWebhook,
  SeedHub,
  Seeding,
  SeedPost,
  SeedProject,
  SeedSpace,
  SeedTarget,
  SeedWebhook,
} from '@fanfare/mock';
