import { checkFilled } from '../check-argument.ts';

/**
 * The files at public addresses, for `POST /media/from-url` and a dry run with `probe`: the mock
 * fetches nothing.
 */
export type MockMedia = {
  /**
   * Says which bytes are at an address, or with null that it cannot be fetched. Without it every
   * public address has a small picture for `from-url`, and `probe` says nothing of it. Throws
   * RangeError for anything else.
   *
   * @example
   * mock.media.at('https://cdn.example.com/gone.jpg', null);
   * const answer = await fanfare.media.fromUrl({ url: 'https://cdn.example.com/gone.jpg' }).catch((error) => error.code);
   * console.log(answer); // media_unreachable
   */
  at(url: string, bytes: Uint8Array | null): void;
};

export type RemoteFiles = MockMedia & {
  /** The bytes at an address; null when it cannot be fetched, undefined where nothing was said. */
  read(url: string): Uint8Array<ArrayBuffer> | null | undefined;
  reset(): void;
};

export function createRemoteFiles(): RemoteFiles {
  const files = new Map<string, Uint8Array<ArrayBuffer> | null>();
  return {
    at(url, bytes) {
      checkFilled('media.at(url)', url);
      if (bytes !== null && !(bytes instanceof Uint8Array))
        throw new RangeError('media.at(url, bytes): give a Uint8Array, or null.');
      files.set(url, bytes?.slice() ?? null);
    },
    read: (url) => files.get(url),
    reset: () => files.clear(),
  };
}
