/** The tables of this module, in the order in which they are created. */
export const targetingSchema: readonly string[] = [
  `create table routing_rule (
    id text not null,
    link_id text not null,
    kind text not null,
    priority int not null,
    destination text,
    is_active boolean not null default true,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    device text,
    match_type text,
    condition text,
    places jsonb,
    action text,
    block_message text,
    languages jsonb,
    days jsonb,
    start_time text,
    end_time text,
    timezone text,
    starts_at timestamptz,
    ends_at timestamptz,
    name text,
    weight int,
    constraint routing_rule_pkey primary key (id),
    constraint routing_rule_link_id_foreign foreign key (link_id) references link(id) on delete cascade
  )`,
  `create index routing_rule_link_index on routing_rule (link_id, kind, priority)`,
  // For the block list: a domain and its subdomains are one range of reversed hosts.
  `create index routing_rule_destination_index on routing_rule (reversed_host(destination) collate "C", link_id collate "C") where (destination is not null)`,
  // The rules of a link in the form of files, in the order in which they are tried. Exports of links call this
  // function.
  `create function export_link_rules(link_id_of_rules text)
 returns jsonb
 language sql
 stable
as $$
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
               'kind', kind, 'isActive', is_active, 'device', device, 'matchType', match_type, 'condition', condition,
               'values', places, 'action', action, 'blockMessage', block_message, 'languages', languages, 'days', days,
               'startTime', start_time, 'endTime', end_time, 'timezone', timezone, 'startsAt', starts_at,
               'endsAt', ends_at, 'name', name, 'weight', weight, 'destination', destination))
               order by array_position(array['device', 'geo', 'language', 'time', 'split'], kind), priority)
        from routing_rule
       where link_id = link_id_of_rules
      $$`,
]
