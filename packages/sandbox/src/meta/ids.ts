/** Creates ids in Meta's formats. */
export type MetaIds = {
  /** 17 digits. Kept as strings everywhere: they are above 2^53. */
  next(prefix: string): string;
  /** 17 digits above 2^53, odd: parsed as a number they name another account. */
  person(prefix: string): string;
  /** The 11 characters of a public address. */
  shortcode(): string;
  traceId(): string;
};

const LENGTH = 17;

export function createMetaIds(deps: { readonly randomHex: (bytes: number) => string }): MetaIds {
  function next(prefix: string): string {
    const digits = BigInt(`0x${deps.randomHex(8)}`)
      .toString()
      .padStart(LENGTH, '0');
    return prefix + digits.slice(-(LENGTH - prefix.length));
  }
  function base64url(bytes: number): string {
    return Buffer.from(deps.randomHex(bytes), 'hex').toString('base64url');
  }
  return {
    next,
    person(prefix) {
      const id = next(prefix);
      const last = Number(id.at(-1));
      return id.slice(0, -1) + (last % 2 === 0 ? last + 1 : last);
    },
    shortcode: () => `D${base64url(8).slice(0, 10)}`,
    traceId: () => `A${base64url(17).slice(0, 22)}`,
  };
}
