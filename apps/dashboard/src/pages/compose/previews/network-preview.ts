import type { Account } from '@fanfare/sdk';
import type { ReactNode } from 'react';
import type { ComposedTarget } from '../judge.ts';

export type PreviewProps = {
  readonly composed: ComposedTarget;
  readonly account: Account | undefined;
  /** Its name on the network; empty for an account that is gone. */
  readonly username: string;
  /** Time of publication, as a reader sees it. */
  readonly time: string;
};

/** The look of a post on one network. */
export type NetworkPreview = {
  readonly View: (props: PreviewProps) => ReactNode;
  /**
   * Paths of the options that it draws: `poll`, `x.communityId`. All others are listed below it.
   */
  readonly draws: readonly string[];
};
