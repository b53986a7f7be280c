import { blockOf, codeOf, pageOf, publish } from '../bio-pages/seed.ts'
import { picture } from '../qr-codes/seed.ts'
import { as } from '../support/visitor.ts'
import type { Actor, Inputs } from './acts.ts'

/** The tests of one account make more pages than the free plan has. */
const makeRoom = ({ test, account }: Actor) =>
  test.sql(`update workspace set plan = 'business' where id = ?`, [account.workspaceId])

async function draft(actor: Actor) {
  await makeRoom(actor)
  return pageOf(actor.test, actor.account, { slug: actor.word() })
}

/** A published page with three blocks, a view and a click. */
export async function bioPage(actor: Actor) {
  const { test, account } = actor
  const page = await draft(actor)
  const url = 'https://example.com/shop'
  const link = await blockOf(test, account, page, { type: 'link', title: 'Shop', url })
  const heading = await blockOf(test, account, page, { type: 'heading', title: 'More' })
  const social = await blockOf(test, account, page, {
    type: 'social',
    network: 'github',
    url: 'https://github.com/ada',
  })
  const { slug } = await publish(test, account, page)
  await test.rest.get(`/p/${slug}`, as('chrome'))
  await test.rest.get(`/${await codeOf(test, link)}`, as('chrome'))
  return { id: page.id, slug, link, heading, social }
}

/** Valid inputs of the operations about bio pages. */
export const bioActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  createBioPage: async (actor) => {
    await makeRoom(actor)
    return {
      slug: actor.word(),
      title: 'Ada Lovelace',
      description: 'Mathematician',
      preset: 'ocean',
      accentColor: '0A5C86',
      buttonStyle: 'outline',
    }
  },
  bioPages: async (actor) => {
    await bioPage(actor)
    return { page: 1, limit: 5 }
  },
  bioPage: async (actor) => ({ id: (await bioPage(actor)).id }),
  updateBioPage: async (actor) => ({
    id: (await bioPage(actor)).id,
    slug: actor.word(),
    title: 'Ada, moved',
    description: null,
    font: 'serif',
  }),
  deleteBioPage: async (actor) => ({ id: (await bioPage(actor)).id }),
  publishBioPage: async (actor) => ({ id: (await draft(actor)).id }),
  unpublishBioPage: async (actor) => ({ id: (await bioPage(actor)).id }),
  setBioPageImage: async (actor) => ({ id: (await draft(actor)).id, kind: 'avatar', image: await picture('jpeg') }),
  deleteBioPageImage: async (actor) => {
    const { test, account } = actor
    const { id } = await draft(actor)
    const path = `/v1/bio-pages/${id}/images/social`
    await test.rest.put(path, { image: await picture() }, { token: account.token })
    return { id, kind: 'social' }
  },
  bioPageAnalytics: async (actor) => ({ id: (await bioPage(actor)).id }),
  bioBlocks: async (actor) => ({ id: (await bioPage(actor)).id }),
  createBioBlock: async (actor) => ({
    id: (await draft(actor)).id,
    type: 'link',
    title: 'Shop',
    url: 'https://example.com/shop',
    scheduledFrom: '2027-01-01T00:00:00.000Z',
  }),
  updateBioBlock: async (actor) => {
    const { id, link } = await bioPage(actor)
    return { id, blockId: link.id, title: 'Shop, moved', url: 'https://example.org/shop', isVisible: false }
  },
  deleteBioBlock: async (actor) => {
    const { id, link } = await bioPage(actor)
    return { id, blockId: link.id }
  },
  reorderBioBlocks: async (actor) => {
    const { id, link, heading, social } = await bioPage(actor)
    return { id, blockIds: [social.id, link.id, heading.id] }
  },
  bioPageDraft: async (actor) => ({ id: (await bioPage(actor)).id }),
  bioPagePreview: async (actor) => ({ id: (await bioPage(actor)).id }),
  updateBioPageDraft: async (actor) => {
    const { id, link } = await bioPage(actor)
    return {
      id,
      title: 'Ada, soon',
      preset: 'forest',
      blocks: [
        { type: 'heading', title: 'New', isVisible: true },
        { id: link.id, type: 'link', title: 'Shop', url: 'https://example.com/new' },
      ],
    }
  },
  discardBioPageDraft: async (actor) => ({ id: (await bioPage(actor)).id }),
  duplicateBioPage: async (actor) => ({ id: (await bioPage(actor)).id, slug: actor.word(), title: 'Ada, again' }),
  publicBioPage: async (actor) => ({ slug: (await bioPage(actor)).slug }),
}

/** The operations of bio pages, as rows of the contract table. */
export const bioLines = [
  ['createBioPage', 'POST /bio-pages', 'write:links', 201, 'BioPage', [400, 401, 403, 409]],
  ['bioPages', 'GET /bio-pages', 'read:links', 200, '[BioPage]', [401]],
  ['bioPage', 'GET /bio-pages/{id}', 'read:links', 200, 'BioPage', [401, 404]],
  ['updateBioPage', 'PATCH /bio-pages/{id}', 'write:links', 200, 'BioPage', [400, 401, 404, 409]],
  ['deleteBioPage', 'DELETE /bio-pages/{id}', 'write:links', 200, 'SuccessResponse', [401, 404]],
  ['bioPageDraft', 'GET /bio-pages/{id}/draft', 'read:links', 200, 'BioPageDraft', [401, 404]],
  ['bioPagePreview', 'GET /bio-pages/{id}/preview', 'read:links', 200, 'BioPagePreview', [401, 404]],
  ['updateBioPageDraft', 'PATCH /bio-pages/{id}/draft', 'write:links', 200, 'BioPageDraft', [400, 401, 404, 409]],
  ['discardBioPageDraft', 'DELETE /bio-pages/{id}/draft', 'write:links', 200, 'BioPage', [401, 404]],
  ['duplicateBioPage', 'POST /bio-pages/{id}/duplicate', 'write:links', 201, 'BioPage', [400, 401, 403, 404, 409]],
  ['publishBioPage', 'POST /bio-pages/{id}/publish', 'write:links', 200, 'BioPage', [400, 401, 404, 409]],
  ['unpublishBioPage', 'POST /bio-pages/{id}/unpublish', 'write:links', 200, 'BioPage', [401, 404]],
  ['setBioPageImage', 'PUT /bio-pages/{id}/images/{kind}', 'write:links', 200, 'BioPage', [400, 401, 404]],
  ['deleteBioPageImage', 'DELETE /bio-pages/{id}/images/{kind}', 'write:links', 200, 'BioPage', [400, 401, 404]],
  ['bioPageAnalytics', 'GET /bio-pages/{id}/analytics', 'read:analytics', 200, 'BioPageAnalytics', [400, 401, 404]],
  ['bioBlocks', 'GET /bio-pages/{id}/blocks', 'read:links', 200, '[BioBlock]', [401, 404]],
  ['createBioBlock', 'POST /bio-pages/{id}/blocks', 'write:links', 201, 'BioBlock', [400, 401, 403, 404]],
  ['updateBioBlock', 'PATCH /bio-pages/{id}/blocks/{blockId}', 'write:links', 200, 'BioBlock', [400, 401, 404]],
  ['deleteBioBlock', 'DELETE /bio-pages/{id}/blocks/{blockId}', 'write:links', 200, 'SuccessResponse', [401, 404]],
  ['reorderBioBlocks', 'PUT /bio-pages/{id}/blocks/order', 'write:links', 200, '[BioBlock]', [400, 401, 404, 409]],
  ['publicBioPage', 'GET /bio/{slug}', 'none', 200, 'PublicBioPage', [404]],
] as const
