/** The kind of container that the parameters are read for. */
export type ContainerKind = {
  readonly kind: 'image' | 'video' | 'carousel';
  readonly product: 'FEED' | 'REELS' | 'STORY';
  readonly isCarouselItem: boolean;
};
