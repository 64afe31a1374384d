import { z } from 'zod';

/** humhub/rest 0.11.5, definitions/UserDefinitions.php, checked 2026-11. */
export const UserAnswer = z.object({
  id: z.number().int(),
  account: z.object({ username: z.string().min(1), contentcontainer_id: z.number().int() }),
});

const space = z.object({
  name: z.string().catch(''),
  description: z.string().nullish(),
  url: z.string().url(),
  contentcontainer_id: z.number().int(),
});
export type HumhubSpace = z.infer<typeof space>;

/** humhub/rest 0.11.5, BaseController.php (returnPagination), SpaceDefinitions.php, 2026-11. */
export const SpacesAnswer = z.object({ pages: z.number().int(), results: z.array(space) });

/** `Content::VISIBILITY_…` of HumHub (content/models/Content.php, checked 2026-11). */
export const VISIBILITY = { members: 0, public: 1, owner: 2 } as const;

const file = z.object({ guid: z.string().min(1), file_name: z.string() });
const total = z.object({ total: z.number().int().nonnegative() }).nullish().catch(null);

/** humhub/rest 0.11.5, definitions/PostDefinitions.php and ContentDefinitions.php, 2026-11. */
export const PostAnswer = z.object({
  id: z.number().int(),
  content: z.object({
    metadata: z.object({ visibility: z.number().int(), url: z.string().url() }),
    comments: total,
    likes: total,
    files: z.array(file).catch([]),
  }),
});
export type HumhubPost = z.infer<typeof PostAnswer>;

/** humhub/rest 0.11.5, BaseContentController.php (actionAttachFiles), checked 2026-11. */
export const UploadAnswer = z.object({ files: z.tuple([file]).rest(file) });

/** The module has `code`, Yii `status` and `name` (humhub/rest issue 8, checked 2026-11). */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.number().int().optional(),
  status: z.number().int().optional(),
});
