/**
 * `mock.seed`: projects, accounts, posts and plans that are there before the first request, and the JSON of a seed file.
 *
 * @module
 */
export type {
  PlanName,
  Seed,
  SeedAccount,
  SeededProject,
  Seeding,
  SeedPost,
  SeedProject,
  SeedTarget,
} from '@fanfare/mock';
