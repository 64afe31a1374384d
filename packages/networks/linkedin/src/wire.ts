import { z } from 'zod';

// Only the fields we use are checked; LinkedIn may add others at any time. Ids can be JSON numbers.
const Id = z.union([z.string(), z.number()]).transform(String);

export const UserinfoAnswer = z.object({
  sub: z.string().min(1),
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
});

export const MeAnswer = z.object({
  id: z.string().min(1),
  vanityName: z.string().optional(),
  localizedFirstName: z.string().optional(),
  localizedLastName: z.string().optional(),
});

export const AclsAnswer = z.object({
  elements: z.array(z.object({ organization: z.string().optional(), role: z.string(), state: z.string() })),
});

export const OrganizationsAnswer = z.object({
  results: z.record(z.object({ id: Id, localizedName: z.string().optional(), vanityName: z.string().optional() })),
});

export const OrganizationsFound = z.object({
  elements: z.array(z.object({ id: Id, localizedName: z.string().min(1), vanityName: z.string().optional() })),
});

export const FollowersFound = z.object({
  elements: z.array(
    z.object({
      member: z.string(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      headline: z.string().optional(),
    }),
  ),
});

export const ImageUploadAnswer = z.object({
  value: z.object({ uploadUrl: z.string().url(), image: z.string().min(1) }),
});

export const DocumentUploadAnswer = z.object({
  value: z.object({ uploadUrl: z.string().url(), document: z.string().min(1) }),
});

export const VideoUploadAnswer = z.object({
  value: z.object({
    video: z.string().min(1),
    uploadToken: z.string().default(''),
    uploadInstructions: z
      .array(
        z.object({
          uploadUrl: z.string().url(),
          firstByte: z.number().int().min(0),
          lastByte: z.number().int().min(0),
        }),
      )
      .min(1),
    thumbnailUploadUrl: z.string().url().optional(),
    captionsUploadUrl: z.string().url().optional(),
  }),
});

/** A video, an image or a document, as far as LinkedIn is with it. */
export const AssetAnswer = z.object({ status: z.string(), processingFailureReason: z.string().optional() });

export const PostsAnswer = z.object({
  elements: z.array(
    z.object({
      id: z.string(),
      author: z.string().optional(),
      commentary: z.string().default(''),
      createdAt: z.number().optional(),
      publishedAt: z.number().optional(),
      reshareContext: z.object({ parent: z.string() }).optional(),
      content: z
        .object({
          media: z.object({}).optional(),
          multiImage: z.object({ images: z.array(z.unknown()) }).optional(),
        })
        .optional(),
    }),
  ),
});

const SeenComment = z.object({
  id: Id.optional(),
  $URN: z.string().min(1).optional(),
  commentUrn: z.string().min(1).optional(),
  actor: z.string().optional(),
  message: z.object({ text: z.string().optional() }).optional(),
  created: z.object({ time: z.number() }).optional(),
});
export type SeenComment = z.output<typeof SeenComment>;

export const CommentAnswer = SeenComment.pick({ id: true, $URN: true, commentUrn: true });

export const CommentsAnswer = z.object({ elements: z.array(SeenComment) });

const Count = z.number().int().nonnegative();

export const SocialActionsAnswer = z.object({
  likesSummary: z.object({ totalLikes: Count.optional(), aggregatedTotalLikes: Count.optional() }).optional(),
  commentsSummary: z
    .object({ totalFirstLevelComments: Count.optional(), aggregatedTotalComments: Count.optional() })
    .optional(),
});

export const MemberAnalyticsAnswer = z.object({ elements: z.array(z.object({ count: Count.optional() })) });

export const SocialMetadataAnswer = z.object({
  // A map by type of reaction.
  reactionSummaries: z.record(z.object({ count: Count })).optional(),
  commentSummary: z.object({ count: Count.optional() }).optional(),
});
