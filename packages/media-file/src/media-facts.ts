/** Facts of every file. */
type FileFacts = {
  /** Type by its bytes, not by its name: `image/jpeg`. */
  readonly contentType: string;
  /** Size in bytes. */
  readonly bytes: number;
  /**
   * The file ends before its content does, or its content cannot be read: it was cut or damaged.
   */
  readonly isCut: boolean;
};

/** Size in pixels as people see it, after its rotation. */
type Shown = { readonly width: number; readonly height: number };

export type ImageFacts = FileFacts &
  Shown & {
    readonly type: 'image';
    /** EXIF orientation, 1 to 8; 1 is upright. */
    readonly orientation: number;
    /**
     * Frames of a GIF; 2 for an animated PNG or WebP, whose frames are not counted; otherwise 1.
     */
    readonly frames: number;
    /**
     * Its head says that parts may be transparent. Absent for other files, and for those judged
     * before it was known.
     */
    readonly isTransparent?: boolean;
  };

export type VideoFacts = FileFacts &
  Shown & {
    readonly type: 'video';
    /** Clockwise rotation that a player applies, in degrees: 0, 90, 180 or 270. */
    readonly rotation: number;
    /** Null when its index does not say it, as in some recordings in fragments. */
    readonly durationMs: number | null;
    /** Average of the whole video; null when its index does not say it. */
    readonly framesPerSecond: number | null;
    /** Codec as in RFC 6381, such as `avc1.64001f`. */
    readonly videoCodec: string;
    /** Null without sound. */
    readonly audioCodec: string | null;
    readonly audioHz: number | null;
    /** Average of pictures and sound together; null without a duration. */
    readonly bitsPerSecond: number | null;
    /** The index (`moov`) stands before the content, so that a player can begin at once. */
    readonly indexFirst: boolean;
    /** An edit list leaves out or repeats a part; the delay that encoders write does not count. */
    readonly hasEdits: boolean;
  };

/**
 * A PDF, DOCX or PPTX, or a file of older Office programs (`application/x-cfb`: DOC, PPT and
 * others).
 */
export type DocumentFacts = FileFacts & {
  readonly type: 'document';
  /**
   * Pages of a PDF, slides of a PPTX; null for other documents, and where they cannot be counted.
   * Absent where nobody has counted.
   */
  readonly pages?: number | null;
};

/** A file that no network takes: its type is all that is known. */
export type OtherFacts = FileFacts & { readonly type: 'other' };

/** Facts of a file, read from its bytes. */
export type MediaFacts = ImageFacts | VideoFacts | DocumentFacts | OtherFacts;
