import { folderOf } from '../organizing/seed.ts'
import { statsPageOf, tokenOf } from '../shared-stats/seed.ts'
import { as } from '../support/visitor.ts'
import type { Actor, Inputs } from './acts.ts'

const linkOf = ({ test, account, word }: Actor) =>
  test.seed.link(account, { longUrl: 'https://example.com/page?a=1', customUrl: word(), title: 'Tickets' })

/** A page about a link that was clicked, with its title. */
async function statsPage(actor: Actor) {
  const { id: urlId } = await linkOf(actor)
  return statsPageOf(actor.test, actor.account, { urlId, title: 'Spring', showsLinkTitles: true })
}

/** Valid inputs of the operations about shared statistics. */
export const sharedStatsActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  createSharedStatsPage: async (actor) => ({
    folderId: (await folderOf(actor.test, actor.account, { name: actor.word() })).id,
    title: 'Spring campaign',
    showsLinkTitles: true,
    interval: '30d',
    timezone: 'Europe/Berlin',
    expiresAt: '2099-01-01T00:00:00.000Z',
  }),
  sharedStatsPages: async (actor) => {
    await statsPage(actor)
    return { page: 1, limit: 5 }
  },
  sharedStatsPage: async (actor) => ({ id: (await statsPage(actor)).id }),
  updateSharedStatsPage: async (actor) => ({
    id: (await statsPage(actor)).id,
    title: null,
    showsLinkTitles: false,
    expiresAt: '2099-01-01T00:00:00.000Z',
  }),
  deleteSharedStatsPage: async (actor) => ({ id: (await statsPage(actor)).id }),
  sharedStats: async (actor) => {
    const { test, account } = actor
    const { id: urlId, shortUrl } = await linkOf(actor)
    for (let clicks = 0; clicks < 3; clicks++) await test.rest.get(`/${shortUrl}`, as('chrome'))
    return { token: tokenOf(await statsPageOf(test, account, { urlId, title: 'Spring', showsLinkTitles: true })) }
  },
}

/** The operations of shared statistics, as rows of the contract table. */
export const sharedStatsLines = [
  ['createSharedStatsPage', 'POST /shared-stats', 'write:links', 201, 'SharedStatsPage', [400, 401, 403, 404]],
  ['sharedStatsPages', 'GET /shared-stats', 'read:analytics', 200, '[SharedStatsPage]', [401]],
  ['sharedStatsPage', 'GET /shared-stats/{id}', 'read:analytics', 200, 'SharedStatsPage', [401, 404]],
  ['updateSharedStatsPage', 'PATCH /shared-stats/{id}', 'write:links', 200, 'SharedStatsPage', [400, 401, 404]],
  ['deleteSharedStatsPage', 'DELETE /shared-stats/{id}', 'write:links', 200, 'SuccessResponse', [401, 404]],
  ['sharedStats', 'GET /shared-stats/public/{token}', 'none', 200, 'SharedStats', [404, 410]],
] as const
