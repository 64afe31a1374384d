# Written by `pnpm golden` from openapi.yaml.
"""The objects of the API: plain dictionaries, whose keys a type checker knows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, Union

class Account(TypedDict):
    """A connected social account; its credentials are never returned."""

    id: str
    """Stable id; a reconnect of the same profile reuses it."""

    platform: Platform
    """Network of the account, or `hub`."""

    profileId: NotRequired[str]
    """Your grouping key, at most 255 characters; absent when you gave none."""

    platformUserId: str
    """The network’s own id; `organization:{id}` for a LinkedIn page, `user:{id}@{host}{path}` for
    a hub account.
    """

    username: str
    """Name of the account on the network."""

    status: AccountStatus
    """Whether the account can publish."""

    statusReason: str | None
    """Why the account is not active: `revoked_by_user` (at the network, or the hub no longer
    accepts the key), `refresh_rejected` (the network refused to renew the credential),
    `not_renewable` (the credential ended and nothing could renew it), `refresh_outcome_lost`
    (the answer to a renewal was lost, and the new credential with it) or `disconnected` (by
    you). Values may be added. Null while the account is active.
    """

    connectedAt: str
    """When the account was last connected."""

    hub: NotRequired[Hub]
    """The hub, on hub accounts only."""


class AccountAnswer(TypedDict):
    """One account."""

    account: Account
    """The account."""


class AccountConnectedEventData(TypedDict):
    """What it happened to."""

    account: AccountInEvent
    """The account."""


class AccountConnectedEvent(TypedDict):
    """An account was connected, or connected again."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["account.connected"]
    """Always `account.connected`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: AccountConnectedEventData
    """What it happened to."""


class AccountDeleted(TypedDict):
    """The account’s credentials are destroyed; repeated calls return the same."""

    deleted: Literal[True]
    """Always true."""


class AccountExpiredEventData(TypedDict):
    """What it happened to."""

    account: AccountInEvent
    """The account."""


class AccountExpiredEvent(TypedDict):
    """The credential of an account is no longer valid. Let the user connect it again."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["account.expired"]
    """Always `account.expired`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: AccountExpiredEventData
    """What it happened to."""


class AccountExpiringEventData(TypedDict):
    """What it happened to."""

    account: AccountInEvent
    """The account."""

    expiresAt: str
    """When the credential ends."""


class AccountExpiringEvent(TypedDict):
    """The credential of an account ends within 7 days and nothing can renew it; once for each
    credential.
    """

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["account.expiring"]
    """Always `account.expiring`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: AccountExpiringEventData
    """What it happened to."""


class AccountInEvent(TypedDict):
    """A connected account without its name."""

    id: str
    """Id of the account."""

    platform: Platform
    """Platform of the account."""

    profileId: NotRequired[str]
    """Your grouping key of the account; absent when you gave none."""

    status: AccountStatus
    """State of the account when the event was written."""

    statusReason: str | None
    """Why the account is not active, as in `Account`; null while it is."""


class AccountList(TypedDict):
    """The accounts of the project, oldest first."""

    accounts: list[Account]
    """Accounts that match, oldest first."""


class AccountRemovedEventDataAccount(TypedDict):
    """The account, which no longer exists."""

    id: str
    """Id that the account had."""

    platform: Platform
    """Platform of the account."""


class AccountRemovedEventData(TypedDict):
    """What it happened to."""

    account: AccountRemovedEventDataAccount
    """The account, which no longer exists."""


class AccountRemovedEvent(TypedDict):
    """The data of an account was deleted at the request of its user."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["account.removed"]
    """Always `account.removed`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: AccountRemovedEventData
    """What it happened to."""


class AccountRepost(TypedDict):
    """The outcome of a repost from one account."""

    accountId: str
    """Account that reposts."""

    platform: Platform
    """Platform of the account."""

    status: RepostStatus
    """Outcome for this account."""

    platformRepostId: str | None
    """The network’s id of the repost; null where it gives none, for example when the account had
    reposted the post by hand.
    """

    error: str | None
    """Why it failed, as `code: message`, with advice where it helps; null otherwise."""

    repostedAt: str | None
    """When the network first accepted the repost; null otherwise."""


class AccountRevokedEventData(TypedDict):
    """What it happened to."""

    account: AccountInEvent
    """The account."""


class AccountRevokedEvent(TypedDict):
    """An account was disconnected, by you or by its user at the network."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["account.revoked"]
    """Always `account.revoked`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: AccountRevokedEventData
    """What it happened to."""


AccountStatus: TypeAlias = Literal["active", "expired", "revoked"]
"""Whether an account can publish: `active`, `expired` (its credential is no longer valid) or
`revoked` (disconnected).
"""


class CaptionFile(TypedDict):
    """Subtitles of a video in one language."""

    url: str
    """Public http(s) address of the file: SRT in UTF-8, or WebVTT on `x` only; at most 1 MiB and
    2,048 characters of address.
    """

    language: str
    """Language of the subtitles: two letters of ISO 639-1, with or without a country of ISO
    3166-1, such as `en` or `en-GB`.
    """

    name: NotRequired[str | None]
    """Name of the language for viewers, 1 to 100 characters; by default its own, such as Deutsch
    for `de`. No effect on `linkedin`.
    """


class CommentFailedEventData(TypedDict):
    """What it happened to."""

    post: PostInEvent
    """The post of the target."""

    target: TargetInEvent
    """The target."""


class CommentFailedEvent(TypedDict):
    """The first comment of a target failed; the target itself did not."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["comment.failed"]
    """Always `comment.failed`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: CommentFailedEventData
    """What it happened to."""


class CommentPublishedEventData(TypedDict):
    """What it happened to."""

    post: PostInEvent
    """The post of the target."""

    target: TargetInEvent
    """The target."""


class CommentPublishedEvent(TypedDict):
    """The first comment of a target was posted."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["comment.published"]
    """Always `comment.published`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: CommentPublishedEventData
    """What it happened to."""


CommentStatus: TypeAlias = Literal["none", "published", "failed", "unsupported"]
"""State of a target’s first comment. A failed comment does not fail its target. `none` when there
is no comment, or not yet.
"""


class ConnectHubRequest(TypedDict):
    """Connects an account of a self-hosted hub, with exactly one of `apiKey` and `connectCode`.
    """

    hubUrl: str
    """Address of the hub, without user info, query and fragment, at most 2,048 characters."""

    type: NotRequired[HubType | None]
    """Software of the hub; required with `apiKey`, ignored with `connectCode`."""

    apiKey: NotRequired[str | None]
    """Key of the hub user, such as a WordPress application password, at most 1,024 characters;
    never returned.
    """

    username: NotRequired[str | None]
    """Name of the hub user, at most 255 characters; required for `wordpress` with `apiKey`."""

    connectCode: NotRequired[str | None]
    """One-time code the hub user generated, at most 255 characters."""

    defaultSpaceSlug: NotRequired[str | None]
    """Space for targets that name none, 1 to 255 characters; the hub must have it."""

    profileId: NotRequired[str | None]
    """Grouping key of the account, 1 to 255 characters."""


class ConnectRequest(TypedDict):
    """Starts the hosted connect flow of one network."""

    platform: OAuthPlatform
    """Network to connect."""

    profileId: NotRequired[str | None]
    """Grouping key of the accounts that will be connected, 1 to 255 characters."""

    redirectUrl: NotRequired[str | None]
    """Where the user goes afterwards: https, or http on a loopback host, without user info and
    fragment, at most 2,048 characters; its query parameters are kept.
    """


class ConnectStarted(TypedDict):
    """Where to send the user."""

    authUrl: str
    """Address to open in the user’s browser; it is valid for 10 minutes and works once."""


class CreateDraftRequest(TypedDict):
    """A draft of a post."""

    request: DraftRequest
    """The request for `POST /api/v1/posts`."""

    note: NotRequired[str | None]
    """What you want to say to whoever reads the draft, at most 1,000 characters; an empty text is
    none.
    """


class CreateMediaRequest(TypedDict):
    """A file that shall be uploaded."""

    filename: str
    """Name of the file, 1 to 255 characters. What an address cannot hold is replaced."""

    contentType: str
    """Type of the file, such as `image/jpeg`."""

    bytes: int
    """Size in bytes, at most 1 GiB. An upload of another size is refused."""

    sha256: NotRequired[str | None]
    """SHA-256 of the bytes in hexadecimal. An upload with another one is refused."""


class CreatePostRequest(TypedDict):
    """One piece of content for 1 to 10 accounts."""

    content: NotRequired[str | None]
    """Text of the post, at most 10,000 characters; each platform has a shorter limit. Empty by
    default.
    """

    mediaItems: NotRequired[Sequence[MediaItem] | None]
    """Images and videos in display order, 0 to 10; empty by default."""

    platforms: Sequence[TargetRequest]
    """Accounts to publish to, 1 to 10."""

    publishAt: NotRequired[str | datetime]
    """When to publish, ISO 8601 with an explicit offset and in the future (60 seconds of
    tolerance). Without it the post is published immediately; null is refused.
    """

    convert: NotRequired[bool | None]
    """Whether a hosted file that a platform does not take is sent to it in a form that it takes:
    an image as a JPEG, a video with its index first. An entry in `warnings` says so. True by
    default; with false the post is refused.
    """

    idempotencyKey: NotRequired[str | None]
    """Key that makes a repeated request return the original post, 1 to 255 characters. Required
    here or as the `Idempotency-Key` header; this field has precedence.
    """


class CreateRepostRequest(TypedDict):
    """Any post, named by `url` or by `platform` and `platformPostId`, and the accounts that
    repost it.
    """

    url: NotRequired[str | None]
    """Public link of the post in any form that `x` uses, with or without `https://`, or its id
    alone; at most 2,048 characters.
    """

    platform: NotRequired[Platform | None]
    """Platform of the post; together with `platformPostId`."""

    platformPostId: NotRequired[str | None]
    """The network’s own id of the post, 1 to 255 characters, in the form of the platform;
    together with `platform`.
    """

    accountIds: Sequence[str]
    """Accounts that repost it, 1 to 10, on the platform of the post. An account named twice
    reposts once.
    """


class CreateWebhookRequest(TypedDict):
    """An address that shall receive events."""

    url: str
    """Public https address without user info and fragment, at most 2,048 characters. It is called
    without redirects.
    """

    events: NotRequired[Sequence[EventType] | None]
    """Types to receive, at most 40; empty or absent for every type."""

    platforms: NotRequired[Sequence[Platform] | None]
    """Only events of these platforms, at most 40; empty or absent for every platform."""

    profileId: NotRequired[str]
    """Only events of accounts with this grouping key; empty or absent for every account. Null is
    refused.
    """

    description: NotRequired[str | None]
    """Your note, at most 500 characters; empty by default."""

    enabled: NotRequired[bool | None]
    """Whether it receives events; true by default."""


DeliveryStatus: TypeAlias = Literal["pending", "delivered", "failed", "missed"]
"""State of a delivery: `pending` (an attempt is due), `delivered` (answered 2xx), `failed` (given
up) or `missed` (the webhook was disabled).
"""


class Draft(TypedDict):
    """A post that is not published yet: a person opens `composeUrl`, changes it and publishes it.
    """

    id: str
    """Id of the draft."""

    version: int
    """Number of the version, raised by each change; send it with an update."""

    note: str | None
    """What you want to say to whoever reads the draft; null without a note."""

    request: DraftRequest
    """The request for `POST /api/v1/posts`, as it was sent."""

    idempotencyKey: str
    """Key under which the draft is published, so that it becomes one post whoever publishes it.
    """

    postId: str | None
    """Id of the post that was created under `idempotencyKey`; null while there is none."""

    composeUrl: str
    """Page of the dashboard on which a person looks at the draft and publishes it."""

    createdBy: DraftMaker
    """Who made the draft."""

    createdAt: str
    """When the draft was made."""

    updatedAt: str
    """When it was changed last."""


class DraftAnswer(TypedDict):
    """One draft, and what keeps it from being published."""

    draft: Draft
    """The draft."""

    check: DraftCheck
    """What publishing it now would do; nothing is recorded and no network is called."""


class DraftCheck(TypedDict):
    """What publishing the draft now would do, as `POST /api/v1/posts/validate` says it."""

    valid: bool
    """Whether `problems` and `violations` are empty."""

    problems: list[FieldError]
    """Fields that are missing, unknown or malformed, and accounts that do not exist; at most 100.
    """

    violations: list[RuleViolation]
    """Every broken content rule of every target; empty while there are `problems`."""

    warnings: list[Warning]
    """Fields that would have no effect, and files that would be sent in another form."""

    units: int
    """Units the post would reserve; 0 while there are `problems`."""


class DraftDeleted(TypedDict):
    """The draft is gone."""

    deleted: Literal[True]
    """Always true."""


class DraftList(TypedDict):
    """One page of drafts, newest first."""

    drafts: list[Draft]
    """Drafts that match, newest first."""

    hasMore: bool
    """Whether there is a further page."""

    nextCursor: str | None
    """`cursor` of the next page; null on the last."""


class DraftMaker(TypedDict):
    """Who made a draft."""

    type: Literal["key", "person"]
    """`key` for an API key, `person` for somebody in the dashboard."""

    name: str | None
    """Name of the key; null for a person, whom the API does not name."""


DraftRequest: TypeAlias = dict[str, Any]
"""A request for `POST /api/v1/posts`, with the same fields. It need not be complete or valid, and
is stored as sent: at most 262,144 bytes as JSON.
"""


class ErrorBodyError(TypedDict):
    """What went wrong."""

    code: RequestErrorCode
    """Stable code to branch on."""

    message: str
    """One sentence for a developer; its wording may change."""

    requestId: str
    """The value of the `X-Request-Id` response header."""

    details: NotRequired[list[RuleViolation | QuotaDetail | FieldError]]
    """All problems: `RuleViolation` with `invalid_post`, `QuotaDetail` with `quota_exceeded`,
    otherwise `FieldError`.
    """

    docUrl: str
    """Page that explains the code and how to fix the problem: in the documentation of this
    installation, or where its operator says.
    """


class ErrorBody(TypedDict):
    """The body of every error answer."""

    error: ErrorBodyError
    """What went wrong."""


class EventList(TypedDict):
    """One page of events, oldest first."""

    events: list[WebhookEvent]
    """Events that match, in the order in which they became public."""

    hasMore: bool
    """Whether there is a further page now."""

    nextCursor: str | None
    """`after` of the next call, also when this page is the last or empty: keep it to go on later.
    Null only before the first event.
    """


EventType: TypeAlias = Literal["post.scheduled", "post.published", "post.partially_published", "post.failed", "post.cancelled", "target.published", "target.failed", "target.unpublished", "comment.published", "comment.failed", "follow_up.published", "follow_up.failed", "media.ready", "media.failed", "repost.published", "repost.failed", "account.connected", "account.expiring", "account.expired", "account.revoked", "account.removed", "quota.warning", "quota.exceeded", "network.version_ended", "webhook.failing", "webhook.disabled"]
"""What an event says. Types may be added."""


class EventWebhook(TypedDict):
    """A webhook as an event shows it."""

    id: str
    """Id of the webhook."""

    enabled: bool
    """Whether it receives events."""

    disabledReason: WebhookDisabledReason | None
    """Why it is disabled; null while it is enabled."""

    disabledAt: str | None
    """When it was disabled; null while it is enabled."""

    failingSince: str | None
    """When the failed attempts began that no success has ended; null when the last attempt
    succeeded.
    """


class FailedTarget(TypedDict):
    """The result of a post on one account, with `status` `failed`."""

    id: str
    """Id of the target."""

    accountId: str
    """Account published to."""

    platform: Platform
    """Platform of the account."""

    status: Literal["failed"]
    """State of the target. `published` and `failed` are final. A target with a first comment
    stays `pending` until the comment is done too.
    """

    platformPostId: str | None
    """The network’s id of the post; null until the post is live, and where the network accepted
    it without giving one. A `pending` target that waits for its first comment already has it:
    the post is live and billed.
    """

    url: str | None
    """Public address of the post; null until the post is live, and where the network gives none.
    """

    error: str
    """Why the target failed, as `code: message`; null otherwise."""

    errorDetail: TargetErrorDetail
    """Why the target failed, for programs; null unless it did."""

    publishedAt: None
    """When the network accepted the post; null until it has."""

    commentStatus: CommentStatus
    """State of the first comment. It is final when `status` is final, and has no influence on
    whether that is `published` or `failed`.
    """

    commentId: str | None
    """The network’s own id of the first comment; null unless it was posted."""

    commentError: str | None
    """Why the first comment failed, as `code: message`; null otherwise."""

    unpublishedAt: None
    """When the post was removed from the network by `POST /api/v1/posts/:id/unpublish`; null
    otherwise. `status` stays `published`.
    """

    unpublishError: None
    """Why the last attempt to remove the post failed, as `code: message`; null otherwise. It is
    still live, except perhaps after `outcome_unknown`.
    """

    warnings: list[TargetWarning]
    """What the post goes out without, found while it was published; empty when there is nothing
    to say.
    """

    thread: NotRequired[list[ThreadResult]]
    """The posts of a chain in their order, the first of which is the post of the target; absent
    without `thread` in the request. After a failed post the rest is `skipped`.
    """

    firstComments: NotRequired[list[FollowUpCommentResult]]
    """The results of `firstComments` in their order; absent without them in the request."""

    requested: RequestedTarget
    """What was requested: the values that apply to this target, including alt texts and covers.
    """


class FieldError(TypedDict):
    """One broken field of a request."""

    path: str
    """Where in the request, such as `platforms[1].mediaItems[2].url`; empty for the request as a
    whole.
    """

    message: str
    """What is wrong with it, in one sentence."""

    platform: NotRequired[Platform]
    """Platform of the target, with `platform_mismatch`."""

    accountId: NotRequired[str]
    """Id of the account, with `account_not_found` and `platform_mismatch`."""


class FollowUpComment(TypedDict):
    """A comment that the author adds below the own post, at once or later."""

    content: str
    """Text of the comment. It has the limits of `firstComment`."""

    afterSeconds: NotRequired[int | None]
    """Seconds between the post and this comment, 0 (default) to 604,800 (7 days)."""


class FollowUpCommentResult(TypedDict):
    """The result of one of `firstComments`."""

    status: FollowUpStatus
    """State of this comment."""

    commentId: str | None
    """The network’s id of this comment; null until it is live."""

    error: str | None
    """Why this comment failed, as `code: message`; null unless it did."""

    dueAt: str | None
    """When this comment is to be posted; null until its post is live."""


class FollowUpFailedEventData(TypedDict):
    """What it happened to."""

    post: PostInEvent
    """The post of the target."""

    target: TargetInEvent
    """The target."""

    followUp: FollowUpInEvent
    """What followed the post of the target."""


class FollowUpFailedEvent(TypedDict):
    """A later post of a chain, or one of `firstComments`, failed; the target itself did not. The
    rest of a chain is `skipped` then.
    """

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["follow_up.failed"]
    """Always `follow_up.failed`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: FollowUpFailedEventData
    """What it happened to."""


class FollowUpInEvent(TypedDict):
    """The result of a later post of a chain, or of one of `firstComments`."""

    field: Literal["thread", "firstComments"]
    """The field of the target that has it."""

    index: int
    """Its position in that field, from 0; the first post of a chain is the target."""

    status: FollowUpStatus
    """State of it, which is final."""

    platformPostId: str | None
    """The network’s id of the post or comment; null unless it is live."""

    url: str | None
    """Public address; null unless it is live, and where the network gives none."""

    error: str | None
    """Why it failed, as `code: message`; null unless it did."""


class FollowUpPublishedEventData(TypedDict):
    """What it happened to."""

    post: PostInEvent
    """The post of the target."""

    target: TargetInEvent
    """The target."""

    followUp: FollowUpInEvent
    """What followed the post of the target."""


class FollowUpPublishedEvent(TypedDict):
    """A later post of a chain, or one of `firstComments`, was posted."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["follow_up.published"]
    """Always `follow_up.published`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: FollowUpPublishedEventData
    """What it happened to."""


FollowUpStatus: TypeAlias = Literal["pending", "published", "failed", "skipped"]
"""State of a post of a chain, or of one of `firstComments`. All but `pending` are final.
`skipped`: nothing was sent, because an earlier post is not live or the post was cancelled.
"""


class Hub(TypedDict):
    """The self-hosted hub an account belongs to."""

    type: HubType
    """The software the hub runs, or the protocol it speaks."""

    url: str
    """Address of the hub, without a trailing slash."""

    name: str
    """Name of the hub."""

    defaultSpaceSlug: str | None
    """Space for targets that name none; null for the hub’s default."""


HubType: TypeAlias = Literal["wordpress", "micropub"]
"""The software a hub runs, or the protocol it speaks."""


class InstagramOptions(TypedDict):
    """Options of a target on `instagram`."""

    format: NotRequired[Literal["feed", "reel", "story", "trial_reel"] | None]
    """What the post is. By default one video is a `reel`, anything else a post in the `feed`. A
    `story` has one picture or video, no text and no first comment, and ends after 24 hours. A
    `trial_reel` is shown to people who do not follow the account.
    """

    collaborators: NotRequired[Sequence[str] | None]
    """Usernames of at most 3 accounts that are invited as co-authors, without `@`. Not on a
    story.
    """

    userTags: NotRequired[Sequence[InstagramUserTag] | None]
    """At most 20 accounts that are tagged on pictures and videos."""

    paidPartnership: NotRequired[bool | None]
    """Whether Instagram labels the post as a paid partnership. Meta documents the label for apps
    with Facebook Login: look at the post to see that it shows it.
    """

    shareToFeed: NotRequired[bool | None]
    """Whether a reel is shown in the feed too (default), or among reels only."""

    audioName: NotRequired[str | None]
    """Name of the sound of a reel, at most 100 characters. It can be set once."""

    trialGraduation: NotRequired[Literal["manual", "performance"] | None]
    """When a trial reel is shown to followers: when the account decides so in the app (`manual`,
    default), or when it does well (`performance`).
    """


class InstagramUserTag(TypedDict):
    """An account that is tagged on a picture or video."""

    username: str
    """Username of a public account, without `@`."""

    x: NotRequired[float | None]
    """Place on a picture, as a share of its width from the left, 0 to 1. Needed on pictures of
    the feed.
    """

    y: NotRequired[float | None]
    """Place on a picture, as a share of its height from the top, 0 to 1. Needed on pictures of
    the feed.
    """

    mediaIndex: NotRequired[int | None]
    """Position in `mediaItems` of the picture or video, from 0 (default)."""


JsonSchema: TypeAlias = dict[str, Any]
"""A JSON Schema 2020-12."""


class LinkedInOptions(TypedDict):
    """Options of a target on `linkedin`."""

    visibility: NotRequired[Literal["public", "connections"] | None]
    """Who sees the post: `public` (default) or the `connections` of the member. Posts of a page
    are always public.
    """


class MediaFailedEventData(TypedDict):
    """What it happened to."""

    media: MediaInEvent
    """The file."""


class MediaFailedEvent(TypedDict):
    """A hosted file is refused: its bytes are not what was announced, or no network takes them.
    """

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["media.failed"]
    """Always `media.failed`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: MediaFailedEventData
    """What it happened to."""


class MediaFile(TypedDict):
    """A file that the service hosts. Use its `url` in `mediaItems`."""

    id: str
    """Id of the file."""

    status: MediaFileStatus
    """State of the file."""

    filename: str
    """Name of the file; the last part of its address."""

    contentType: str
    """Type as announced, and by its bytes once they are checked."""

    bytes: int
    """Size in bytes."""

    facts: MediaFileFacts | None
    """What the file is; null until its bytes are checked."""

    problems: list[MediaProblem]
    """Rules of platforms that the file breaks; empty when it fits all."""

    error: str | None
    """Why the file is `refused`; null otherwise."""

    createdAt: str
    """When it was announced."""

    sha256: str | None
    """SHA-256 of the bytes in hexadecimal; null until they are checked."""

    url: str
    """Public address of the file: for `mediaItems[].url` and `coverUrl`."""

    uploadUrl: str | None
    """Where the bytes go by `PUT`, without an API key; null unless the file is awaited."""

    uploadHeaders: dict[str, str] | None
    """Headers of the `PUT`, each as it is; null unless the file is awaited."""

    uploadExpiresAt: str | None
    """Until when bytes may come; null unless the file is awaited."""

    expiresAt: str | None
    """When it is deleted: 48 hours after its creation, or 30 days after the last post that uses
    it has settled; null while a waiting post or a draft uses it.
    """


class MediaFileAnswer(TypedDict):
    """One hosted file."""

    media: MediaFile
    """The file."""


class MediaFileDeleted(TypedDict):
    """The file is gone."""

    deleted: Literal[True]
    """Always true."""


class MediaFileFacts(TypedDict):
    """What a file is, read from its bytes. Values that a file of its type does not have are null.
    """

    type: Literal["image", "video", "document", "other"]
    """What it is; `document` for PDF and Office files, `other` when it is none of the three."""

    width: int | None
    """Width in pixels as people see it, after its rotation."""

    height: int | None
    """Height in pixels as people see it, after its rotation."""

    orientation: int | None
    """EXIF orientation of an image, 1 to 8; 1 is upright."""

    frames: int | None
    """Frames of an image; more than 1 for an animation."""

    pages: int | None
    """Pages of a PDF, or slides of a PPTX; null where they cannot be counted."""

    durationMs: int | None
    """Duration of a video in milliseconds."""

    framesPerSecond: float | None
    """Frame rate of a video."""

    videoCodec: str | None
    """Codec of a video as in RFC 6381, such as `avc1.64001f`."""

    audioCodec: str | None
    """Codec of its sound, such as `mp4a.40.2`; null without sound."""


class MediaFileList(TypedDict):
    """One page of hosted files, newest first."""

    media: list[MediaFile]
    """Files that match, newest first."""

    hasMore: bool
    """Whether there is a further page."""

    nextCursor: str | None
    """`cursor` of the next page; null on the last."""


MediaFileStatus: TypeAlias = Literal["awaiting_upload", "ready", "refused"]
"""State of a hosted file: `awaiting_upload` until its bytes are here and checked, then `ready`,
or `refused` when they are not what was announced, or neither image, video nor document.
"""


class MediaFromUrlRequest(TypedDict):
    """A public file that the service copies."""

    url: str
    """Public address of the file: absolute http or https, without user info."""

    filename: NotRequired[str | None]
    """Name of the copy; by default the last part of the address."""


class MediaInEvent(TypedDict):
    """A hosted file without its addresses."""

    id: str
    """Id of the file."""

    status: MediaFileStatus
    """State of the file."""

    filename: str
    """Name of the file; the last part of its address."""

    contentType: str
    """Type as announced, and by its bytes once they are checked."""

    bytes: int
    """Size in bytes."""

    facts: MediaFileFacts | None
    """What the file is; null until its bytes are checked."""

    problems: list[MediaProblem]
    """Rules of platforms that the file breaks; empty when it fits all."""

    error: str | None
    """Why the file is `refused`; null otherwise."""

    createdAt: str
    """When it was announced."""


class MediaItem(TypedDict):
    """An image, video or document of a request, fetched from its public URL."""

    type: MediaType
    """What the file is."""

    url: str
    """Public URL of the file: absolute http or https, without user info, at most 2,048
    characters.
    """

    coverUrl: NotRequired[str | None]
    """Public image to use as the cover of a video, on `instagram` posts with a single video and
    on `linkedin`. For `instagram`: a JPEG of at most 8 MB, sRGB, 9:16.
    """

    thumbOffsetMs: NotRequired[int | None]
    """Position of the frame to use as cover, in milliseconds; `instagram` only. `linkedin`
    refuses it; use `coverUrl`.
    """

    altText: NotRequired[str | None]
    """Screen-reader description of an image, at most 1,000 characters."""

    title: NotRequired[str | None]
    """Title of a document, 1 to 400 characters; the name of its file by default. It has no effect
    on images and videos.
    """


class MediaProblem(TypedDict):
    """A rule of a platform that the file breaks. A post with the file is refused on that
    platform, unless `fixedBy` says that the file is fixed.
    """

    platform: Platform
    """Platform whose rule is broken."""

    rule: str
    """Stable name of the rule, such as `instagram.image.type`."""

    message: str
    """What is wrong and how to fix it, in one sentence."""

    limit: NotRequired[float]
    """The number the rule allows, in the unit of the rule."""

    actual: NotRequired[float]
    """The number the file has, in the same unit."""

    fixedBy: NotRequired[Literal["conversion"]]
    """`conversion`: posts send a converted file instead, unless they say `convert: false`. Absent
    where nothing fixes it.
    """


class MediaReadyEventData(TypedDict):
    """What it happened to."""

    media: MediaInEvent
    """The file."""


class MediaReadyEvent(TypedDict):
    """The bytes of a hosted file are here and checked: posts can use it."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["media.ready"]
    """Always `media.ready`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: MediaReadyEventData
    """What it happened to."""


MediaType: TypeAlias = Literal["image", "video", "document"]
"""What a media file is."""


class Mention(TypedDict):
    """Somebody whom a post can mention."""

    type: Literal["organization", "person"]
    """`organization` or `person`."""

    name: str
    """The exact name, without which the network does not link the mention."""

    headline: str | None
    """The line below the name of a person, such as “Head of Roasting”; null for none and for
    organizations.
    """

    platformUserId: str
    """The network’s id, such as `organization:90314427`, or `k3Vb8RqTzP` for a person."""

    text: str
    """What to write into `content`, such as `@[Harbour Coffee](urn:li:organization:90314427)`."""

    url: str | None
    """Public page; null for a person, whose page LinkedIn does not name."""


class MentionList(TypedDict):
    """Whom a post of an account can mention."""

    mentions: list[Mention]
    """Organizations and then people that the network found; empty for none."""

    error: str | None
    """Why the network could not be asked, as `code: message` with advice where it helps, or a
    sentence where the platform has no look-up; null otherwise. Where one of two look-ups
    failed, it names that one, and `mentions` has what the other found.
    """


class Metrics(TypedDict):
    """Engagement counts as the network reports them now; nothing is stored."""

    views: int | None
    """Times the post was seen; null where the network does not report it."""

    likes: int | None
    """Likes or other reactions; null where the network does not report it."""

    comments: int | None
    """Comments or replies; null where the network does not report it."""

    shares: int | None
    """Shares, reposts or quotes; null where the network does not report it."""

    saves: int | None
    """Saves or bookmarks; null where the network does not report it."""


class MicropubOptions(TypedDict):
    """Options of a target on a hub with Micropub."""

    categories: NotRequired[Sequence[str] | None]
    """Names of 1 to 20 tags."""

    syndicateTo: NotRequired[Sequence[str] | None]
    """Places that get a copy: 1 to 10 `uid`s of those that the server lists (`q=syndicate-to`).
    """


class NetworkVersionEndedEventDataNetwork(TypedDict):
    """The network and its versions."""

    platform: Platform
    """The network."""

    version: str
    """The version that ended."""

    nextVersion: str | None
    """The version to configure instead; null when none is known."""


class NetworkVersionEndedEventData(TypedDict):
    """What it happened to."""

    network: NetworkVersionEndedEventDataNetwork
    """The network and its versions."""


class NetworkVersionEndedEvent(TypedDict):
    """A network refused a version of its API; once for each version, where you have an account.
    """

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["network.version_ended"]
    """Always `network.version_ended`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: NetworkVersionEndedEventData
    """What it happened to."""


OAuthPlatform: TypeAlias = Literal["instagram", "threads", "x", "linkedin"]
"""A network connected through the hosted OAuth flow."""


class PendingTarget(TypedDict):
    """The result of a post on one account, with `status` `pending`."""

    id: str
    """Id of the target."""

    accountId: str
    """Account published to."""

    platform: Platform
    """Platform of the account."""

    status: Literal["pending"]
    """State of the target. `published` and `failed` are final. A target with a first comment
    stays `pending` until the comment is done too.
    """

    platformPostId: str | None
    """The network’s id of the post; null until the post is live, and where the network accepted
    it without giving one. A `pending` target that waits for its first comment already has it:
    the post is live and billed.
    """

    url: str | None
    """Public address of the post; null until the post is live, and where the network gives none.
    """

    error: None
    """Why the target failed, as `code: message`; null otherwise."""

    errorDetail: None
    """Why the target failed, for programs; null unless it did."""

    publishedAt: str | None
    """When the network accepted the post; null until it has."""

    commentStatus: CommentStatus
    """State of the first comment. It is final when `status` is final, and has no influence on
    whether that is `published` or `failed`.
    """

    commentId: str | None
    """The network’s own id of the first comment; null unless it was posted."""

    commentError: str | None
    """Why the first comment failed, as `code: message`; null otherwise."""

    unpublishedAt: None
    """When the post was removed from the network by `POST /api/v1/posts/:id/unpublish`; null
    otherwise. `status` stays `published`.
    """

    unpublishError: None
    """Why the last attempt to remove the post failed, as `code: message`; null otherwise. It is
    still live, except perhaps after `outcome_unknown`.
    """

    warnings: list[TargetWarning]
    """What the post goes out without, found while it was published; empty when there is nothing
    to say.
    """

    thread: NotRequired[list[ThreadResult]]
    """The posts of a chain in their order, the first of which is the post of the target; absent
    without `thread` in the request. After a failed post the rest is `skipped`.
    """

    firstComments: NotRequired[list[FollowUpCommentResult]]
    """The results of `firstComments` in their order; absent without them in the request."""

    requested: RequestedTarget
    """What was requested: the values that apply to this target, including alt texts and covers.
    """


Platform: TypeAlias = Literal["instagram", "threads", "x", "linkedin", "hub"]
"""A network, or a self-hosted hub."""


class PlatformCapabilitiesText(TypedDict):
    """Limits of the text."""

    max: int
    """Longest text, in the unit of `countedAs`."""

    countedAs: Literal["utf16", "weighted", "threads"]
    """Unit of `max`: UTF-16 code units, X’s weighted length, or Threads’ count (an emoji costs
    its UTF-8 bytes).
    """

    textOnly: bool
    """Whether a post may have text and no media."""


class PlatformCapabilitiesMedia(TypedDict):
    """Limits of the media."""

    max: int
    """Most media items in one post."""

    maxImages: int
    """Most images in one post."""

    maxVideos: int
    """Most videos in one post."""

    maxDocuments: int
    """Most documents in one post."""

    mixed: bool
    """Whether images and videos may stand in one post."""

    optional: bool
    """Whether a post may have no media."""


class PlatformCapabilitiesSupports(TypedDict):
    """Which optional features the platform has."""

    firstComment: bool
    """Whether a first comment can be posted."""

    repost: bool
    """Whether posts can be reposted."""

    unpublish: bool
    """Whether published posts can be removed again."""

    aiGenerated: bool
    """Whether posts can be labelled as AI-generated."""

    altText: bool
    """Whether images can have an alt text."""

    coverUrl: bool
    """Whether a video can have a cover image."""

    thumbOffsetMs: bool
    """Whether a frame of the video can be its cover."""

    spaces: bool
    """Whether accounts have spaces to publish into."""


class PlatformCapabilitiesFirstComment(TypedDict):
    """Limits of the first comment; null where there is none."""

    max: int
    """Longest first comment, in the unit of `text.countedAs`."""


class PlatformCapabilitiesRulesItem(TypedDict):

    name: str
    """Stable name, as `rule` in error details."""

    summary: str
    """The rule in one sentence."""


class PlatformCapabilities(TypedDict):
    """Limits and features of one platform, from the same data that validates posts."""

    platform: Platform
    """The platform."""

    configured: bool
    """Whether this installation has credentials for it; where it has none, connecting answers
    `unavailable`.
    """

    text: PlatformCapabilitiesText
    """Limits of the text."""

    media: PlatformCapabilitiesMedia
    """Limits of the media."""

    supports: PlatformCapabilitiesSupports
    """Which optional features the platform has."""

    firstComment: PlatformCapabilitiesFirstComment | None
    """Limits of the first comment; null where there is none."""

    options: JsonSchema
    """The options that a target of this platform may have, as JSON Schema 2020-12 of an object
    with their names: those that several platforms share, and the block of this platform. Any
    other option is ignored, with a warning.
    """

    rules: list[PlatformCapabilitiesRulesItem]
    """Every content rule of the platform, in the order they are checked."""


class PlatformList(TypedDict):
    """Limits and features of every platform."""

    platforms: list[PlatformCapabilities]
    """One entry per platform."""


class Poll(TypedDict):
    """A poll in the place of media."""

    options: Sequence[str]
    """The choices, 2 to 4, each of 1 to 30 characters; 1 to 25 on `threads` and `x`."""

    question: NotRequired[str | None]
    """What is asked, 1 to 140 characters, where a poll has a text of its own: `linkedin` needs
    it. On `threads` and `x` the text of the post asks.
    """

    durationMinutes: NotRequired[int | None]
    """How long votes are taken, in minutes: 5 to 10,080 (7 days) on `x`; 1,440, 4,320, 10,080 or
    20,160 on `linkedin`; 1,440 is the default. No effect on `threads`, where every poll lasts
    as long as Threads decides.
    """


class Post(TypedDict):
    """One piece of content and its result on every account."""

    id: str
    """Id of the post."""

    status: PostStatus
    """State of the post, derived from its targets."""

    content: str
    """Text of the post; a target may have had another one."""

    media: list[PostMedia]
    """Media of the post in display order; a target may have had others."""

    createdAt: str
    """When the post was recorded."""

    publishAt: str | None
    """When the post is due; null when it was published immediately."""

    cancelledAt: str | None
    """When the post was cancelled; null otherwise."""

    targets: list[Target]
    """One result per requested account, in the order of the request."""


class PostAnswer(TypedDict):
    """One post."""

    post: Post
    """The post and its results so far."""


class PostCancelledEventData(TypedDict):
    """What it happened to."""

    post: PostInEvent
    """The post."""

    targets: list[PostTargetInEvent]
    """Every target of the post, in the order of the request."""


class PostCancelledEvent(TypedDict):
    """A scheduled post was cancelled. It replaces the events of its targets."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["post.cancelled"]
    """Always `post.cancelled`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: PostCancelledEventData
    """What it happened to."""


class PostCreated(TypedDict):
    """The recorded post; read `post.targets[].status`, for an accepted post may have failed on
    some accounts.
    """

    post: Post
    """The post and its results so far."""

    replayed: bool
    """Whether the key was used before and the original post is returned."""

    warnings: list[Warning]
    """Fields that were accepted and have no effect, files that are sent in another form, and
    links that make a post cost more; empty on a replay.
    """


class PostFailedEventData(TypedDict):
    """What it happened to."""

    post: PostInEvent
    """The post."""

    targets: list[PostTargetInEvent]
    """Every target of the post, in the order of the request."""


class PostFailedEvent(TypedDict):
    """Every target of a post failed."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["post.failed"]
    """Always `post.failed`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: PostFailedEventData
    """What it happened to."""


class PostInEvent(TypedDict):
    """A post without its text and media."""

    id: str
    """Id of the post."""

    status: PostStatus
    """State of the post when the event was written."""

    createdAt: str
    """When the post was recorded."""

    publishAt: str | None
    """When the post was due; null when it was published immediately."""

    cancelledAt: str | None
    """When the post was cancelled; null otherwise."""

    idempotencyKey: str
    """The key of your create request, which finds your own record of the post."""


class PostList(TypedDict):
    """One page of posts in the requested order."""

    posts: list[Post]
    """Posts that match: newest first, or by `publishAt`, earliest first."""

    limit: int
    """Posts per page."""

    offset: int
    """Posts skipped; 0 when a cursor was given."""

    hasMore: bool
    """Whether there is a further page."""

    nextCursor: str | None
    """`cursor` of the next page; null on the last."""


class PostMedia(TypedDict):
    """An image, video or document of a recorded post."""

    type: MediaType
    """What the file is."""

    url: str
    """Public URL of the file in the request."""


class PostMetrics(TypedDict):
    """Engagement counts of a post, read live from each network."""

    postId: str
    """Id of the post."""

    fetchedAt: str
    """When the counts were read."""

    targets: list[TargetMetrics]
    """One entry per target of the post. A target that fails does not fail the call."""


PostOrder: TypeAlias = Literal["createdAt", "publishAt"]
"""Order of a list of posts."""


class PostPartiallyPublishedEventData(TypedDict):
    """What it happened to."""

    post: PostInEvent
    """The post."""

    targets: list[PostTargetInEvent]
    """Every target of the post, in the order of the request."""


class PostPartiallyPublishedEvent(TypedDict):
    """Every target of a post has settled: some are published, some failed."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["post.partially_published"]
    """Always `post.partially_published`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: PostPartiallyPublishedEventData
    """What it happened to."""


class PostPublishedEventData(TypedDict):
    """What it happened to."""

    post: PostInEvent
    """The post."""

    targets: list[PostTargetInEvent]
    """Every target of the post, in the order of the request."""


class PostPublishedEvent(TypedDict):
    """Every target of a post is published."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["post.published"]
    """Always `post.published`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: PostPublishedEventData
    """What it happened to."""


class PostReposted(TypedDict):
    """One outcome per published target."""

    reposts: list[TargetRepost]
    """Outcomes in the order of the post’s targets."""


class PostScheduledEventData(TypedDict):
    """What it happened to."""

    post: PostInEvent
    """The post."""

    targets: list[PostTargetInEvent]
    """Every target of the post, in the order of the request."""


class PostScheduledEvent(TypedDict):
    """A post was recorded for a later moment."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["post.scheduled"]
    """Always `post.scheduled`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: PostScheduledEventData
    """What it happened to."""


PostStatus: TypeAlias = Literal["scheduled", "publishing", "published", "partial", "failed", "cancelled"]
"""State of a post, derived from its targets; `partial` when some are published and some failed.
"""


class PostTargetInEvent(TypedDict):
    """One target of a post in an event of the post."""

    id: str
    """Id of the target."""

    accountId: str
    """Id of the account."""

    platform: Platform
    """Platform of the account."""

    profileId: NotRequired[str]
    """Your grouping key of the account; absent when you gave none."""

    status: TargetStatus
    """State of the target."""

    errorCode: TargetErrorCode | None
    """Why the target failed; null unless it did."""


class PostUnpublished(TypedDict):
    """One outcome per target."""

    targets: list[TargetUnpublish]
    """Outcomes in the order of the post’s targets."""


class PostValidatedTargetsItem(TypedDict):

    accountId: str
    """Account of the target."""

    platform: Platform
    """Platform of the account."""

    units: int
    """Units the target would reserve, its first comment included."""

    linkCard: NotRequired[str]
    """Address of the page that gets a link card; absent without a card. The page is read when the
    post is published.
    """


class PostValidated(TypedDict):
    """What publishing this request would do; nothing is recorded and no network is called."""

    valid: bool
    """Whether no content rule is broken."""

    violations: list[RuleViolation]
    """Every broken content rule of every target."""

    warnings: list[Warning]
    """Fields that would have no effect, and files that would be sent in another form."""

    units: int
    """Units the post would reserve, first comments included."""

    targets: list[PostValidatedTargetsItem]
    """The cost of each target, in the order of the request."""


class PublishedTarget(TypedDict):
    """The result of a post on one account, with `status` `published`."""

    id: str
    """Id of the target."""

    accountId: str
    """Account published to."""

    platform: Platform
    """Platform of the account."""

    status: Literal["published"]
    """State of the target. `published` and `failed` are final. A target with a first comment
    stays `pending` until the comment is done too.
    """

    platformPostId: str | None
    """The network’s id of the post; null until the post is live, and where the network accepted
    it without giving one. A `pending` target that waits for its first comment already has it:
    the post is live and billed.
    """

    url: str | None
    """Public address of the post; null until the post is live, and where the network gives none.
    """

    error: None
    """Why the target failed, as `code: message`; null otherwise."""

    errorDetail: None
    """Why the target failed, for programs; null unless it did."""

    publishedAt: str
    """When the network accepted the post; null until it has."""

    commentStatus: CommentStatus
    """State of the first comment. It is final when `status` is final, and has no influence on
    whether that is `published` or `failed`.
    """

    commentId: str | None
    """The network’s own id of the first comment; null unless it was posted."""

    commentError: str | None
    """Why the first comment failed, as `code: message`; null otherwise."""

    unpublishedAt: str | None
    """When the post was removed from the network by `POST /api/v1/posts/:id/unpublish`; null
    otherwise. `status` stays `published`.
    """

    unpublishError: str | None
    """Why the last attempt to remove the post failed, as `code: message`; null otherwise. It is
    still live, except perhaps after `outcome_unknown`.
    """

    warnings: list[TargetWarning]
    """What the post goes out without, found while it was published; empty when there is nothing
    to say.
    """

    thread: NotRequired[list[ThreadResult]]
    """The posts of a chain in their order, the first of which is the post of the target; absent
    without `thread` in the request. After a failed post the rest is `skipped`.
    """

    firstComments: NotRequired[list[FollowUpCommentResult]]
    """The results of `firstComments` in their order; absent without them in the request."""

    requested: RequestedTarget
    """What was requested: the values that apply to this target, including alt texts and covers.
    """


class QuotaDetail(TypedDict):
    """The state of the quota that the request would exceed; all numbers are units (network
    writes).
    """

    limit: int
    """Units the plan includes in the period."""

    used: int
    """Units already billed in the period."""

    reserved: int
    """Units held for posts that are scheduled or being published."""

    requested: int
    """Units this request needs."""

    resetsAt: str
    """When the next period begins."""


class QuotaExceededEventData(TypedDict):
    """What it happened to."""

    usage: Usage
    """Usage of the period, as `GET /api/v1/usage` returns it."""


class QuotaExceededEvent(TypedDict):
    """The allowance of the plan is used up: a request was refused, or overage began; once a
    period.
    """

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["quota.exceeded"]
    """Always `quota.exceeded`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: QuotaExceededEventData
    """What it happened to."""


class QuotaWarningEventData(TypedDict):
    """What it happened to."""

    usage: Usage
    """Usage of the period, as `GET /api/v1/usage` returns it."""


class QuotaWarningEvent(TypedDict):
    """Used and reserved units reached 80 % of what the plan includes; once a period."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["quota.warning"]
    """Always `quota.warning`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: QuotaWarningEventData
    """What it happened to."""


class ReplayRequest(TypedDict):
    """Deliveries of the webhook to send again: of the events named, or of a range of time."""

    eventIds: NotRequired[Sequence[str] | None]
    """Events to send again, 1 to 25, whatever the state of their deliveries."""

    since: NotRequired[str | datetime | None]
    """Deliveries of events from this moment on, ISO 8601 with an explicit offset."""

    until: NotRequired[str | datetime]
    """Up to this moment, which is not included; now by default. Null is refused."""

    status: NotRequired[Literal["delivered", "failed", "missed"] | None]
    """With `since`: only deliveries in this state. Without it those that are `failed` or
    `missed`.
    """

    events: NotRequired[Sequence[EventType] | None]
    """With `since`: only events of these types, 1 to 40."""


class RepostCreated(TypedDict):
    """One outcome per account."""

    reposts: list[AccountRepost]
    """Outcomes in the order of `accountIds`."""


class RepostFailedEventData(TypedDict):
    """What it happened to."""

    repost: RepostInEvent
    """The repost."""


class RepostFailedEvent(TypedDict):
    """An account could not repost a post."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["repost.failed"]
    """Always `repost.failed`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: RepostFailedEventData
    """What it happened to."""


class RepostInEvent(TypedDict):
    """The outcome of a repost from one account."""

    accountId: str
    """Id of the account."""

    platform: Platform
    """Platform of the account."""

    profileId: NotRequired[str]
    """Your grouping key of the account; absent when you gave none."""

    platformPostId: str
    """The network’s id of the post that was to be reposted."""

    targetId: str | None
    """Target that published the post; null for any other post."""

    status: RepostStatus
    """Outcome for this account."""

    platformRepostId: str | None
    """The network’s id of the repost; null where it gives none."""

    error: str | None
    """Why it failed, as `code: message`; null otherwise."""

    repostedAt: str | None
    """When the network accepted the repost; null otherwise."""


class RepostPostRequest(TypedDict):
    """Which published targets of a post to repost."""

    targetIds: NotRequired[Sequence[str]]
    """Targets of the post to repost, 1 to 10; without it every published target. Null is refused.
    """


class RepostPublishedEventData(TypedDict):
    """What it happened to."""

    repost: RepostInEvent
    """The repost."""


class RepostPublishedEvent(TypedDict):
    """An account reposted a post."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["repost.published"]
    """Always `repost.published`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: RepostPublishedEventData
    """What it happened to."""


RepostStatus: TypeAlias = Literal["reposted", "failed", "unsupported"]
"""Outcome of a repost; `unsupported` where the platform has no reposts."""


RequestErrorCode: TypeAlias = Literal["invalid_request", "platform_mismatch", "invalid_post", "hub_url_not_allowed", "hub_auth_failed", "connect_code_invalid", "space_not_found", "hub_not_supported", "webhook_url_not_allowed", "media_unreachable", "unauthorized", "insufficient_scope", "account_limit_reached", "webhook_limit_reached", "draft_limit_reached", "storage_exceeded", "account_not_found", "not_found", "method_not_allowed", "not_cancellable", "not_published", "account_not_active", "upload_incomplete", "upload_closed", "media_in_use", "draft_conflict", "draft_published", "rotation_in_progress", "webhook_exists", "webhook_disabled", "payload_too_large", "unsupported_media_type", "quota_exceeded", "rate_limited", "headers_too_large", "internal_error", "hub_unreachable", "hub_error", "unavailable"]
"""Why a request was refused or failed."""


class RequestedCaptionFile(TypedDict):
    """Subtitles of a video in one language."""

    url: str
    """Public http(s) address of the file: SRT in UTF-8, or WebVTT on `x` only; at most 1 MiB and
    2,048 characters of address.
    """

    language: str
    """Language of the subtitles: two letters of ISO 639-1, with or without a country of ISO
    3166-1, such as `en` or `en-GB`.
    """

    name: NotRequired[str]
    """Name of the language for viewers, 1 to 100 characters; by default its own, such as Deutsch
    for `de`. No effect on `linkedin`.
    """


class RequestedFollowUpComment(TypedDict):
    """A comment that the author adds below the own post, at once or later."""

    content: str
    """Text of the comment. It has the limits of `firstComment`."""

    afterSeconds: NotRequired[int]
    """Seconds between the post and this comment, 0 (default) to 604,800 (7 days)."""


class RequestedInstagramOptions(TypedDict):
    """Options of a target on `instagram`."""

    format: NotRequired[Literal["feed", "reel", "story", "trial_reel"]]
    """What the post is. By default one video is a `reel`, anything else a post in the `feed`. A
    `story` has one picture or video, no text and no first comment, and ends after 24 hours. A
    `trial_reel` is shown to people who do not follow the account.
    """

    collaborators: NotRequired[list[str]]
    """Usernames of at most 3 accounts that are invited as co-authors, without `@`. Not on a
    story.
    """

    userTags: NotRequired[list[RequestedInstagramUserTag]]
    """At most 20 accounts that are tagged on pictures and videos."""

    paidPartnership: NotRequired[bool]
    """Whether Instagram labels the post as a paid partnership. Meta documents the label for apps
    with Facebook Login: look at the post to see that it shows it.
    """

    shareToFeed: NotRequired[bool]
    """Whether a reel is shown in the feed too (default), or among reels only."""

    audioName: NotRequired[str]
    """Name of the sound of a reel, at most 100 characters. It can be set once."""

    trialGraduation: NotRequired[Literal["manual", "performance"]]
    """When a trial reel is shown to followers: when the account decides so in the app (`manual`,
    default), or when it does well (`performance`).
    """


class RequestedInstagramUserTag(TypedDict):
    """An account that is tagged on a picture or video."""

    username: str
    """Username of a public account, without `@`."""

    x: NotRequired[float]
    """Place on a picture, as a share of its width from the left, 0 to 1. Needed on pictures of
    the feed.
    """

    y: NotRequired[float]
    """Place on a picture, as a share of its height from the top, 0 to 1. Needed on pictures of
    the feed.
    """

    mediaIndex: NotRequired[int]
    """Position in `mediaItems` of the picture or video, from 0 (default)."""


class RequestedLinkedInOptions(TypedDict):
    """Options of a target on `linkedin`."""

    visibility: NotRequired[Literal["public", "connections"]]
    """Who sees the post: `public` (default) or the `connections` of the member. Posts of a page
    are always public.
    """


class RequestedMedia(TypedDict):
    """An image, video or document as it was requested; a field that was not given is absent."""

    type: MediaType
    """What the file is."""

    url: str
    """Public URL of the file in the request."""

    coverUrl: NotRequired[str]
    """Public URL of the requested cover."""

    thumbOffsetMs: NotRequired[int]
    """Position of the requested cover frame in the video, in milliseconds."""

    altText: NotRequired[str]
    """Screen-reader description in the request."""

    title: NotRequired[str]
    """Requested title of a document."""


class RequestedMediaItem(TypedDict):
    """An image, video or document of a request, fetched from its public URL."""

    type: MediaType
    """What the file is."""

    url: str
    """Public URL of the file: absolute http or https, without user info, at most 2,048
    characters.
    """

    coverUrl: NotRequired[str]
    """Public image to use as the cover of a video, on `instagram` posts with a single video and
    on `linkedin`. For `instagram`: a JPEG of at most 8 MB, sRGB, 9:16.
    """

    thumbOffsetMs: NotRequired[int]
    """Position of the frame to use as cover, in milliseconds; `instagram` only. `linkedin`
    refuses it; use `coverUrl`.
    """

    altText: NotRequired[str]
    """Screen-reader description of an image, at most 1,000 characters."""

    title: NotRequired[str]
    """Title of a document, 1 to 400 characters; the name of its file by default. It has no effect
    on images and videos.
    """


class RequestedMicropubOptions(TypedDict):
    """Options of a target on a hub with Micropub."""

    categories: NotRequired[list[str]]
    """Names of 1 to 20 tags."""

    syndicateTo: NotRequired[list[str]]
    """Places that get a copy: 1 to 10 `uid`s of those that the server lists (`q=syndicate-to`).
    """


class RequestedPoll(TypedDict):
    """A poll in the place of media."""

    options: list[str]
    """The choices, 2 to 4, each of 1 to 30 characters; 1 to 25 on `threads` and `x`."""

    question: NotRequired[str]
    """What is asked, 1 to 140 characters, where a poll has a text of its own: `linkedin` needs
    it. On `threads` and `x` the text of the post asks.
    """

    durationMinutes: NotRequired[int]
    """How long votes are taken, in minutes: 5 to 10,080 (7 days) on `x`; 1,440, 4,320, 10,080 or
    20,160 on `linkedin`; 1,440 is the default. No effect on `threads`, where every poll lasts
    as long as Threads decides.
    """


class RequestedTarget(TypedDict):
    """What the target was requested to publish: the content and media of the post, unless the
    target has others. You can use it in `platforms` of a new request to request the same.
    """

    content: str
    """Text of the target."""

    mediaItems: list[RequestedMedia]
    """Media of the target in display order."""

    firstComment: str | None
    """Text of the first comment; null without one."""

    aiGenerated: bool
    """Whether the network was asked to label the post as AI-generated."""

    spaceSlug: str | None
    """Requested space of a hub account; null for its default."""

    link: NotRequired[Literal["auto", "none"]]
    """How `linkedin` shows the first link in the text. `auto` (default) reads its page and adds a
    card to a post without media, because LinkedIn makes no cards itself; `none` leaves a bare
    link.
    """

    poll: NotRequired[RequestedPoll]
    """A poll, on `threads`, `x` and `linkedin`. It excludes media."""

    replyControl: NotRequired[Literal["everyone", "following", "mentioned", "followers", "subscribers", "verified"]]
    """Who may reply: `everyone` (default), profiles that the author is `following`, those
    `mentioned` in the text; `followers` on `threads` only, `subscribers` and `verified`
    accounts on `x` only.
    """

    captions: NotRequired[list[RequestedCaptionFile]]
    """Subtitles of the video, on `x` and `linkedin`: 1 to 20 files, each of another language; one
    file on `linkedin`. No effect without a video.
    """

    locationId: NotRequired[str]
    """The network’s id of a place that the post names, on `instagram`. No look-up of places is
    offered by its API for this kind of sign-in.
    """

    quotePostId: NotRequired[str]
    """The network’s id (`platformPostId`) of a post that this one quotes or reshares, own or of
    others: on `threads` a number, on `linkedin` `urn:li:share:…` or `urn:li:ugcPost:…`. An
    address is no id.
    """

    thread: NotRequired[list[RequestedThreadPost]]
    """A chain of 2 to 25 posts on `x` and `threads`, each an answer to the one before. The first
    stands in the place of the target’s `content` and `mediaItems`. Each post of the chain is a
    write of its own with its own units and result, in `thread` of the target; the target is
    `published` when the first is live.
    """

    firstComments: NotRequired[list[RequestedFollowUpComment]]
    """Up to 5 more comments of the author, each with another text, on `instagram`, `threads` and
    `linkedin`, each at once or up to 7 days after the post. Each is a write of one unit with
    its own result, in `firstComments` of the target, and has no influence on its status.
    """

    instagram: NotRequired[RequestedInstagramOptions]
    """Options that only `instagram` has."""

    threads: NotRequired[RequestedThreadsOptions]
    """Options that only `threads` has."""

    x: NotRequired[RequestedXOptions]
    """Options that only `x` has."""

    linkedin: NotRequired[RequestedLinkedInOptions]
    """Options that only `linkedin` has."""

    wordpress: NotRequired[RequestedWordPressOptions]
    """Options that only a hub with WordPress has."""

    micropub: NotRequired[RequestedMicropubOptions]
    """Options that only a hub with Micropub has."""


class RequestedThreadPost(TypedDict):
    """One post of a chain, with a text and media of its own."""

    content: str
    """Text of this post. It has the limits of the platform, as every post."""

    mediaItems: NotRequired[list[RequestedMediaItem]]
    """Media of this post, 0 to 10 items in display order."""


class RequestedThreadsOptions(TypedDict):
    """Options of a target on `threads`."""

    topicTag: NotRequired[str]
    """Topic of the post, 1 to 50 characters without `.` and `&`. Without it the first `#tag` of
    the text is the topic.
    """

    spoilerMedia: NotRequired[bool]
    """Whether images and videos are blurred until the reader taps them. No effect without media.
    """

    ghost: NotRequired[bool]
    """Whether Threads archives the post after 24 hours. Such a post is a text and nothing else.
    """

    gifId: NotRequired[str]
    """Id of a GIF of GIPHY, 1 to 64 characters, in a post without media."""

    linkAttachment: NotRequired[str]
    """Address of the page on the card, in a post without media. Without it the first link of the
    text is on the card.
    """

    textAttachment: NotRequired[RequestedThreadsTextAttachment]
    """A long text that readers open below a post without media. The post itself still needs its
    own text.
    """

    spoilers: NotRequired[list[str]]
    """Exact parts of the text, at most 10, which are hidden until the reader taps them, wherever
    they occur.
    """

    allowedCountries: NotRequired[list[str]]
    """Codes (ISO 3166-1 alpha-2) of the only countries in which the post is shown. Threads offers
    this to some accounts only; a post of another account fails and is not published.
    """

    replyApprovals: NotRequired[bool]
    """Whether replies are hidden until the author approves them in Threads."""


class RequestedThreadsStyledPart(TypedDict):
    """A part of an attached text that is shown in another style."""

    part: str
    """An exact part of the text. It is styled wherever it occurs; a longer part names one place.
    """

    styles: list[Literal["bold", "italic", "highlight", "underline", "strikethrough"]]
    """Styles of the part, 1 to 5."""


class RequestedThreadsTextAttachment(TypedDict):
    """A long text that readers open below the post."""

    content: str
    """The text, 1 to 10,000 characters."""

    link: NotRequired[str]
    """Address of a page on a card below it."""

    styled: NotRequired[list[RequestedThreadsStyledPart]]
    """At most 100 parts in another style. No two overlap."""


class RequestedWordPressOptions(TypedDict):
    """Options of a target on a hub with WordPress."""

    title: NotRequired[str]
    """Title, 1 to 255 characters; by default the first line of the text."""

    excerpt: NotRequired[str]
    """Summary in lists and feeds, 1 to 1,000 characters."""

    categories: NotRequired[list[str]]
    """Slugs of 1 to 10 categories beside that of the space."""

    tags: NotRequired[list[str]]
    """Names of 1 to 20 tags; missing ones are made."""

    featuredImage: NotRequired[int]
    """Position in `mediaItems`, from 0, of the image that the theme shows with the title, not in
    the text.
    """

    status: NotRequired[Literal["publish", "pending"]]
    """`publish` (default), or `pending`: the post waits for review, and `url` is null."""

    slug: NotRequired[str]
    """Last part of the address, 1 to 200 of a-z, 0-9 and -. One in use gets a number."""


class RequestedXOptions(TypedDict):
    """Options of a target on `x`."""

    communityId: NotRequired[str]
    """Id of the community that the post goes to, 1 to 19 digits, as in its address
    `x.com/i/communities/…`. The account must be a member.
    """

    shareWithFollowers: NotRequired[bool]
    """Whether followers see a post to a community too. No effect without `communityId`."""

    paidPartnership: NotRequired[bool]
    """Whether X labels the post as a paid partnership."""

    sensitiveMedia: NotRequired[list[Literal["adult_content", "graphic_violence", "other"]]]
    """Warnings that X shows before the media of the post, 1 to 3: `adult_content`,
    `graphic_violence`, `other`. No effect without media.
    """

    taggedUserIds: NotRequired[list[str]]
    """Ids of 1 to 10 accounts that are tagged in the media, each of 1 to 19 digits. A post
    without media has none.
    """


class RotateSecretRequest(TypedDict):
    """How long the previous secret signs as well."""

    overlapSeconds: NotRequired[int | None]
    """Seconds for which the previous secret signs as well, 0 to 86,400 (default). 0 ends old
    secrets at once.
    """


class RuleViolation(TypedDict):
    """One broken content rule of one target."""

    path: str
    """Where in the request, such as `platforms[1].mediaItems[2]`."""

    platform: Platform
    """Platform whose rule is broken."""

    accountId: str
    """Account of the target."""

    rule: str
    """Stable name of the rule, such as `instagram.carousel.max_items`."""

    message: str
    """What is wrong and how to fix it, in one sentence."""

    limit: NotRequired[float]
    """The number the rule allows, in the unit of the rule."""

    actual: NotRequired[float]
    """The number the request has, in the same unit."""


class Space(TypedDict):
    """A section of a hub that you can publish to."""

    slug: str
    """Unique inside the account; what `spaceSlug` takes."""

    id: str
    """The hub’s own id."""

    name: str
    """Display name."""

    description: str | None
    """Description; null when there is none."""

    url: str | None
    """Public page of the space; null when there is none."""

    isDefault: bool
    """Whether a target without `spaceSlug` publishes here."""

    canPost: bool | None
    """Whether the account may publish here; null when the hub does not say."""


class SpaceList(TypedDict):
    """One page of a hub account’s spaces."""

    spaces: list[Space]
    """Spaces that match, by name."""

    total: int
    """Spaces that match on all pages."""

    limit: int
    """Spaces per page."""

    offset: int
    """Spaces skipped."""


Target: TypeAlias = Union[
    "PendingTarget",
    "PublishedTarget",
    "FailedTarget",
]
"""The result of a post on one account."""


TargetErrorCode: TypeAlias = Literal["account_not_active", "media_processing_timeout", "outcome_unknown", "worker_lost", "cancelled", "rate_limited", "duplicate_content", "content_rejected", "media_rejected", "media_unreachable", "media_processing_failed", "permission_missing", "credential_rejected", "account_restricted", "account_deleted", "network_credits_exhausted", "network_unavailable", "space_not_found", "schedule_missed", "internal_error"]
"""Why a target, comment or repost failed. After any code except `outcome_unknown` nothing is live
on the network.
"""


class TargetErrorDetail(TypedDict):
    """Why a target failed; texts are redacted and at most 500 characters each."""

    code: TargetErrorCode
    """The code before the colon of `error`."""

    message: str
    """The message after the colon of `error`, at most 500 characters."""

    retryable: bool
    """Whether sending the target again with a new key can succeed without changing anything."""

    networkCode: str | None
    """The network’s own error code, at most 500 characters; null when it gave none."""

    networkMessage: str | None
    """The network’s own message, redacted, at most 500 characters; null when it gave none."""

    mediaIndex: int | None
    """Zero-based index of the media item that caused the failure; null when none did."""

    remedy: str | None
    """What to do next, at most 500 characters; null when nothing helps."""


class TargetFailedEventData(TypedDict):
    """What it happened to."""

    post: PostInEvent
    """The post of the target."""

    target: TargetInEvent
    """The target."""


class TargetFailedEvent(TypedDict):
    """Publishing to one account failed. With `outcome_unknown` in `errorDetail.code` the post may
    be live all the same.
    """

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["target.failed"]
    """Always `target.failed`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: TargetFailedEventData
    """What it happened to."""


class TargetInEvent(TypedDict):
    """The result of a post on one account, without its text and media."""

    id: str
    """Id of the target."""

    accountId: str
    """Id of the account."""

    platform: Platform
    """Platform of the account."""

    profileId: NotRequired[str]
    """Your grouping key of the account; absent when you gave none."""

    status: TargetStatus
    """State of the target, which is final."""

    platformPostId: str | None
    """The network’s id of the post; null until the post is live, and where the network accepted
    it without giving one. A `pending` target that waits for its first comment already has it:
    the post is live and billed.
    """

    url: str | None
    """Public address of the post; null until the post is live, and where the network gives none.
    """

    publishedAt: str | None
    """When the network accepted the post; null until it has."""

    error: str | None
    """Why the target failed, as `code: message`; null otherwise."""

    errorDetail: TargetErrorDetail | None
    """Why the target failed, for programs; null unless it did."""

    commentStatus: CommentStatus
    """State of the first comment. It is final when `status` is final, and has no influence on
    whether that is `published` or `failed`.
    """

    commentId: str | None
    """The network’s own id of the first comment; null unless it was posted."""

    commentError: str | None
    """Why the first comment failed, as `code: message`; null otherwise."""

    unpublishedAt: str | None
    """When the post was removed from the network by `POST /api/v1/posts/:id/unpublish`; null
    otherwise. `status` stays `published`.
    """


class TargetMetrics(TypedDict):
    """A target and its engagement counts."""

    id: str
    """Id of the target."""

    accountId: str
    """Account published to."""

    platform: Platform
    """Platform of the account."""

    status: TargetStatus
    """State of the target. `published` and `failed` are final. A target with a first comment
    stays `pending` until the comment is done too.
    """

    platformPostId: str | None
    """The network’s id of the post; null until the post is live, and where the network accepted
    it without giving one. A `pending` target that waits for its first comment already has it:
    the post is live and billed.
    """

    url: str | None
    """Public address of the post; null until the post is live, and where the network gives none.
    """

    error: str | None
    """Why the target failed, as `code: message`; null otherwise."""

    errorDetail: TargetErrorDetail | None
    """Why the target failed, for programs; null unless it did."""

    publishedAt: str | None
    """When the network accepted the post; null until it has."""

    commentStatus: CommentStatus
    """State of the first comment. It is final when `status` is final, and has no influence on
    whether that is `published` or `failed`.
    """

    commentId: str | None
    """The network’s own id of the first comment; null unless it was posted."""

    commentError: str | None
    """Why the first comment failed, as `code: message`; null otherwise."""

    unpublishedAt: str | None
    """When the post was removed from the network by `POST /api/v1/posts/:id/unpublish`; null
    otherwise. `status` stays `published`.
    """

    unpublishError: str | None
    """Why the last attempt to remove the post failed, as `code: message`; null otherwise. It is
    still live, except perhaps after `outcome_unknown`.
    """

    warnings: list[TargetWarning]
    """What the post goes out without, found while it was published; empty when there is nothing
    to say.
    """

    thread: NotRequired[list[ThreadResult]]
    """The posts of a chain in their order, the first of which is the post of the target; absent
    without `thread` in the request. After a failed post the rest is `skipped`.
    """

    firstComments: NotRequired[list[FollowUpCommentResult]]
    """The results of `firstComments` in their order; absent without them in the request."""

    requested: RequestedTarget
    """What was requested: the values that apply to this target, including alt texts and covers.
    """

    metrics: Metrics | None
    """The counts; null when `status` is not `published` or the network could not be read."""

    metricsError: str | None
    """Why the counts could not be read, as `code: message`, with advice where it helps, such as
    to connect the account again to grant a missing permission; null otherwise.
    """


class TargetPublishedEventData(TypedDict):
    """What it happened to."""

    post: PostInEvent
    """The post of the target."""

    target: TargetInEvent
    """The target."""


class TargetPublishedEvent(TypedDict):
    """One account of a post has it, and its first comment is done."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["target.published"]
    """Always `target.published`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: TargetPublishedEventData
    """What it happened to."""


class TargetRepost(TypedDict):
    """The outcome of reposting one target from the account that published it."""

    targetId: str
    """Target that was reposted."""

    accountId: str
    """Account that reposts."""

    platform: Platform
    """Platform of the account."""

    status: RepostStatus
    """Outcome for this account."""

    platformRepostId: str | None
    """The network’s id of the repost; null where it gives none, for example when the account had
    reposted the post by hand.
    """

    error: str | None
    """Why it failed, as `code: message`, with advice where it helps; null otherwise."""

    repostedAt: str | None
    """When the network first accepted the repost; null otherwise."""


class TargetRequest(TypedDict):
    """One account to publish to."""

    platform: Platform
    """Platform of the account; any other answers `platform_mismatch`."""

    accountId: str
    """Account of the project to publish to."""

    firstComment: NotRequired[str | None]
    """Comment that the author adds right after publishing, on `instagram`, `threads` and
    `linkedin`, where it is more than white space. On other platforms `commentStatus` is
    `unsupported`.
    """

    aiGenerated: NotRequired[bool | None]
    """Whether the network shall label the post as AI-generated; supported on `instagram` and `x`,
    true is refused elsewhere.
    """

    content: NotRequired[str | None]
    """Text of this target instead of the post’s, at most 10,000 characters."""

    mediaItems: NotRequired[Sequence[MediaItem] | None]
    """Media of this target instead of the post’s, 0 to 10 items in display order."""

    spaceSlug: NotRequired[str | None]
    """Space of a hub account instead of its default, 1 to 255 characters; no effect on other
    platforms.
    """

    link: NotRequired[Literal["auto", "none"] | None]
    """How `linkedin` shows the first link in the text. `auto` (default) reads its page and adds a
    card to a post without media, because LinkedIn makes no cards itself; `none` leaves a bare
    link.
    """

    poll: NotRequired[Poll | None]
    """A poll, on `threads`, `x` and `linkedin`. It excludes media."""

    replyControl: NotRequired[Literal["everyone", "following", "mentioned", "followers", "subscribers", "verified"] | None]
    """Who may reply: `everyone` (default), profiles that the author is `following`, those
    `mentioned` in the text; `followers` on `threads` only, `subscribers` and `verified`
    accounts on `x` only.
    """

    captions: NotRequired[Sequence[CaptionFile] | None]
    """Subtitles of the video, on `x` and `linkedin`: 1 to 20 files, each of another language; one
    file on `linkedin`. No effect without a video.
    """

    locationId: NotRequired[str | None]
    """The network’s id of a place that the post names, on `instagram`. No look-up of places is
    offered by its API for this kind of sign-in.
    """

    quotePostId: NotRequired[str | None]
    """The network’s id (`platformPostId`) of a post that this one quotes or reshares, own or of
    others: on `threads` a number, on `linkedin` `urn:li:share:…` or `urn:li:ugcPost:…`. An
    address is no id.
    """

    thread: NotRequired[Sequence[ThreadPost] | None]
    """A chain of 2 to 25 posts on `x` and `threads`, each an answer to the one before. The first
    stands in the place of the target’s `content` and `mediaItems`. Each post of the chain is a
    write of its own with its own units and result, in `thread` of the target; the target is
    `published` when the first is live.
    """

    firstComments: NotRequired[Sequence[FollowUpComment] | None]
    """Up to 5 more comments of the author, each with another text, on `instagram`, `threads` and
    `linkedin`, each at once or up to 7 days after the post. Each is a write of one unit with
    its own result, in `firstComments` of the target, and has no influence on its status.
    """

    instagram: NotRequired[InstagramOptions | None]
    """Options that only `instagram` has."""

    threads: NotRequired[ThreadsOptions | None]
    """Options that only `threads` has."""

    x: NotRequired[XOptions | None]
    """Options that only `x` has."""

    linkedin: NotRequired[LinkedInOptions | None]
    """Options that only `linkedin` has."""

    wordpress: NotRequired[WordPressOptions | None]
    """Options that only a hub with WordPress has."""

    micropub: NotRequired[MicropubOptions | None]
    """Options that only a hub with Micropub has."""


TargetStatus: TypeAlias = Literal["pending", "published", "failed"]
"""State of a target. `published` and `failed` are final; a target reaches one of them when its
post and its first comment are both done.
"""


class TargetUnpublish(TypedDict):
    """The outcome of removing one target from its network."""

    targetId: str
    """Target that was to be removed."""

    accountId: str
    """Account that published it."""

    platform: Platform
    """Platform of the account."""

    status: UnpublishStatus
    """Outcome for this target."""

    error: str | None
    """Why it was not removed: `code: message` where it failed, otherwise a sentence; null where
    it was removed. The post is still live, except perhaps after `outcome_unknown`.
    """

    unpublishedAt: str | None
    """When the post was removed from the network; null otherwise."""


class TargetUnpublishedEventData(TypedDict):
    """What it happened to."""

    post: PostInEvent
    """The post of the target."""

    target: TargetInEvent
    """The target."""


class TargetUnpublishedEvent(TypedDict):
    """The post of a target was removed from its network at your request."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["target.unpublished"]
    """Always `target.unpublished`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: TargetUnpublishedEventData
    """What it happened to."""


class TargetWarning(TypedDict):
    """Something that was requested, or is usual on the network, and that is missing from the post
    or was sent another way.
    """

    code: TargetWarningCode
    """What is missing from the post, or was sent another way."""

    message: str
    """The same in words, at most 500 characters. It may change; branch on `code`."""


TargetWarningCode: TypeAlias = Literal["alt_text_refused", "captions_refused", "link_card_missing", "media_copy_sent"]
"""What is missing from a post, or was sent another way. Be ready for new codes."""


class ThreadPost(TypedDict):
    """One post of a chain, with a text and media of its own."""

    content: str
    """Text of this post. It has the limits of the platform, as every post."""

    mediaItems: NotRequired[Sequence[MediaItem] | None]
    """Media of this post, 0 to 10 items in display order."""


class ThreadResult(TypedDict):
    """The result of one post of a chain."""

    status: FollowUpStatus
    """State of this post."""

    platformPostId: str | None
    """The network’s id of this post; null until it is live."""

    url: str | None
    """Public address of this post; null until it is live, and where the network gives none."""

    error: str | None
    """Why this post failed, as `code: message`; null unless it did."""


class ThreadsOptions(TypedDict):
    """Options of a target on `threads`."""

    topicTag: NotRequired[str | None]
    """Topic of the post, 1 to 50 characters without `.` and `&`. Without it the first `#tag` of
    the text is the topic.
    """

    spoilerMedia: NotRequired[bool | None]
    """Whether images and videos are blurred until the reader taps them. No effect without media.
    """

    ghost: NotRequired[bool | None]
    """Whether Threads archives the post after 24 hours. Such a post is a text and nothing else.
    """

    gifId: NotRequired[str | None]
    """Id of a GIF of GIPHY, 1 to 64 characters, in a post without media."""

    linkAttachment: NotRequired[str | None]
    """Address of the page on the card, in a post without media. Without it the first link of the
    text is on the card.
    """

    textAttachment: NotRequired[ThreadsTextAttachment | None]
    """A long text that readers open below a post without media. The post itself still needs its
    own text.
    """

    spoilers: NotRequired[Sequence[str] | None]
    """Exact parts of the text, at most 10, which are hidden until the reader taps them, wherever
    they occur.
    """

    allowedCountries: NotRequired[Sequence[str] | None]
    """Codes (ISO 3166-1 alpha-2) of the only countries in which the post is shown. Threads offers
    this to some accounts only; a post of another account fails and is not published.
    """

    replyApprovals: NotRequired[bool | None]
    """Whether replies are hidden until the author approves them in Threads."""


class ThreadsStyledPart(TypedDict):
    """A part of an attached text that is shown in another style."""

    part: str
    """An exact part of the text. It is styled wherever it occurs; a longer part names one place.
    """

    styles: Sequence[Literal["bold", "italic", "highlight", "underline", "strikethrough"]]
    """Styles of the part, 1 to 5."""


class ThreadsTextAttachment(TypedDict):
    """A long text that readers open below the post."""

    content: str
    """The text, 1 to 10,000 characters."""

    link: NotRequired[str | None]
    """Address of a page on a card below it."""

    styled: NotRequired[Sequence[ThreadsStyledPart] | None]
    """At most 100 parts in another style. No two overlap."""


class UnpublishPostRequest(TypedDict):
    """Which targets of a post to remove from their networks."""

    targetIds: NotRequired[Sequence[str]]
    """Targets of the post to remove, 1 to 10; without it every target. Null is refused."""


UnpublishStatus: TypeAlias = Literal["unpublished", "failed", "unsupported", "not_published"]
"""Outcome of removing a target from its network; `unsupported` where the platform has no such
call, `not_published` where there is nothing to remove.
"""


class UpdateDraftRequest(TypedDict):
    """A change of a draft. Fields that are left out stay as they are."""

    version: int
    """`version` of the draft that you read. When it has another one by now, nothing is changed.
    """

    request: NotRequired[DraftRequest | None]
    """Another request in place of the whole one."""

    note: NotRequired[str | None]
    """What you want to say to whoever reads the draft, at most 1,000 characters; an empty text is
    none.
    """


class UpdateWebhookRequest(TypedDict):
    """What to change. A field that is absent stays as it is; an empty list or text removes the
    filter or note.
    """

    url: NotRequired[str | None]
    """Public https address without user info and fragment, at most 2,048 characters. It is called
    without redirects.
    """

    events: NotRequired[Sequence[EventType] | None]
    """Types to receive, at most 40; empty for every type."""

    platforms: NotRequired[Sequence[Platform] | None]
    """Only events of these platforms, at most 40; empty for every platform."""

    profileId: NotRequired[str | None]
    """Only events of accounts with this grouping key; empty for every account."""

    description: NotRequired[str | None]
    """Your note, at most 500 characters; empty removes it."""

    enabled: NotRequired[bool | None]
    """False disables it: what it would have received is `missed`. True enables it again."""


class Usage(TypedDict):
    """Usage of the current period; all counts are units (network writes)."""

    plan: str
    """Name of the plan, such as `free`, `pro`, `scale` or `self_hosted`."""

    periodStart: str
    """When the period began."""

    periodEnd: str
    """When the period ends and the next begins."""

    included: int | None
    """Units the plan includes in the period; null without a limit."""

    used: int
    """Units billed in the period."""

    reserved: int
    """Units held for posts of this period that are scheduled or being published."""

    remaining: int | None
    """Included units minus used and reserved ones, never below 0; null without a limit."""

    overage: bool
    """Whether you can use more than the included units, which are then counted too; false when
    further requests answer `quota_exceeded`.
    """


class ValidatePostRequest(TypedDict):
    """The create request; it needs no idempotency key."""

    content: NotRequired[str | None]
    """Text of the post, at most 10,000 characters; each platform has a shorter limit. Empty by
    default.
    """

    mediaItems: NotRequired[Sequence[MediaItem] | None]
    """Images and videos in display order, 0 to 10; empty by default."""

    platforms: Sequence[TargetRequest]
    """Accounts to publish to, 1 to 10."""

    publishAt: NotRequired[str | datetime]
    """When to publish, ISO 8601 with an explicit offset and in the future (60 seconds of
    tolerance). Without it the post is published immediately; null is refused.
    """

    convert: NotRequired[bool | None]
    """Whether a hosted file that a platform does not take is sent to it in a form that it takes:
    an image as a JPEG, a video with its index first. An entry in `warnings` says so. True by
    default; with false the post is refused.
    """

    idempotencyKey: NotRequired[str | None]
    """Accepted, so that you can send the create request unchanged. It has no effect, because
    nothing is recorded.
    """

    probe: NotRequired[bool | None]
    """Whether to read what your own files are, from their public addresses, as networks do: their
    first bytes, and parts that tell size and duration. Rules of files are checked then as for
    hosted files, which are always checked. At most 15 seconds.
    """


class Warning(TypedDict):
    """A field that was accepted and has no effect, a file that is sent in another form, or a link
    that makes a post cost more.
    """

    path: str
    """Where in the request, such as `platforms[0].spaceSlug`."""

    message: str
    """Why it has no effect, how the file is sent, or what the link costs, in a sentence or two.
    """


class Webhook(TypedDict):
    """An address that receives events; its secret is returned once, when it is made."""

    id: str
    """Id of the webhook."""

    url: str
    """Address that receives the events."""

    description: str
    """Your note; empty when there is none."""

    events: list[EventType]
    """Types it receives; empty for every type."""

    platforms: list[Platform]
    """Platforms whose events it receives; empty for every platform. Events of the whole project,
    such as `quota.warning`, fit every platform.
    """

    profileId: NotRequired[str]
    """Grouping key of the accounts whose events it receives; absent for every account. With one
    it gets no events of the whole project.
    """

    enabled: bool
    """Whether it receives events."""

    disabledReason: WebhookDisabledReason | None
    """Why it is disabled; null while it is enabled."""

    disabledAt: str | None
    """When it was disabled; null while it is enabled."""

    failingSince: str | None
    """When the failed attempts began that no success has ended; null when the last attempt
    succeeded.
    """

    pausedUntil: str | None
    """Until when nothing is sent to it, because it answered 429 or 503 with `Retry-After`; null
    while it is not paused.
    """

    previousSecretExpiresAt: str | None
    """Until when the previous secret signs as well; null when only one secret does."""

    createdAt: str
    """When it was created."""


class WebhookAnswer(TypedDict):
    """One webhook."""

    webhook: Webhook
    """The webhook."""


class WebhookAttempt(TypedDict):
    """One attempt to deliver an event."""

    number: int
    """Number of the attempt, from 1."""

    at: str
    """When the attempt began."""

    durationMs: int
    """How long it took, in milliseconds."""

    status: int | None
    """HTTP status of the answer; null without one."""

    error: str | None
    """Why it failed, as `code: message`; null when it was delivered. Codes: `not_2xx`,
    `redirected`, `timed_out`, `address_not_allowed`, `host_not_found`, `certificate_invalid`,
    `connection_failed`. Codes may be added.
    """

    response: str | None
    """The first 1,024 bytes of the answer’s body as text; null without an answer, and for hosts
    in the operator’s own network.
    """


class WebhookCreated(TypedDict):
    """The new webhook and its secret."""

    webhook: Webhook
    """The webhook."""

    secret: str
    """Secret that signs the events: `whsec_` and 32 bytes in base64. It is returned only here;
    store it now.
    """


class WebhookDeleted(TypedDict):
    """The webhook and its deliveries no longer exist."""

    deleted: Literal[True]
    """Always true."""


class WebhookDelivery(TypedDict):
    """One event on its way to one webhook."""

    id: str
    """Id of the delivery."""

    eventId: str
    """Id of the event."""

    eventType: EventType
    """Type of the event."""

    status: DeliveryStatus
    """State of the delivery."""

    createdAt: str
    """When the delivery was recorded."""

    nextAttemptAt: str | None
    """When the next attempt is due; null unless it is `pending`."""

    attempts: list[WebhookAttempt]
    """Every attempt so far, in order."""


class WebhookDeliveryList(TypedDict):
    """One page of deliveries, newest first."""

    deliveries: list[WebhookDelivery]
    """Deliveries that match, newest first."""

    hasMore: bool
    """Whether there is a further page."""

    nextCursor: str | None
    """`cursor` of the next page; null on the last."""


class WebhookDisabledEventData(TypedDict):
    """What it happened to."""

    webhook: EventWebhook
    """The webhook, without its address: that may hold a secret."""


class WebhookDisabledEvent(TypedDict):
    """A webhook was disabled because of its answers: by failures, by a 410, or because it asked
    for it.
    """

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["webhook.disabled"]
    """Always `webhook.disabled`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: WebhookDisabledEventData
    """What it happened to."""


WebhookDisabledReason: TypeAlias = Literal["by_caller", "by_receiver", "gone", "failing"]
"""Why a webhook is disabled: `by_caller` (`enabled` false), `by_receiver` (its answer had the
header `webhook-delivery: disable`), `gone` (it answered 410) or `failing` (5 days of nothing
but failed attempts, at least 10).
"""


WebhookEvent: TypeAlias = Union[
    "PostScheduledEvent",
    "PostPublishedEvent",
    "PostPartiallyPublishedEvent",
    "PostFailedEvent",
    "PostCancelledEvent",
    "TargetPublishedEvent",
    "TargetFailedEvent",
    "TargetUnpublishedEvent",
    "CommentPublishedEvent",
    "CommentFailedEvent",
    "FollowUpPublishedEvent",
    "FollowUpFailedEvent",
    "MediaReadyEvent",
    "MediaFailedEvent",
    "RepostPublishedEvent",
    "RepostFailedEvent",
    "AccountConnectedEvent",
    "AccountExpiringEvent",
    "AccountExpiredEvent",
    "AccountRevokedEvent",
    "AccountRemovedEvent",
    "QuotaWarningEvent",
    "QuotaExceededEvent",
    "NetworkVersionEndedEvent",
    "WebhookFailingEvent",
    "WebhookDisabledEvent",
    "WebhookTestEvent",
]
"""Something that happened. Its `type` decides the shape of `data`; types may be added."""


class WebhookFailingEventData(TypedDict):
    """What it happened to."""

    webhook: EventWebhook
    """The webhook, without its address: that may hold a secret."""


class WebhookFailingEvent(TypedDict):
    """Every attempt to deliver to a webhook has failed for an hour, at least 4 of them; once
    until an attempt succeeds.
    """

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["webhook.failing"]
    """Always `webhook.failing`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: WebhookFailingEventData
    """What it happened to."""


class WebhookList(TypedDict):
    """The webhooks of the project, oldest first."""

    webhooks: list[Webhook]
    """Every webhook, oldest first; at most 20."""


class WebhookReplayed(TypedDict):
    """How many deliveries are sent again."""

    replayed: int
    """Deliveries that are `pending` again; one that was already is not counted."""


class WebhookSecretRotated(TypedDict):
    """The new secret. Until `previousSecretExpiresAt` each delivery has a signature by either
    secret.
    """

    webhook: Webhook
    """The webhook."""

    secret: str
    """Secret that signs the events: `whsec_` and 32 bytes in base64. It is returned only here;
    store it now.
    """

    previousSecretExpiresAt: str | None
    """Until when the previous secret signs as well; null when it ended at once."""


class WebhookTestEventDataWebhook(TypedDict):
    """The webhook that is tested."""

    id: str
    """Id of the webhook."""


class WebhookTestEventData(TypedDict):
    """What it happened to."""

    webhook: WebhookTestEventDataWebhook
    """The webhook that is tested."""


class WebhookTestEvent(TypedDict):
    """You asked for a test of a webhook. It is sent to that webhook only and never stored."""

    id: str
    """Id of the event, the same on every delivery; also the `webhook-id` header."""

    type: Literal["webhook.test"]
    """Always `webhook.test`."""

    timestamp: str
    """When it happened, not when it was sent."""

    data: WebhookTestEventData
    """What it happened to."""


class WebhookTested(TypedDict):
    """What the webhook answered to a `webhook.test` event."""

    delivered: bool
    """Whether it answered 2xx in time."""

    durationMs: int
    """How long it took, in milliseconds."""

    status: int | None
    """HTTP status of the answer; null without one."""

    error: str | None
    """Why it failed, as `code: message`; null when it was delivered. Codes: `not_2xx`,
    `redirected`, `timed_out`, `address_not_allowed`, `host_not_found`, `certificate_invalid`,
    `connection_failed`. Codes may be added.
    """

    response: str | None
    """The first 1,024 bytes of the answer’s body as text; null without an answer, and for hosts
    in the operator’s own network.
    """


class WebhookUpdated(TypedDict):
    """The changed webhook."""

    webhook: Webhook
    """The webhook."""

    missed: int
    """Deliveries it missed while it was disabled. A replay with `status` `missed` sends them."""


class WordPressOptions(TypedDict):
    """Options of a target on a hub with WordPress."""

    title: NotRequired[str | None]
    """Title, 1 to 255 characters; by default the first line of the text."""

    excerpt: NotRequired[str | None]
    """Summary in lists and feeds, 1 to 1,000 characters."""

    categories: NotRequired[Sequence[str] | None]
    """Slugs of 1 to 10 categories beside that of the space."""

    tags: NotRequired[Sequence[str] | None]
    """Names of 1 to 20 tags; missing ones are made."""

    featuredImage: NotRequired[int | None]
    """Position in `mediaItems`, from 0, of the image that the theme shows with the title, not in
    the text.
    """

    status: NotRequired[Literal["publish", "pending"] | None]
    """`publish` (default), or `pending`: the post waits for review, and `url` is null."""

    slug: NotRequired[str | None]
    """Last part of the address, 1 to 200 of a-z, 0-9 and -. One in use gets a number."""


class XOptions(TypedDict):
    """Options of a target on `x`."""

    communityId: NotRequired[str | None]
    """Id of the community that the post goes to, 1 to 19 digits, as in its address
    `x.com/i/communities/…`. The account must be a member.
    """

    shareWithFollowers: NotRequired[bool | None]
    """Whether followers see a post to a community too. No effect without `communityId`."""

    paidPartnership: NotRequired[bool | None]
    """Whether X labels the post as a paid partnership."""

    sensitiveMedia: NotRequired[Sequence[Literal["adult_content", "graphic_violence", "other"]] | None]
    """Warnings that X shows before the media of the post, 1 to 3: `adult_content`,
    `graphic_violence`, `other`. No effect without media.
    """

    taggedUserIds: NotRequired[Sequence[str] | None]
    """Ids of 1 to 10 accounts that are tagged in the media, each of 1 to 19 digits. A post
    without media has none.
    """


EVENT_TYPES: frozenset[str] = frozenset(
    {
        "post.scheduled",
        "post.published",
        "post.partially_published",
        "post.failed",
        "post.cancelled",
        "target.published",
        "target.failed",
        "target.unpublished",
        "comment.published",
        "comment.failed",
        "follow_up.published",
        "follow_up.failed",
        "media.ready",
        "media.failed",
        "repost.published",
        "repost.failed",
        "account.connected",
        "account.expiring",
        "account.expired",
        "account.revoked",
        "account.removed",
        "quota.warning",
        "quota.exceeded",
        "network.version_ended",
        "webhook.failing",
        "webhook.disabled",
        "webhook.test",
    }
)
"""Every type of event that this version of the package knows."""
