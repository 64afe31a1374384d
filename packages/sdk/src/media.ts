import { AnswerPromise } from './answer-promise.ts';
import type { FileSource } from './file-source.ts';
import { ListPromise } from './list-promise.ts';
import type { RequestOptions, Settings } from './options.ts';
import { path } from './path.ts';
import type { Runtime } from './runtime.ts';
import type { UploadProgress } from './send-file.ts';
import type { Answer, Call, Send } from './transport.ts';
import type {
  CreateMediaRequest,
  ListMediaParams,
  MediaFile,
  MediaFileAnswer,
  MediaFileDeleted,
  MediaFileList,
  MediaFromUrlRequest,
} from './types.gen.ts';

/** Options of a call that makes a file. */
export type CreateMediaOptions = RequestOptions & {
  /** Key by which a repeated call answers the first file; the SDK makes one without it. */
  idempotencyKey?: string;
};

/** Options of an upload. Name and type come from the path, the `File` or the `Blob` by default. */
export type UploadOptions = CreateMediaOptions &
  Partial<CreateMediaRequest> & {
    /** Called after each piece of at most 8 MiB that the server has. */
    onProgress?: (progress: UploadProgress) => void;
  };

/** Host files: upload them once, publish them anywhere. */
export class Media {
  readonly #send: Send;
  readonly #runtime: Runtime;
  readonly #fetch: Settings['fetch'];

  /** @internal */
  constructor(send: Send, runtime: Runtime, fetch: Settings['fetch']) {
    this.#send = send;
    this.#runtime = runtime;
    this.#fetch = fetch;
  }

  #make(path: Call['path'], body: object, options: CreateMediaOptions = {}): AnswerPromise<MediaFileAnswer> {
    const { idempotencyKey = this.#runtime.newKey(), ...rest } = options;
    const headers = { 'Idempotency-Key': idempotencyKey, ...rest.headers };
    return new AnswerPromise(this.#send({ method: 'POST', path, body, options: { ...rest, headers } }));
  }

  /**
   * Uploads a file and returns it checked: announces it, sends its bytes in pieces, goes on from
   * where it was after a lost connection, and completes it. The source is a path (Node, Bun, Deno),
   * a `Blob` or `File`, or a stream with `bytes`. Only one piece of 8 MiB is in memory.
   *
   * A file that is not what was announced, or no image or video, is no error here: read `status`
   * (`ready` or `refused`), `error`, and in `problems` the rules of platforms that the file breaks.
   *
   * Throws `TypeError` when name, type or size are not known, `StorageExceededError`, and what the
   * other methods throw.
   *
   * @example
   * const picture = await (await fetch('http://127.0.0.1:4600/__sandbox/samples/harbour.jpg')).blob();
   * const { media: harbour } = await fanfare.media.upload(picture, { filename: 'harbour.jpg' });
   * console.log(harbour.status, harbour.facts?.width); // ready 1080
   */
  upload(source: FileSource, options: UploadOptions = {}): AnswerPromise<MediaFileAnswer> {
    return new AnswerPromise(this.#upload(source, options));
  }

  async #upload(source: FileSource, options: UploadOptions): Promise<Answer<MediaFileAnswer>> {
    const { uploadFile } = await import('./upload-chunk.ts');
    return uploadFile({ media: this, runtime: this.#runtime, fetch: this.#fetch }, source, options);
  }

  /**
   * Announces a file and returns where its bytes go, for uploads that a browser or another program
   * makes: `uploadUrl` needs no API key. Then call `complete`.
   *
   * Throws `StorageExceededError`.
   *
   * @example
   * const { media: announced } = await fanfare.media.create({ filename: 'rye.jpg', contentType: 'image/jpeg', bytes: 482_113 });
   * console.log(announced.status, announced.uploadUrl !== null); // awaiting_upload true
   */
  create(request: CreateMediaRequest, options?: CreateMediaOptions): AnswerPromise<MediaFileAnswer> {
    return this.#make('/media', request, options);
  }

  /**
   * Copies a public file and returns it checked, `ready` or `refused`.
   *
   * Throws `MediaUnreachableError` when it cannot be fetched.
   *
   * @example
   * const { media: copy } = await fanfare.media.fromUrl({ url: 'http://127.0.0.1:4600/__sandbox/samples/harbour.jpg' });
   * console.log(copy.filename); // harbour.jpg
   */
  fromUrl(request: MediaFromUrlRequest, options?: CreateMediaOptions): AnswerPromise<MediaFileAnswer> {
    return this.#make('/media/from-url', request, options);
  }

  /**
   * Checks a file whose bytes are here and returns what it is. A repeated call returns the same.
   *
   * Throws `UploadIncompleteError` while bytes are missing.
   *
   * @example
   * const { media: checked } = await fanfare.media.complete(media.id);
   * console.log(checked.status, checked.problems.length); // ready 0
   */
  complete(id: string, options?: RequestOptions): AnswerPromise<MediaFileAnswer> {
    return new AnswerPromise(this.#send({ method: 'POST', path: path`/media/${id}/complete`, options }));
  }

  /**
   * Files of the project, newest first: `await` gives the first page, `for await` every file.
   *
   * @example
   * for await (const { id, filename } of fanfare.media.list({ status: 'ready' })) console.log(id, filename); // med_… rye.jpg
   */
  list(params: ListMediaParams = {}, options?: RequestOptions): ListPromise<MediaFile, MediaFileList> {
    const ask = (query: ListMediaParams) =>
      this.#send<MediaFileList>({ method: 'GET', path: '/media', query, options });
    return new ListPromise(ask(params), {
      itemsOf: ({ media }) => media,
      next: ({ nextCursor }) => (nextCursor === null ? null : ask({ ...params, cursor: nextCursor })),
    });
  }

  /**
   * One file, with the rules of platforms that it breaks.
   *
   * @example
   * const { media: found } = await fanfare.media.get(media.id);
   * console.log(found.expiresAt); // 2026-…Z
   */
  get(id: string, options?: RequestOptions): AnswerPromise<MediaFileAnswer> {
    return new AnswerPromise(this.#send({ method: 'GET', path: path`/media/${id}`, options }));
  }

  /**
   * Deletes a file and its bytes. What is published stays on the networks.
   *
   * Throws `MediaInUseError` while a post that has not settled uses it.
   *
   * @example
   * const { deleted } = await fanfare.media.delete(media.id);
   * console.log(deleted); // true
   */
  delete(id: string, options?: RequestOptions): AnswerPromise<MediaFileDeleted> {
    return new AnswerPromise(this.#send({ method: 'DELETE', path: path`/media/${id}`, options }));
  }
}
