import type { TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../workspaces/team.ts'

export const longUrl = 'https://example.com/page'

let words = 0
export const word = () => `bulk-${process.pid}-${Math.random().toString(36).slice(2, 8)}-${words++}`

export const statusesOf = ({ json }: { json: { results: { status: string }[] } }) =>
  json.results.map(({ status }) => status)

/** Requests about several links. */
export function bulkClient(test: () => TestApp, owner: () => SeededAccount) {
  const create = (items: readonly object[], more: object = {}, account = owner()) =>
    test().rest.post('/v1/urls/bulk', { items, ...more }, as(account))
  const update = (items: readonly object[], more: object = {}) =>
    test().rest.patch('/v1/urls/bulk', { items, ...more }, as(owner()))
  const read = async (id: string) => (await test().rest.get(`/v1/urls/${id}`, as(owner()))).json
  const newLinks = async (count: number, account = owner()): Promise<{ id: string; shortUrl: string }[]> => {
    const items = Array.from({ length: count }, () => ({ longUrl }))
    const { json } = await create(items, {}, account)
    return json.results.map(({ url }: { url: object }) => url)
  }
  const activitiesOf = ({ workspaceId }: SeededAccount, type: string) =>
    test().sql<{ subject_id: string }>(
      'select subject_id from activity where workspace_id = ? and type = ? order by subject_id',
      [workspaceId, type],
    )
  return { create, update, read, newLinks, activitiesOf }
}
