import type { Clock, Http } from '@fanfare/network';
import type { CodeSource } from './codes/code-source.ts';
import type { HideSecrets } from './report/hide-secrets.ts';
import type { Recorder } from './report/recorder.ts';

/** Values that every part of one run of the kit uses. */
export type KitRun = {
  /** The hub URL, without a trailing slash. */
  readonly url: string;
  readonly http: Http;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly recorder: Recorder;
  readonly hide: HideSecrets;
  readonly codes: CodeSource;
};
