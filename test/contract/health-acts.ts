import type { Actor, Inputs } from './acts.ts'

/** A link of the actor that is watched and never called: its host rests for as long as any test runs. */
async function watchedLink({ test, account, word }: Actor): Promise<{ id: string }> {
  await test.sql(
    `insert into health_host (host, free_at) values (reversed_host('https://example.com/'), '2099-01-01T00:00:00Z')
     on conflict (host) do update set free_at = excluded.free_at`,
  )
  const { id } = await test.seed.link(account, { longUrl: 'https://example.com/page', customUrl: word() })
  await test.rest.patch(`/v1/urls/${id}/health`, { isWatched: true }, { token: account.token })
  await test.sql(`update health_link set next_check_at = '2098-01-01T00:00:00Z' where link_id = ?`, [id])
  return { id }
}

export const healthActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  linkHealth: () => ({}),
  updateLinkHealth: () => ({ isOn: false }),
  urlHealth: async (actor) => ({ id: (await watchedLink(actor)).id }),
  updateUrlHealth: async (actor) => ({ id: (await watchedLink(actor)).id, isWatched: false }),
  checkUrlHealth: async (actor) => ({ id: (await watchedLink(actor)).id }),
}
