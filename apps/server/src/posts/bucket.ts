const BUCKETS = 64;

/** Which of 64 buckets a project's due work lies in, so that claimants can share it out. Stable: made from the last byte of the project's id. */
export function bucketOf(projectId: string): number {
  return Number.parseInt(projectId.slice(-2), 16) % BUCKETS;
}
