import { nearestName } from '@fanfare/contract';
import type { Settings } from '../../config/config.ts';
import { type Finding, ok, warning } from './finding.ts';

type Deps = {
  /** Variables that the server does not use. */
  readonly settings: Settings;
  readonly known: readonly string[];
};

/** Shortest checked name: shorter ones of other programs resemble ours, as `HOME` does `HOST`. */
const SHORTEST = 8;

/** Finds misspelt settings, which the server would ignore silently. */
export function checkSettings({ settings, known }: Deps): Finding {
  const misspelt = Object.keys(settings).flatMap((name) => {
    const meant = name.length < SHORTEST ? null : nearestName(name, known);
    return meant === null ? [] : [`${name} (did you mean ${meant}?)`];
  });
  return misspelt.length === 0
    ? ok('configuration', 'Every setting can be read.')
    : warning(
        'configuration',
        `No setting has these names, so they are ignored: ${misspelt.sort().join(', ')}.`,
        'Correct the names, see docs/self-hosting.md.',
      );
}
