import type { AcceptedStep } from '@fanfare/network';

/** The hidden steps of a run, as the service gives them to `discard`. */
export const stepsIn = (journal: ReadonlyMap<string, string>): readonly AcceptedStep[] =>
  [...journal].map(([name, handle]) => {
    const [kind, ordinal] = name.split(' ');
    return { kind: kind === 'media' ? 'media' : 'container', ordinal: Number(ordinal), handle };
  });
