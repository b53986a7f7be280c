import type { Actor, Inputs } from './acts.ts'
import type { Line } from './table.ts'

export const bulkLines: readonly Line[] = [
  ['createUrls', 'POST /urls/bulk', 'write:links', 200, 'BulkResponse', [400, 401, 403, 409]],
  ['updateUrls', 'PATCH /urls/bulk', 'write:links', 200, 'BulkResponse', [400, 401, 404, 409]],
  ['deleteUrls', 'DELETE /urls/bulk', 'write:links', 200, 'BulkResponse', [400, 401, 404]],
  ['changeSelectedUrls', 'POST /urls/bulk/selection', 'write:links', 200, 'BulkSelectionResponse', [400, 401]],
  ['linkExport', 'GET /urls/export', 'read:links', 200, '[ExportedLink]', [400, 401]],
]

const seedLink = ({ test, account, word }: Actor, options: Inputs = {}) =>
  test.seed.link(account, { longUrl: 'https://example.com/page', customUrl: word(), title: 'Tickets', ...options })

/** Valid inputs of the operations about several links. */
export const bulkActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  createUrls: ({ word }) => ({
    items: [
      { longUrl: 'https://example.com/a', customUrl: word(), title: 'A', clickLimit: 3 },
      { longUrl: 'https://example.com/b', customUrl: word() },
    ],
    atomic: true,
  }),
  updateUrls: async (actor) => ({
    items: [
      { id: (await seedLink(actor)).id, originalUrl: 'https://example.org/moved', isActive: false },
      { id: (await seedLink(actor, { expiresAt: '2099-01-01T00:00:00Z' })).id, expiresAt: null },
    ],
    atomic: true,
  }),
  deleteUrls: async (actor) => ({ ids: [(await seedLink(actor)).id, (await seedLink(actor)).id], atomic: true }),
  changeSelectedUrls: async (actor) => {
    await seedLink(actor, { title: 'Selected' })
    return { search: 'Selected', action: 'disable' }
  },
  linkExport: async (actor) => {
    await seedLink(actor)
    return { format: 'json' }
  },
}
