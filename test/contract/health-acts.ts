import type { Actor, Inputs } from './acts.ts'

/** From now on, no check of a destination on example.com changes a row. */
export async function pauseChecks({ test }: Actor): Promise<void> {
  await test.sql(
    `insert into link_health_host (host, paused_until) values (reversed_host('https://example.com/'), '2099-01-01T00:00:00Z')
     on conflict (host) do update set paused_until = excluded.paused_until`,
  )
}

/** A monitored link of the actor that is never checked during a test. */
async function watchedLink(actor: Actor): Promise<{ id: string }> {
  const { test, account, word } = actor
  await pauseChecks(actor)
  const { id } = await test.seed.link(account, { longUrl: 'https://example.com/page', customUrl: word() })
  await test.rest.patch(`/v1/urls/${id}/health`, { isWatched: true }, { token: account.token })
  await test.sql(`update link_health set next_check_at = '2098-01-01T00:00:00Z' where link_id = ?`, [id])
  return { id }
}

export const healthActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  linkHealth: () => ({}),
  updateLinkHealth: () => ({ isOn: false }),
  urlHealth: async (actor) => ({ id: (await watchedLink(actor)).id }),
  updateUrlHealth: async (actor) => ({ id: (await watchedLink(actor)).id, isWatched: false }),
  checkUrlHealth: async (actor) => ({ id: (await watchedLink(actor)).id }),
}
