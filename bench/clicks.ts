/**
 * A statement that inserts so many clicks of a past period, one of twenty by a bot. `linkId` is an expression that may use the number `n`
 * of the click.
 */
export function insertClicksSql(linkId: string, count: number, period = '90 days'): string {
  return `
    insert into click (id, url_id, created_at, trigger, country, device, browser, os, referrer_host, is_bot, visitor_hash)
    select 'clk_' || gen_random_uuid(), ${linkId}, now() - random() * interval '${period}', 'link',
           (array['DE', 'US', 'JP', 'FR', 'BR'])[1 + n % 5], (array['Desktop', 'Mobile'])[1 + n % 2],
           (array['Chrome', 'Firefox', 'Safari'])[1 + n % 3], (array['Windows', 'iOS', 'Linux'])[1 + n % 3],
           'site' || (n % 40) || '.example', n % 20 = 0,
           case when n % 20 > 0 then decode(md5((random() * 200000)::int::text), 'hex') end
      from generate_series(1, ${count}) as n`
}
