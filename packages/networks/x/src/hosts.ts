import { inBareLabel, inLabel } from './link-characters.ts';
import type { TldEnd } from './tlds.ts';

/** Returns where a host that begins at `at` stops, or -1. */
export type HostEnd = (at: number) => number;

/**
 * Reads every host of a text in one pass from its end, so that the answers cost nothing and dotted
 * text stays linear (the published parser starts over at each character, which is quadratic). A
 * host is the longest chain of labels whose last is followed by an ending.
 */
export function createHostEnd(text: string, isTld: TldEnd): HostEnd {
  const size = text.length;
  /** First unit at or after this one that no label holds. */
  const labelEnd = new Int32Array(size + 1).fill(size);
  const nextUnderscore = new Int32Array(size + 1).fill(size);
  /** By the position of a dot: where the host ends whose labels go on after that dot, or -1. */
  const continued = new Int32Array(size + 1).fill(-1);
  /** By the position of a dot: where an ending after that dot stops, or -1. */
  const ended = new Int32Array(size + 1).fill(-1);

  const hostFrom: HostEnd = (at) => {
    const dot = labelEnd[at] ?? size;
    if (dot >= size || dot === at || text[dot] !== '.') return -1;
    if (!inLabel(text.charAt(at)) || !inLabel(text.charAt(dot - 1))) return -1;
    const longer = continued[dot] ?? -1;
    if (longer >= 0) return longer;
    // `_` may stand in subdomains only, never in the label before the ending.
    return (nextUnderscore[at] ?? size) < dot ? -1 : (ended[dot] ?? -1);
  };

  for (let at = size - 1; at >= 0; at--) {
    const unit = text.charAt(at);
    const underscore = unit === '_';
    labelEnd[at] = underscore || unit === '-' || inLabel(unit) ? (labelEnd[at + 1] ?? size) : at;
    nextUnderscore[at] = underscore ? at : (nextUnderscore[at + 1] ?? size);
    if (unit === '.') {
      continued[at] = hostFrom(at + 1);
      ended[at] = isTld(text, at + 1, size);
    }
  }
  return hostFrom;
}

export type BareHost = { readonly start: number; readonly end: number };

/** The parts of a host without protocol that X links. */
export function bareHosts(text: string, start: number, limit: number, isTld: TldEnd): readonly BareHost[] {
  const labelEnd = new Int32Array(limit - start + 1).fill(limit);
  const hostEnd = new Int32Array(limit - start + 1).fill(-1);
  for (let at = limit - 1; at >= start; at--) {
    const index = at - start;
    labelEnd[index] = inBareLabel(text.charAt(at)) ? (labelEnd[index + 1] ?? limit) : at;
    const dot = labelEnd[index] ?? limit;
    if (dot === at || dot >= limit || text[dot] !== '.') continue;
    if (at + 1 < dot) {
      hostEnd[index] = hostEnd[index + 1] ?? -1;
      continue;
    }
    const longer = hostEnd[dot + 1 - start] ?? -1;
    hostEnd[index] = longer >= 0 ? longer : isTld(text, dot + 1, limit);
  }

  const found: BareHost[] = [];
  let searchFrom = start;
  for (let at = start; at < limit; ) {
    const end = hostEnd[at - start] ?? -1;
    if (end < 0) {
      at++;
    } else {
      // The published parser looks the match up again by its text, so an earlier copy of it gets
      // the link.
      const host = text.slice(at, end);
      const first = text.indexOf(host, searchFrom);
      found.push({ start: first, end: first + host.length });
      searchFrom = first + host.length;
      at = end;
    }
  }
  return found;
}
