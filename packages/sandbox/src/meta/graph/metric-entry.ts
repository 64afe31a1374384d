/** One metric of insights, over the post's lifetime (Meta, media insights, 2026-10). */
export function metricEntry(mediaId: string, name: string, value: number): Readonly<Record<string, unknown>> {
  const title = name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());
  return {
    name,
    period: 'lifetime',
    values: [{ value }],
    title,
    description: `${title} of the post.`,
    id: `${mediaId}/insights/${name}/lifetime`,
  };
}
