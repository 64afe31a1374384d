/** The place of an item: one run of one node in one execution. */
export type Place = {
  readonly executionId: string;
  readonly nodeId: string;
  /** From 0; a node in a loop runs several times in one execution. */
  readonly runIndex: number;
  readonly itemIndex: number;
};

/**
 * The key of an item that has none: the same when n8n tries the node again in the same execution,
 * another one in each new execution, run of a loop, node and item.
 */
export const keyOf = ({ executionId, nodeId, runIndex, itemIndex }: Place): string =>
  `n8n.${executionId}.${nodeId}.${runIndex}.${itemIndex}`.slice(0, 200);
