import type { TargetOptions } from '@fanfare/contract';

/** The fields of a target that cases set. */
export type Part = TargetOptions & {
  readonly content?: string;
  readonly mediaItems?: readonly Readonly<Record<string, unknown>>[];
  readonly firstComment?: string;
  readonly aiGenerated?: boolean;
};

/** A rule of a platform, and how a request breaks it. */
export type ContentRuleCase = {
  readonly rule: string;
  /** A target that breaks this rule and no other. */
  readonly breaks: Part;
  /** The nearest one that does not. All of it has an effect. */
  readonly keeps: Part;
  /** The path within the target. */
  readonly path: string;
  readonly limit?: number;
  readonly actual?: number;
  /** The field that the nearest one is warned of. */
  readonly warned?: string;
};
