/** X, pay-per-use prices since 2026-04-20 (checked 2026-08), in millionths of a dollar. */
export const prices = {
  post: 15_000,
  postWithLink: 200_000,
  interaction: 15_000,
  interactionUndone: 10_000,
  mediaMetadata: 5_000,
} as const;
