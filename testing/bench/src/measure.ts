import type { Installation } from './installation/installation.ts';

/** The figures of one run of a contender. */
export type Sample = {
  /** In the unit of the measure. */
  readonly figure: number;
  /** Requests, posts or jobs of the run: the CPU time is divided by it. */
  readonly done?: number;
  /** Other figures of the run, by name with unit: `p99 ms`. */
  readonly more?: Readonly<Record<string, number>>;
};

/** One of those that are compared. */
export type Contender = {
  readonly name: string;
  /** Processes whose CPU time and memory count as its own, besides PostgreSQL. */
  readonly pids?: () => readonly number[];
  /** Its own database, if it has one; asked for after `prepare`. */
  readonly installation?: () => Installation;
  /** Before each run, outside of what is measured; returns what to do after it. */
  readonly prepare?: () => Promise<() => Promise<void>>;
  readonly run: (seconds: number) => Promise<Sample>;
};

/** A contender that cannot run here. */
export type Absent = { readonly name: string; readonly skipped: string };

/** The ratio of two contenders within one round, or the figure of one where `of` is absent. */
export type Goal = {
  readonly what: string;
  readonly contender: string;
  readonly of?: string;
  /**
   * Another figure of the run than the one of the measure: `earliest ms`, `statements`, `CPU µs` of
   * contender and PostgreSQL.
   */
  readonly by?: string;
  readonly atLeast?: number;
  readonly atMost?: number;
};

export type Opened = {
  readonly contenders: readonly (Contender | Absent)[];
  readonly close?: () => Promise<void>;
};

/** Posts in the table that the lists read, unless `--rows` says otherwise. */
export const USUAL_ROWS = 1_000_000;

export type Options = {
  readonly seconds: number;
  /** Posts in the table that the lists read. */
  readonly rows: number;
};

export type Measure = {
  /** The argument of `pnpm bench`. */
  readonly name: string;
  /** Another argument, for all measures that have it. */
  readonly group?: string;
  /** The question that it answers. */
  readonly answers: string;
  readonly unit: string;
  readonly goals: readonly Goal[];
  /** No first round that is not counted. */
  readonly isCold?: true;
  /** Length of the first round. Node compiles a server for half a minute of load. Default: 1. */
  readonly warmUpSeconds?: number;
  /** Its own number of rounds, where a run takes long. */
  readonly rounds?: number;
  readonly open: (installation: Installation, options: Options) => Promise<Opened>;
};
