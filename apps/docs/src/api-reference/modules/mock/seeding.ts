/**
 * `mock.seed`: projects, accounts, posts and plans that exist before the first request, and the JSON of a seed file.
 *
 * @module
 */
export type {
  PlanName,
  Seed,
  SeedAccount,
  SeedAccountHub,
  SeededProject,
  SeedHub,
  Seeding,
  SeedPost,
  SeedProject,
  SeedSpace,
  SeedTarget,
} from '@fanfare/mock';
