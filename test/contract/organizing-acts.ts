import { folderOf, tagOf } from '../organizing/seed.ts'
import type { Actor, Inputs } from './acts.ts'

const tagIdOf = async ({ test, account, word }: Actor) => (await tagOf(test, account, { name: word() })).id
/** The id of a tag that a link has. */
const usedTagIdOf = async (actor: Actor) => {
  const tagId = await tagIdOf(actor)
  const link = { longUrl: 'https://example.com/page', customUrl: actor.word(), tagIds: [tagId] }
  await actor.test.seed.link(actor.account, link)
  return tagId
}
const folderIdOf = async ({ test, account, word }: Actor) => (await folderOf(test, account, { name: word() })).id

/** Valid inputs of the operations about tags and folders. */
export const organizingActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  createTag: ({ word }) => ({ name: word(), color: 'purple' }),
  tags: async (actor) => {
    await tagIdOf(actor)
    return { page: 1, limit: 5 }
  },
  tag: async (actor) => ({ id: await tagIdOf(actor) }),
  updateTag: async (actor) => ({ id: await tagIdOf(actor), name: actor.word(), color: 'red' }),
  deleteTag: async (actor) => ({ id: await tagIdOf(actor) }),
  mergeTags: async (actor) => ({ id: await usedTagIdOf(actor), intoId: await tagIdOf(actor) }),
  createFolder: ({ word }) => ({ name: word() }),
  folders: async (actor) => {
    await folderIdOf(actor)
    return { page: 1, limit: 5 }
  },
  folder: async (actor) => ({ id: await folderIdOf(actor) }),
  updateFolder: async (actor) => ({ id: await folderIdOf(actor), name: actor.word() }),
  deleteFolder: async (actor) => ({ id: await folderIdOf(actor) }),
}

/** The operations of tags and folders, as rows of the contract table. */
export const organizingLines = [
  ['createTag', 'POST /tags', 'write:links', 201, 'Tag', [400, 401, 403, 409]],
  ['tags', 'GET /tags', 'read:links', 200, '[Tag]', [401]],
  ['tag', 'GET /tags/{id}', 'read:links', 200, 'Tag', [401, 404]],
  ['updateTag', 'PATCH /tags/{id}', 'write:links', 200, 'Tag', [400, 401, 404, 409]],
  ['deleteTag', 'DELETE /tags/{id}', 'write:links', 200, 'SuccessResponse', [401, 404]],
  ['mergeTags', 'POST /tags/{id}/merge', 'write:links', 200, 'Tag', [400, 401, 404]],
  ['createFolder', 'POST /folders', 'write:links', 201, 'Folder', [400, 401, 403, 409]],
  ['folders', 'GET /folders', 'read:links', 200, '[Folder]', [401]],
  ['folder', 'GET /folders/{id}', 'read:links', 200, 'Folder', [401, 404]],
  ['updateFolder', 'PATCH /folders/{id}', 'write:links', 200, 'Folder', [400, 401, 404, 409]],
  ['deleteFolder', 'DELETE /folders/{id}', 'write:links', 200, 'SuccessResponse', [401, 404]],
] as const
