/**
 * Tables that hash partitions by project may hold (docs/adr/0067): the largest of those that are
 * kept. What comes below names partitions and their indexes; a project is in one of them.
 */
export const PARTITIONED = ['posts', 'targets', 'write_intents', 'usage_events', 'reservations'] as const;

export type PartitionedTable = (typeof PARTITIONED)[number];

/** Name of a partition of a table, or of the index of a partition. */
export const inPartition = (name: string, partition: number): string =>
  `${name}_p${String(partition).padStart(2, '0')}`;

/** Name of the table or index that a name in an error of PostgreSQL belongs to. */
export const withoutPartition = (name: string): string => name.replace(/_p\d\d$/, '');

/** SQL: name of the schema that holds the copies while `fanfare partition` makes them. */
export const PARTITIONING = `quote_ident(current_schema() || '_partitioning')`;
