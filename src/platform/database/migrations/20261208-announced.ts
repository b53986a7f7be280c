import { Migration } from '@mikro-orm/migrations'

/** Nodes keep routes for a minute while changes are heard, so every change has to be announced, by the name it is kept by. */
export class Migration20261208Announced extends Migration {
  override up(): void {
    // Whatever the language of the database, in which a capital I may have another small letter: codes are ASCII.
    this.addSql(announce(' collate "C"'))
    this.addSql('drop trigger link_route_changed on link')
    this.addSql(trigger(['owner_id', ...columns]))
    this.addSql(`
      create function announce_all_routes() returns trigger language plpgsql as $$
      begin
        perform pg_notify('tack_route', '');
        return null;
      end $$`)
    this.addSql(`
      create trigger link_routes_gone after truncate on link for each statement execute function announce_all_routes()`)
  }

  override down(): void {
    this.addSql('drop trigger link_routes_gone on link')
    this.addSql('drop function announce_all_routes')
    this.addSql('drop trigger link_route_changed on link')
    this.addSql(trigger(columns))
    this.addSql(announce(''))
  }
}

const columns = [
  ...['code', 'title', 'original_url', 'click_limit', 'expires_at', 'expired_url', 'is_active', 'blocked_at'],
  ...['password_hash', 'password_version', 'utm_source', 'utm_medium', 'utm_campaign', 'is_cloaked', 'privacy_mode'],
  ...['forward_query', 'redirect_type'],
]

const trigger = (named: readonly string[]) => `
  create trigger link_route_changed after update of ${named.join(', ')} or delete on link
    for each row execute function announce_route()`

const announce = (collation: string) => `
  create or replace function announce_route() returns trigger language plpgsql as $$
  begin
    perform pg_notify('tack_route', lower(old.code${collation}));
    if tg_op = 'UPDATE' and new.code <> old.code then
      perform pg_notify('tack_route', lower(new.code${collation}));
    end if;
    return null;
  end $$`
