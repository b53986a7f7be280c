import { folderOf, tagOf } from '../organizing/seed.ts'
import { statsPageOf, tokenOf } from '../shared-stats/seed.ts'
import { type Actor, inputsFor, linkOf } from './acts.ts'
import { but, invalid, type Recipe, unstorable } from './recipe.ts'

const pageOfLink = async (actor: Actor) => statsPageOf(actor.test, actor.account, { urlId: (await linkOf(actor)).id })

const stranger = async ({ test, word }: Actor): Promise<Actor> => ({ test, account: await test.seed.account(), word })

/** A page of another account, which must look like a missing one. */
const notMyPage: Recipe = { inputs: but(async (actor) => ({ id: (await pageOfLink(await stranger(actor))).id })) }

/** What belongs to another account, in place of what the valid inputs name. */
const notMine = (field: string, find: (actor: Actor) => Promise<{ readonly id: string }>): Recipe => ({
  inputs: but(async (actor) => ({ folderId: undefined, [field]: (await find(await stranger(actor))).id })),
})

/** How to cause each declared error of shared statistics. */
export const sharedStatsRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  createSharedStatsPage: {
    INVALID_PARAMS: invalid('timezone', 'Mars/Olympus'),
    LINK_NOT_FOUND: notMine('urlId', linkOf),
    FOLDER_NOT_FOUND: notMine('folderId', ({ test, account }) => folderOf(test, account)),
    TAG_NOT_FOUND: notMine('tagId', ({ test, account }) => tagOf(test, account)),
    PLAN_LIMIT_REACHED: {
      inputs: async (actor, operation) => {
        const inputs = await inputsFor(operation, actor)
        const { test, account } = actor
        await test.sql(
          `insert into shared_stats_page (id, workspace_id, folder_id, shows_link_titles, timezone, created_at, updated_at)
           select 'ssp_' || ? || number, ?, ?, false, 'UTC', now(), now() from generate_series(1, 500) as number`,
          [account.workspaceId, account.workspaceId, inputs.folderId],
        )
        return inputs
      },
      fields: ['pages with shared statistics'],
    },
  },
  sharedStatsPages: { INVALID_PARAMS: invalid('limit', 101) },
  sharedStatsPage: { INVALID_PARAMS: invalid('id', unstorable), SHARED_STATS_NOT_FOUND: notMyPage },
  updateSharedStatsPage: { INVALID_PARAMS: invalid('showsLinkTitles', null), SHARED_STATS_NOT_FOUND: notMyPage },
  deleteSharedStatsPage: { INVALID_PARAMS: invalid('id', unstorable), SHARED_STATS_NOT_FOUND: notMyPage },
  sharedStats: {
    INVALID_PARAMS: invalid('token', unstorable),
    SHARED_STATS_NOT_FOUND: { inputs: () => ({ token: `tkp_01k00000000000000000000000_${'a'.repeat(43)}` }) },
    SHARED_STATS_GONE: {
      inputs: but(async (actor) => {
        const page = await pageOfLink(actor)
        await actor.test.rest.delete(`/v1/shared-stats/${page.id}`, { token: actor.account.token })
        return { token: tokenOf(page) }
      }),
    },
  },
}
