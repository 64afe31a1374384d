/** Facts of every file. */
type FileFacts = {
  /** Type by its bytes, not by its name: `image/jpeg`. */
  readonly contentType: string;
  /** Size in bytes. */
  readonly bytes: number;
  /** The file ends before its content does: it was cut off. */
  readonly isCut: boolean;
};

/** Size in pixels as people see it, after its rotation. */
type Shown = { readonly width: number; readonly height: number };

export type ImageFacts = FileFacts &
  Shown & {
    readonly type: 'image';
    /** EXIF orientation, 1 to 8; 1 is upright. */
    readonly orientation: number;
    /** More than one for an animation. */
    readonly frames: number;
  };

export type VideoFacts = FileFacts &
  Shown & {
    readonly type: 'video';
    /** Clockwise rotation that a player applies, in degrees: 0, 90, 180 or 270. */
    readonly rotation: number;
    readonly durationMs: number;
    readonly framesPerSecond: number;
    /** Codec as in RFC 6381, such as `avc1.64001f`. */
    readonly videoCodec: string;
    /** Null without sound. */
    readonly audioCodec: string | null;
    readonly audioHz: number | null;
    readonly bitsPerSecond: number;
    /** The index (`moov`) stands before the content, so that a player can begin at once. */
    readonly indexFirst: boolean;
    /** An edit list moves, cuts or repeats parts of a track. */
    readonly hasEditList: boolean;
  };

/** A file that no network takes as an image or a video: its type is all that is known. */
export type OtherFacts = FileFacts & { readonly type: 'other' };

/** What a file is, read from its bytes. */
export type MediaFacts = ImageFacts | VideoFacts | OtherFacts;
