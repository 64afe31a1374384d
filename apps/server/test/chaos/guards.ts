/** The message of a guard; a server that logs it has tried a forbidden write. */
export const GUARD_MARK = 'chaos guard';

/**
 * Triggers that only the chaos database has. They catch an illegal write when it happens: a settled
 * target or first comment never changes, and the ledger only grows. Removing a post removes its
 * rows; no chaos run does that.
 */
export const GUARDS = `
  create or replace function settled_is_final() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then raise exception '${GUARD_MARK}: target % was deleted', old.id; end if;
    if old.status <> 'pending' and new.status <> old.status then
      raise exception '${GUARD_MARK}: target % went from % to %', old.id, old.status, new.status;
    end if;
    if old.platform_post_id is not null and new.platform_post_id is distinct from old.platform_post_id then
      raise exception '${GUARD_MARK}: target % changed its post', old.id;
    end if;
    if old.comment_status <> 'none' and (new.comment_status, new.comment_id, new.comment_error) is distinct from (old.comment_status, old.comment_id, old.comment_error) then
      raise exception '${GUARD_MARK}: the comment of target % went from % to %', old.id, old.comment_status, new.comment_status;
    end if;
    if new.comment_status in ('published', 'failed') and new.status <> 'published' then
      raise exception '${GUARD_MARK}: target % is % and has a comment that is %', old.id, new.status, new.comment_status;
    end if;
    return new;
  end $$;
  create trigger settled_is_final before update or delete on targets for each row execute function settled_is_final();

  create or replace function ledger_only_grows() returns trigger language plpgsql as $$
  begin
    raise exception '${GUARD_MARK}: ledger row % was changed', old.id;
  end $$;
  create trigger ledger_only_grows before update or delete on usage_events for each row execute function ledger_only_grows();
`;
