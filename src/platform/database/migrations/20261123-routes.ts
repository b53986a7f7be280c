import { Migration } from '@mikro-orm/migrations'

/** Lets every node know which short address leads elsewhere now, and finds the JSON resolution a visit belongs to. */
export class Migration20261123Routes extends Migration {
  override up(): void {
    // A trigger, so that no way of changing a link can forget it, the operator's own SQL included.
    this.addSql(`
      create function announce_route() returns trigger language plpgsql as $$
      begin
        perform pg_notify('tack_route', lower(old.code));
        if tg_op = 'UPDATE' and new.code <> old.code then
          perform pg_notify('tack_route', lower(new.code));
        end if;
        return null;
      end $$`)
    // The columns are named so that the counter, which moves with every click, announces nothing.
    this.addSql(`
      create trigger link_route_changed after update of ${announced.join(', ')} or delete on link
        for each row execute function announce_route()`)
    this.addSql(`create index click_resolution_index on click (url_id, visitor_hash, created_at) where trigger = 'api'`)
  }

  override down(): void {
    this.addSql('drop index click_resolution_index')
    this.addSql('drop trigger link_route_changed on link')
    this.addSql('drop function announce_route')
  }
}

/** The columns a visitor's request is decided by. */
const announced = [
  'code',
  'title',
  'original_url',
  'click_limit',
  'expires_at',
  'expired_url',
  'is_active',
  'blocked_at',
  'password_hash',
  'password_version',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'is_cloaked',
  'privacy_mode',
  'forward_query',
  'redirect_type',
]
