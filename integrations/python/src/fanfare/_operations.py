# Written by `pnpm golden` from openapi.yaml.
"""A method for each operation of the API."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from . import types as t
from ._transport import Transport


class Operations(Transport):
    """The operations of the API, named as in its description."""

    def connect_account(
        self,
        body: t.ConnectRequest,
        *,
        timeout: float | None = None,
    ) -> t.ConnectStarted:
        """Start connecting an account.

        Starts the hosted connect flow of one network and returns the address to send the user
        to. Each call creates a new address, which is valid for 10 minutes and works once.
        Afterwards the user is redirected to `redirectUrl` with `status=success`, `accountId`,
        `platform` and `username`, or with `status=error` and `reason`.

        Needs a key with the scope `publish`.
        """
        answer: t.ConnectStarted = self._send(
            "POST",
            "/accounts/connect",
            body=body,
            only_once=True,
            timeout=timeout,
        )
        return answer

    def connect_hub_account(
        self,
        body: t.ConnectHubRequest,
        *,
        timeout: float | None = None,
    ) -> t.AccountAnswer:
        """Connect an account of a self-hosted hub.

        Connects with a key of the hub user, or with a one-time connect code that the hub user
        generated. The service checks that the user may publish and upload images. The
        connection never expires. When you connect the same hub user again, the account keeps
        its id and gets the new key and default space. After a failure a connect code may be
        used up: let the hub generate a new one.

        Needs a key with the scope `publish`.
        """
        answer: t.AccountAnswer = self._send(
            "POST",
            "/accounts/connect-hub",
            body=body,
            only_once=True,
            timeout=timeout,
        )
        return answer

    def list_accounts(
        self,
        *,
        profile_id: str | None = None,
        platform: t.Platform | None = None,
        status: t.AccountStatus | None = None,
        include_revoked: bool | None = None,
        timeout: float | None = None,
    ) -> t.AccountList:
        """List accounts.

        Lists the accounts of the project, oldest first. Revoked accounts are missing unless
        you send `includeRevoked=true` or `status=revoked`.

        `profile_id`: Only accounts with this grouping key.
        `platform`: Only accounts of this platform.
        `status`: Only accounts with this status; `revoked` shows them without
        `includeRevoked`.
        `include_revoked`: Whether revoked accounts are included, `true` or `false` (default).
        """
        answer: t.AccountList = self._send(
            "GET",
            "/accounts",
            query={"profileId": profile_id, "platform": platform, "status": status, "includeRevoked": include_revoked},
            timeout=timeout,
        )
        return answer

    def get_account(
        self,
        id_: str,
        *,
        timeout: float | None = None,
    ) -> t.AccountAnswer:
        """Get an account.

        Returns one account of the project, even a revoked one.

        `id_`: Id of the account.
        """
        answer: t.AccountAnswer = self._send(
            "GET",
            f"/accounts/{self._part(id_)}",
            timeout=timeout,
        )
        return answer

    def delete_account(
        self,
        id_: str,
        *,
        timeout: float | None = None,
    ) -> t.AccountDeleted:
        """Disconnect an account.

        Destroys the credentials and keeps the account as `revoked`; it no longer counts
        against the plan’s cap. When you connect the same profile again, the account returns
        under the same id.

        Needs a key with the scope `all`.

        `id_`: Id of the account.
        """
        answer: t.AccountDeleted = self._send(
            "DELETE",
            f"/accounts/{self._part(id_)}",
            timeout=timeout,
        )
        return answer

    def list_spaces(
        self,
        id_: str,
        *,
        q: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        timeout: float | None = None,
    ) -> t.SpaceList:
        """List the spaces of a hub account.

        Lists and searches the current spaces of the hub, ordered by name: the categories of
        WordPress, the channels of Micropub. Use the `slug` as `spaceSlug` of a target. An
        account that is not on a hub answers `invalid_request`.

        `id_`: Id of the account.
        `q`: Part of a name or slug, in any case, at most 100 characters.
        `limit`: Spaces per page, 1 to 100; 25 by default.
        `offset`: Spaces to skip, 0 by default.
        """
        answer: t.SpaceList = self._send(
            "GET",
            f"/accounts/{self._part(id_)}/spaces",
            query={"q": q, "limit": limit, "offset": offset},
            timeout=timeout,
        )
        return answer

    def find_mentions(
        self,
        id_: str,
        *,
        q: str,
        timeout: float | None = None,
    ) -> t.MentionList:
        """Find whom a post can mention.

        Looks up an organization on LinkedIn by the name in its address, for accounts of an app
        that LinkedIn approved for pages. With an account of a page that was connected with
        `r_organization_followers`, also people who follow the page, by the beginning of their
        first or last name; LinkedIn has no look-up of other people, and none for members.
        Write `text` of what is found into `content`. An account of another platform gets an
        empty list and the reason in `error`.

        `id_`: Id of the account.
        `q`: The name of an organization in its address, such as `harbour-coffee`, or the whole
        address; with an account of a page also the beginning of a follower’s first or last
        name, at least 3 letters. 1 to 200 characters.
        """
        answer: t.MentionList = self._send(
            "GET",
            f"/accounts/{self._part(id_)}/mentions",
            query={"q": q},
            timeout=timeout,
        )
        return answer

    def create_post(
        self,
        body: t.CreatePostRequest,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> t.PostCreated:
        """Publish or schedule a post.

        Publishes one piece of content to 1 to 10 accounts and waits for every network, or
        schedules it when `publishAt` is given. Targets fail independently: read
        `post.targets[].status`. A repeated key returns the original post, whatever the body
        is. Images take seconds, a video up to about four minutes.

        Needs a key with the scope `publish`.

        `idempotency_key`: made when there is none, and kept over the retries of this call.
        """
        answer: t.PostCreated = self._send(
            "POST",
            "/posts",
            body=body,
            idempotency_key=idempotency_key or self._new_key(),
            timeout=timeout,
        )
        return answer

    def list_posts(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
        status: t.PostStatus | None = None,
        platform: t.Platform | None = None,
        account_id: str | None = None,
        profile_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        publish_after: str | datetime | None = None,
        publish_before: str | datetime | None = None,
        order: t.PostOrder | None = None,
        timeout: float | None = None,
    ) -> t.PostList:
        """List posts.

        Lists the posts of the project, newest first. With `order=publishAt` it lists scheduled
        posts by their time, earliest first. Time filters exclude the given moment itself.

        `limit`: Posts per page, 1 to 100; 25 by default.
        `offset`: Posts to skip, 0 by default; not together with `cursor`.
        `cursor`: `nextCursor` of the previous page; not together with `offset`. Deep pages are
        as fast as the first.
        `status`: Only posts in this state.
        `platform`: Only posts with a target on this platform.
        `account_id`: Only posts with a target on this account.
        `profile_id`: Only posts with a target on an account with this grouping key.
        `created_after`: Only posts recorded after this moment, ISO 8601 with an explicit
        offset.
        `created_before`: Only posts recorded before this moment, ISO 8601 with an explicit
        offset.
        `publish_after`: Only scheduled posts due after this moment, ISO 8601 with an explicit
        offset; posts without `publishAt` are missing.
        `publish_before`: Only scheduled posts due before this moment, ISO 8601 with an
        explicit offset; posts without `publishAt` are missing.
        `order`: `createdAt` (default): newest first. `publishAt`: only posts that have one,
        earliest first, as in a calendar. A cursor is valid only with the order of its page.
        """
        answer: t.PostList = self._send(
            "GET",
            "/posts",
            query={"limit": limit, "offset": offset, "cursor": cursor, "status": status, "platform": platform, "accountId": account_id, "profileId": profile_id, "createdAfter": created_after, "createdBefore": created_before, "publishAfter": publish_after, "publishBefore": publish_before, "order": order},
            timeout=timeout,
        )
        return answer

    def iterate_posts(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: t.PostStatus | None = None,
        platform: t.Platform | None = None,
        account_id: str | None = None,
        profile_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        publish_after: str | datetime | None = None,
        publish_before: str | datetime | None = None,
        order: t.PostOrder | None = None,
    ) -> Iterator[t.Post]:
        """Every entry of `list_posts`, page after page."""
        while True:
            page = self.list_posts(
                limit=limit,
                status=status,
                platform=platform,
                account_id=account_id,
                profile_id=profile_id,
                created_after=created_after,
                created_before=created_before,
                publish_after=publish_after,
                publish_before=publish_before,
                order=order,
                cursor=cursor,
            )
            yield from page["posts"]
            if page["nextCursor"] is None:
                return
            cursor = page["nextCursor"]

    def validate_post(
        self,
        body: t.ValidatePostRequest,
        *,
        timeout: float | None = None,
    ) -> t.PostValidated:
        """Check a post without publishing it.

        Applies the rules of every platform and counts the cost. It records nothing and calls
        no network.
        """
        answer: t.PostValidated = self._send(
            "POST",
            "/posts/validate",
            body=body,
            timeout=timeout,
        )
        return answer

    def get_post(
        self,
        id_: str,
        *,
        timeout: float | None = None,
    ) -> t.PostAnswer:
        """Get a post.

        Returns a post with the current state of its targets. To wait until they settle, poll
        with `If-None-Match`.

        `id_`: Id of the post.
        """
        answer: t.PostAnswer = self._send(
            "GET",
            f"/posts/{self._part(id_)}",
            timeout=timeout,
        )
        return answer

    def cancel_post(
        self,
        id_: str,
        *,
        timeout: float | None = None,
    ) -> t.PostAnswer:
        """Cancel a scheduled post.

        Cancels a scheduled post that is still waiting. Its key still returns it. To change the
        time of a post, cancel it and create another one.

        Needs a key with the scope `publish`.

        `id_`: Id of the post.
        """
        answer: t.PostAnswer = self._send(
            "POST",
            f"/posts/{self._part(id_)}/cancel",
            timeout=timeout,
        )
        return answer

    def repost_post(
        self,
        id_: str,
        body: t.RepostPostRequest | None = None,
        *,
        timeout: float | None = None,
    ) -> t.PostReposted:
        """Repost the published targets of a post.

        Reposts published targets from the accounts that published them. The answer leaves out
        a target whose `status` is not `published`, for example while it waits for its first
        comment. Only `x` has reposts; other platforms answer `unsupported`. A repeated call
        changes nothing and returns the same repost, which is billed once per target. A repost
        of the same post through `POST /api/v1/reposts` is the same repost. A failed repost is
        tried again, also after `outcome_unknown`; it is made once and billed once. An id in
        `targetIds` that does not belong to the post answers `not_found`.

        Needs a key with the scope `publish`.

        `id_`: Id of the post.
        """
        answer: t.PostReposted = self._send(
            "POST",
            f"/posts/{self._part(id_)}/repost",
            body=body,
            timeout=timeout,
        )
        return answer

    def unpublish_post(
        self,
        id_: str,
        body: t.UnpublishPostRequest | None = None,
        *,
        timeout: float | None = None,
    ) -> t.PostUnpublished:
        """Remove a post from its networks.

        Deletes the published posts of a post at their networks, each by the account that
        published it, with everything below them, such as a first comment. It cannot be undone.
        The `status` of a target stays `published`; `unpublishedAt` says when its post was
        removed, `unpublishError` why the last attempt failed. `instagram` answers
        `unsupported`. A post that is already gone counts as removed. A repeated call changes
        nothing for what is removed, and tries again what failed, also after `outcome_unknown`.
        It costs no units and gives none back. An id in `targetIds` that does not belong to the
        post answers `not_found`.

        Needs a key with the scope `publish`.

        `id_`: Id of the post.
        """
        answer: t.PostUnpublished = self._send(
            "POST",
            f"/posts/{self._part(id_)}/unpublish",
            body=body,
            timeout=timeout,
        )
        return answer

    def get_post_metrics(
        self,
        id_: str,
        *,
        timeout: float | None = None,
    ) -> t.PostMetrics:
        """Read the metrics of a post.

        Reads views, likes, comments, shares and saves live from each network, for all
        published targets at once and for at most 10 seconds each. Reading is free and nothing
        is stored. If a target cannot be read, its `metricsError` says why; the others are not
        affected. If a network asks to wait, the answer says so and does not wait.

        `id_`: Id of the post.
        """
        answer: t.PostMetrics = self._send(
            "GET",
            f"/posts/{self._part(id_)}/metrics",
            timeout=timeout,
        )
        return answer

    def create_draft(
        self,
        body: t.CreateDraftRequest,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> t.DraftAnswer:
        """Save a draft.

        Stores a request for `POST /api/v1/posts` for a person to look at; nothing is
        published. `check` says at once what keeps it from being published. Give `composeUrl`
        to a person, who changes and publishes the draft in the dashboard. A project has at
        most 200 drafts that are not published. With an `Idempotency-Key` a repeated call
        answers the same draft.

        Needs a key with the scope `draft`.

        `idempotency_key`: made when there is none, and kept over the retries of this call.
        """
        answer: t.DraftAnswer = self._send(
            "POST",
            "/drafts",
            body=body,
            idempotency_key=idempotency_key or self._new_key(),
            timeout=timeout,
        )
        return answer

    def list_drafts(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        published: bool | None = None,
        timeout: float | None = None,
    ) -> t.DraftList:
        """List drafts.

        Drafts of the project, newest first, also those that people write in the dashboard. A
        draft that was published stays for 30 days after its last change.

        `limit`: Drafts per page, 1 to 100; 25 by default.
        `cursor`: `nextCursor` of the previous page.
        `published`: Only drafts that are published, with true, or that are not, with false.
        """
        answer: t.DraftList = self._send(
            "GET",
            "/drafts",
            query={"limit": limit, "cursor": cursor, "published": published},
            timeout=timeout,
        )
        return answer

    def iterate_drafts(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        published: bool | None = None,
    ) -> Iterator[t.Draft]:
        """Every entry of `list_drafts`, page after page."""
        while True:
            page = self.list_drafts(
                limit=limit,
                published=published,
                cursor=cursor,
            )
            yield from page["drafts"]
            if page["nextCursor"] is None:
                return
            cursor = page["nextCursor"]

    def get_draft(
        self,
        id_: str,
        *,
        timeout: float | None = None,
    ) -> t.DraftAnswer:
        """Read a draft.

        One draft, with what keeps it from being published now. `postId` names the post once
        somebody has published it.

        `id_`: Id of the draft.
        """
        answer: t.DraftAnswer = self._send(
            "GET",
            f"/drafts/{self._part(id_)}",
            timeout=timeout,
        )
        return answer

    def update_draft(
        self,
        id_: str,
        body: t.UpdateDraftRequest,
        *,
        timeout: float | None = None,
    ) -> t.DraftAnswer:
        """Change a draft.

        Replaces the request, the note or both. `version` must be that of the draft, so that
        you never overwrite what somebody changed meanwhile: it answers `draft_conflict` then.
        A draft that was published is not changed any more.

        Needs a key with the scope `draft`.

        `id_`: Id of the draft.
        """
        answer: t.DraftAnswer = self._send(
            "PATCH",
            f"/drafts/{self._part(id_)}",
            body=body,
            timeout=timeout,
        )
        return answer

    def delete_draft(
        self,
        id_: str,
        *,
        timeout: float | None = None,
    ) -> t.DraftDeleted:
        """Delete a draft.

        Deletes a draft. The post that it became, if any, stays.

        Needs a key with the scope `draft`.

        `id_`: Id of the draft.
        """
        answer: t.DraftDeleted = self._send(
            "DELETE",
            f"/drafts/{self._part(id_)}",
            timeout=timeout,
        )
        return answer

    def create_media(
        self,
        body: t.CreateMediaRequest,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> t.MediaFileAnswer:
        """Announce a file.

        Announces a file and answers where its bytes go: send them by `PUT` to `uploadUrl` with
        `uploadHeaders`, without an API key, then call `POST /api/v1/media/:id/complete`. A
        browser can do the `PUT`. An upload that broke off goes on from its offset, as tus 1.0
        clients do it (`HEAD`, then `PATCH`). With an `Idempotency-Key` a repeated call answers
        the same file.

        Needs a key with the scope `draft`.

        `idempotency_key`: made when there is none, and kept over the retries of this call.
        """
        answer: t.MediaFileAnswer = self._send(
            "POST",
            "/media",
            body=body,
            idempotency_key=idempotency_key or self._new_key(),
            timeout=timeout,
        )
        return answer

    def put_media(
        self,
        body: bytes,
        *,
        filename: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> t.MediaFileAnswer:
        """Upload a small file.

        Takes the raw bytes of a file of at most 8 MiB as the body and answers it checked, in
        one call: `curl -T latte.png`. `Content-Type` is not read; the bytes tell what the file
        is. Announce a larger file with `POST /api/v1/media`. A repeated call with its
        `Idempotency-Key` answers the same file, and finishes one that broke off; the key
        covers the name, the size and the bytes.

        Needs a key with the scope `draft`.

        `filename`: Name of the file; by default made from its type, such as `file.png`.
        `idempotency_key`: made when there is none, and kept over the retries of this call.
        """
        answer: t.MediaFileAnswer = self._send(
            "PUT",
            "/media",
            query={"filename": filename},
            data=body,
            idempotency_key=idempotency_key or self._new_key(),
            timeout=timeout,
        )
        return answer

    def list_media(
        self,
        *,
        status: t.MediaFileStatus | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.MediaFileList:
        """List files.

        Files of the project, newest first.

        `status`: Only files in this state.
        `limit`: Files per page, 1 to 100; 25 by default.
        `cursor`: `nextCursor` of the previous page.
        """
        answer: t.MediaFileList = self._send(
            "GET",
            "/media",
            query={"status": status, "limit": limit, "cursor": cursor},
            timeout=timeout,
        )
        return answer

    def iterate_media(
        self,
        *,
        status: t.MediaFileStatus | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[t.MediaFile]:
        """Every entry of `list_media`, page after page."""
        while True:
            page = self.list_media(
                status=status,
                limit=limit,
                cursor=cursor,
            )
            yield from page["media"]
            if page["nextCursor"] is None:
                return
            cursor = page["nextCursor"]

    def create_media_from_url(
        self,
        body: t.MediaFromUrlRequest,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> t.MediaFileAnswer:
        """Copy a public file.

        Fetches a public file, keeps a copy and checks it. Networks then read the copy: its
        address does not redirect, expire or ask for a sign-in.

        Needs a key with the scope `draft`.

        `idempotency_key`: made when there is none, and kept over the retries of this call.
        """
        answer: t.MediaFileAnswer = self._send(
            "POST",
            "/media/from-url",
            body=body,
            idempotency_key=idempotency_key or self._new_key(),
            timeout=timeout,
        )
        return answer

    def get_media(
        self,
        id_: str,
        *,
        timeout: float | None = None,
    ) -> t.MediaFileAnswer:
        """Read a file.

        One file of the project, with the rules of platforms that it breaks.

        `id_`: Id of the file.
        """
        answer: t.MediaFileAnswer = self._send(
            "GET",
            f"/media/{self._part(id_)}",
            timeout=timeout,
        )
        return answer

    def delete_media(
        self,
        id_: str,
        *,
        timeout: float | None = None,
    ) -> t.MediaFileDeleted:
        """Delete a file.

        Deletes a file and its bytes. Posts that have settled keep what is on the networks. A
        file that a waiting post or a draft uses is kept.

        Needs a key with the scope `publish`.

        `id_`: Id of the file.
        """
        answer: t.MediaFileDeleted = self._send(
            "DELETE",
            f"/media/{self._part(id_)}",
            timeout=timeout,
        )
        return answer

    def complete_media(
        self,
        id_: str,
        *,
        timeout: float | None = None,
    ) -> t.MediaFileAnswer:
        """Check an uploaded file.

        Checks the bytes and answers what the file is: type, size, duration, codecs, and the
        rules of each platform that it breaks. A file whose bytes are not what was announced,
        or neither image nor video, is `refused`. A repeated call answers the same.

        Needs a key with the scope `draft`.

        `id_`: Id of the file.
        """
        answer: t.MediaFileAnswer = self._send(
            "POST",
            f"/media/{self._part(id_)}/complete",
            timeout=timeout,
        )
        return answer

    def create_repost(
        self,
        body: t.CreateRepostRequest,
        *,
        timeout: float | None = None,
    ) -> t.RepostCreated:
        """Repost any post.

        Reposts any post, also one that the service did not publish. Name it by its link, or by
        platform and id. A repeated call changes nothing and returns the same repost, which is
        billed once per account and post. A failed repost is tried again, also after
        `outcome_unknown`; it is made once and billed once. The quota is checked for all
        accounts before the first one reposts.

        Needs a key with the scope `publish`.
        """
        answer: t.RepostCreated = self._send(
            "POST",
            "/reposts",
            body=body,
            timeout=timeout,
        )
        return answer

    def list_platforms(
        self,
        *,
        timeout: float | None = None,
    ) -> t.PlatformList:
        """List the platforms.

        Lists limits, features and rules of every platform, from the same data that validates
        posts.
        """
        answer: t.PlatformList = self._send(
            "GET",
            "/platforms",
            timeout=timeout,
        )
        return answer

    def get_usage(
        self,
        *,
        timeout: float | None = None,
    ) -> t.Usage:
        """Get the usage of the current period.

        Returns what was billed and reserved in the current period, in units: 1 per network
        write, 65 for an `x` post with a link.
        """
        answer: t.Usage = self._send(
            "GET",
            "/usage",
            timeout=timeout,
        )
        return answer

    def create_webhook(
        self,
        body: t.CreateWebhookRequest,
        *,
        timeout: float | None = None,
    ) -> t.WebhookCreated:
        """Create a webhook.

        Registers an address that receives events, signed as Standard Webhooks describes. The
        secret is returned only here. The webhook receives what happens from now on.

        Needs a key with the scope `all`.
        """
        answer: t.WebhookCreated = self._send(
            "POST",
            "/webhooks",
            body=body,
            only_once=True,
            timeout=timeout,
        )
        return answer

    def list_webhooks(
        self,
        *,
        timeout: float | None = None,
    ) -> t.WebhookList:
        """List webhooks.

        Lists the webhooks of the project, oldest first.

        Needs a key with the scope `all`.
        """
        answer: t.WebhookList = self._send(
            "GET",
            "/webhooks",
            timeout=timeout,
        )
        return answer

    def get_webhook(
        self,
        id_: str,
        *,
        timeout: float | None = None,
    ) -> t.WebhookAnswer:
        """Get a webhook.

        Returns one webhook, without its secret.

        Needs a key with the scope `all`.

        `id_`: Id of the webhook.
        """
        answer: t.WebhookAnswer = self._send(
            "GET",
            f"/webhooks/{self._part(id_)}",
            timeout=timeout,
        )
        return answer

    def update_webhook(
        self,
        id_: str,
        body: t.UpdateWebhookRequest,
        *,
        timeout: float | None = None,
    ) -> t.WebhookUpdated:
        """Change a webhook.

        Changes the fields that you send. When you enable a disabled webhook, `missed` says how
        many deliveries wait: a replay with `status` `missed` sends them.

        Needs a key with the scope `all`.

        `id_`: Id of the webhook.
        """
        answer: t.WebhookUpdated = self._send(
            "PATCH",
            f"/webhooks/{self._part(id_)}",
            body=body,
            timeout=timeout,
        )
        return answer

    def delete_webhook(
        self,
        id_: str,
        *,
        timeout: float | None = None,
    ) -> t.WebhookDeleted:
        """Delete a webhook.

        Deletes the webhook with its secret and its deliveries. Nothing is sent to it any more.

        Needs a key with the scope `all`.

        `id_`: Id of the webhook.
        """
        answer: t.WebhookDeleted = self._send(
            "DELETE",
            f"/webhooks/{self._part(id_)}",
            timeout=timeout,
        )
        return answer

    def rotate_webhook_secret(
        self,
        id_: str,
        body: t.RotateSecretRequest | None = None,
        *,
        timeout: float | None = None,
    ) -> t.WebhookSecretRotated:
        """Replace the secret of a webhook.

        Makes a new secret. During the overlap each delivery has two signatures, one by each
        secret, so that you can change the receiver at any moment. While a previous secret
        signs, a further rotation is refused, unless it ends the old secrets at once with
        `overlapSeconds` 0.

        Needs a key with the scope `all`.

        `id_`: Id of the webhook.
        """
        answer: t.WebhookSecretRotated = self._send(
            "POST",
            f"/webhooks/{self._part(id_)}/rotate-secret",
            body=body,
            only_once=True,
            timeout=timeout,
        )
        return answer

    def test_webhook(
        self,
        id_: str,
        *,
        timeout: float | None = None,
    ) -> t.WebhookTested:
        """Test a webhook.

        Sends a `webhook.test` event now, once, also to a disabled webhook, and returns what
        the webhook answered. Nothing is recorded.

        Needs a key with the scope `all`.

        `id_`: Id of the webhook.
        """
        answer: t.WebhookTested = self._send(
            "POST",
            f"/webhooks/{self._part(id_)}/test",
            timeout=timeout,
        )
        return answer

    def list_webhook_deliveries(
        self,
        id_: str,
        *,
        status: t.DeliveryStatus | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> t.WebhookDeliveryList:
        """List the deliveries of a webhook.

        Lists deliveries with every attempt and what the webhook answered, newest first. They
        are kept for 30 days.

        Needs a key with the scope `all`.

        `id_`: Id of the webhook.
        `status`: Only deliveries in this state.
        `limit`: Deliveries per page, 1 to 100; 25 by default.
        `cursor`: `nextCursor` of the previous page.
        """
        answer: t.WebhookDeliveryList = self._send(
            "GET",
            f"/webhooks/{self._part(id_)}/deliveries",
            query={"status": status, "limit": limit, "cursor": cursor},
            timeout=timeout,
        )
        return answer

    def iterate_webhook_deliveries(
        self,
        id_: str,
        *,
        status: t.DeliveryStatus | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[t.WebhookDelivery]:
        """Every entry of `list_webhook_deliveries`, page after page."""
        while True:
            page = self.list_webhook_deliveries(
                id_,
                status=status,
                limit=limit,
                cursor=cursor,
            )
            yield from page["deliveries"]
            if page["nextCursor"] is None:
                return
            cursor = page["nextCursor"]

    def replay_webhook(
        self,
        id_: str,
        body: t.ReplayRequest,
        *,
        timeout: float | None = None,
    ) -> t.WebhookReplayed:
        """Send events to a webhook again.

        Sends deliveries of this webhook again, with the same event id and body: those of up to
        25 events, or those of a range of time. An event that this webhook has no delivery of
        is refused; `GET /api/v1/events` has every event of the project.

        Needs a key with the scope `all`.

        `id_`: Id of the webhook.
        """
        answer: t.WebhookReplayed = self._send(
            "POST",
            f"/webhooks/{self._part(id_)}/replay",
            body=body,
            only_once=True,
            timeout=timeout,
        )
        return answer

    def list_events(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        type: t.EventType | None = None,
        timeout: float | None = None,
    ) -> t.EventList:
        """List events.

        Lists the events of the project in the order in which they became public, for programs
        that no webhook can reach. Keep `nextCursor` and send it as `after` to go on. An event
        is never inserted before one that you have read. Events are kept for 30 days.

        `after`: Where to go on: `nextCursor` of an earlier page, or the id of an event that is
        kept. Without it from the oldest event that is kept.
        `limit`: Events per page, 1 to 100; 25 by default.
        `type`: Only events of this type.
        """
        answer: t.EventList = self._send(
            "GET",
            "/events",
            query={"after": after, "limit": limit, "type": type},
            timeout=timeout,
        )
        return answer

    def iterate_events(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        type: t.EventType | None = None,
    ) -> Iterator[t.WebhookEvent]:
        """Every entry of `list_events`, page after page."""
        while True:
            page = self.list_events(
                limit=limit,
                type=type,
                after=after,
            )
            yield from page["events"]
            if not page["hasMore"]:
                return
            after = page["nextCursor"]
