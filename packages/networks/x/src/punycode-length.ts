/** RFC 3492, section 5: parameters of punycode. */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 0x80;

function adapted(delta: number, points: number, first: boolean): number {
  let left = first ? Math.floor(delta / DAMP) : delta >> 1;
  left += Math.floor(left / points);
  let bias = 0;
  for (; left > ((BASE - T_MIN) * T_MAX) >> 1; bias += BASE) left = Math.floor(left / (BASE - T_MIN));
  return Math.floor(bias + ((BASE - T_MIN + 1) * left) / (left + SKEW));
}

/** Digits that punycode needs for one delta. */
function digitsOf(delta: number, bias: number): number {
  let digits = 1;
  let left = delta;
  for (let k = BASE; ; k += BASE, digits++) {
    const t = Math.min(Math.max(k - bias, T_MIN), T_MAX);
    if (left < t) return digits;
    left = Math.floor((left - t) / (BASE - t));
  }
}

/**
 * Length of one label as DNS sees it, `xn--` included. Labels beyond 63 code points answer their
 * number of code points: every one costs a character at least, so they are too long whatever their
 * exact length.
 */
export function asciiLabelLength(label: string): number {
  const points = Array.from(label, (character) => character.codePointAt(0) ?? 0);
  if (points.length > 63 || points.every((point) => point >= 0x20 && point <= 0x7e)) return points.length;

  const basic = points.filter((point) => point < INITIAL_N).length;
  let length = 'xn--'.length + basic + (basic > 0 ? 1 : 0);
  let n = INITIAL_N;
  let delta = 0;
  let bias = INITIAL_BIAS;
  for (let handled = basic; handled < points.length; ) {
    const next = Math.min(...points.filter((point) => point >= n));
    delta += (next - n) * (handled + 1);
    n = next;
    for (const point of points) {
      if (point < n) delta++;
      if (point !== n) continue;
      length += digitsOf(delta, bias);
      bias = adapted(delta, handled + 1, handled === basic);
      delta = 0;
      handled++;
    }
    delta++;
    n++;
  }
  return length;
}
