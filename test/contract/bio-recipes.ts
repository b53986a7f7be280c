import { pageOf } from '../bio-pages/seed.ts'
import { blockedDestination } from './abuse-acts.ts'
import { type Actor, type Inputs, inputsFor } from './acts.ts'
import { but, invalid, type Recipe, unstorable } from './recipe.ts'

/** A page of another account, which must look like a missing one. */
const notMyPage: Recipe = {
  inputs: but(async ({ test }) => ({ id: (await pageOf(test, await test.seed.account())).id })),
}

const noBlock: Recipe = { inputs: but({ blockId: 'blk_00000000000000000000000000' }) }

const slugTaken: Recipe = {
  inputs: but(async ({ test }) => ({ slug: (await pageOf(test, await test.seed.account())).slug })),
  resolution: /^Choose another slug, for example /,
  fields: ['slug'],
}

const slugs: Readonly<Record<string, Recipe>> = {
  SLUG_TAKEN: slugTaken,
  SLUG_RESERVED: { inputs: but({ slug: 'admin' }), fields: ['slug'] },
  SLUG_NOT_ALLOWED: { inputs: but({ slug: 'shit' }), fields: ['slug'] },
  THEME_CONTRAST: {
    inputs: but({ buttonStyle: 'outline', accentColor: 'ffffff', backgroundColor: 'fefefe' }),
    resolution: /^Use accentColor #/,
    fields: ['accentColor'],
  },
}

/** The errors of an address. */
const addresses: Readonly<Record<string, Recipe>> = {
  DESTINATION_BLOCKED: {
    inputs: but(async (actor) => ({ url: `https://${(await blockedDestination(actor)).pattern}/` })),
    fields: ['url'],
  },
  DESTINATION_LOOP: { inputs: but({ url: 'http://tack.test/abc' }), fields: ['url'] },
  DESTINATION_NOT_ALLOWED: {
    inputs: but({ url: 'http://127.0.0.1/admin' }),
    resolution: /public name/,
    fields: ['url'],
  },
}

const draftOf = (url: string) => ({ blocks: [{ type: 'link', title: 'Shop', url }] })

const draftAddresses: Readonly<Record<string, Recipe>> = {
  DESTINATION_BLOCKED: {
    inputs: but(async (actor) => draftOf(`https://${(await blockedDestination(actor)).pattern}/`)),
    fields: ['blocks.0.url'],
  },
  DESTINATION_LOOP: { inputs: but(draftOf('http://tack.test/abc')), fields: ['blocks.0.url'] },
  DESTINATION_NOT_ALLOWED: {
    inputs: but(draftOf('http://127.0.0.1/admin')),
    resolution: /public name/,
    fields: ['blocks.0.url'],
  },
}

/** A page whose draft leads to an address that was blocked after it was saved; by SQL, because a request would be refused. */
async function withBlockedDraft(actor: Actor, operation: string): Promise<Inputs> {
  const inputs = await inputsFor(operation, actor)
  const url = `https://${(await blockedDestination(actor)).pattern}/`
  const block = { id: `blk_${actor.word()}`, type: 'link', title: 'Shop', content: null, url, network: null }
  const draft = {
    ...{ title: 'Ada', description: null, themeOptions: {}, seoTitle: null, seoDescription: null },
    blocks: [{ ...block, isVisible: true, scheduledFrom: null, scheduledUntil: null }],
    savedAt: '2026-11-30T00:00:00.000Z',
  }
  await actor.test.sql('update bio_page set draft = ?::jsonb where id = ?', [JSON.stringify(draft), inputs.id])
  return inputs
}

/** As many pages as a workspace may have on the free plan. */
async function manyPages(actor: Actor, operation: string): Promise<Inputs> {
  const inputs = await inputsFor(operation, actor)
  for (let made = 0; made < 5; made++) await pageOf(actor.test, actor.account)
  await actor.test.sql(`update workspace set plan = 'free' where id = ?`, [actor.account.workspaceId])
  return inputs
}

/** As many blocks as a page may have; by SQL, because requests would be slow. */
async function manyBlocks(actor: Actor, operation: string): Promise<Inputs> {
  const inputs = await inputsFor(operation, actor)
  await actor.test.sql(
    `insert into bio_block (id, page_id, type, position, created_at, updated_at)
     select 'blk_' || ? || number, ?, 'divider', number - 1, now(), now() from generate_series(1, 50) as number`,
    [inputs.id, inputs.id],
  )
  return inputs
}

const page = { INVALID_PARAMS: invalid('id', unstorable), BIO_PAGE_NOT_FOUND: notMyPage }

/** How to cause each declared error of bio pages. */
export const bioRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  createBioPage: {
    INVALID_PARAMS: invalid('title', ' '),
    PLAN_LIMIT_REACHED: { inputs: manyPages, fields: ['bio pages'] },
    ...slugs,
  },
  bioPages: { INVALID_PARAMS: invalid('limit', 101) },
  bioPage: page,
  updateBioPage: { INVALID_PARAMS: invalid('title', null), BIO_PAGE_NOT_FOUND: notMyPage, ...slugs },
  deleteBioPage: page,
  bioPageDraft: page,
  bioPagePreview: page,
  updateBioPageDraft: {
    INVALID_PARAMS: invalid('title', null),
    BIO_PAGE_NOT_FOUND: notMyPage,
    BIO_DRAFT_CHANGED: { inputs: but({ ifVersion: 'of-another-draft' }) },
    THEME_CONTRAST: slugs.THEME_CONTRAST as Recipe,
    ...draftAddresses,
  },
  discardBioPageDraft: page,
  duplicateBioPage: {
    INVALID_PARAMS: invalid('slug', 'a b'),
    BIO_PAGE_NOT_FOUND: notMyPage,
    SLUG_TAKEN: slugTaken,
    SLUG_RESERVED: slugs.SLUG_RESERVED as Recipe,
    SLUG_NOT_ALLOWED: slugs.SLUG_NOT_ALLOWED as Recipe,
    DESTINATION_BLOCKED: { inputs: withBlockedDraft, fields: ['blocks.0.url'] },
    PLAN_LIMIT_REACHED: { inputs: manyPages, fields: ['bio pages'] },
  },
  publishBioPage: {
    ...page,
    BIO_DRAFT_CHANGED: { inputs: but({ ifVersion: 'of-another-draft' }) },
    DESTINATION_BLOCKED: { inputs: withBlockedDraft, fields: ['blocks.0.url'] },
  },
  unpublishBioPage: page,
  setBioPageImage: { INVALID_PARAMS: invalid('image', 'bm8gcGljdHVyZQ=='), BIO_PAGE_NOT_FOUND: notMyPage },
  deleteBioPageImage: page,
  bioPageAnalytics: { INVALID_PARAMS: invalid('timezone', 'Mars/Olympus'), BIO_PAGE_NOT_FOUND: notMyPage },
  bioBlocks: page,
  createBioBlock: {
    INVALID_PARAMS: invalid('content', 'x'.repeat(161)),
    BIO_PAGE_NOT_FOUND: notMyPage,
    PLAN_LIMIT_REACHED: { inputs: manyBlocks, fields: ['blocks'] },
    ...addresses,
  },
  updateBioBlock: {
    INVALID_PARAMS: invalid('title', null),
    BIO_PAGE_NOT_FOUND: notMyPage,
    BIO_BLOCK_NOT_FOUND: noBlock,
    ...addresses,
  },
  deleteBioBlock: { ...page, BIO_BLOCK_NOT_FOUND: noBlock },
  reorderBioBlocks: {
    INVALID_PARAMS: invalid('blockIds', ['x'.repeat(65)]),
    BIO_PAGE_NOT_FOUND: notMyPage,
    BIO_BLOCKS_CHANGED: { inputs: but({ blockIds: [] }), fields: ['blockIds', 'blockIds', 'blockIds'] },
  },
  publicBioPage: {
    INVALID_PARAMS: invalid('slug', unstorable),
    BIO_PAGE_NOT_FOUND: { inputs: but(({ word }) => ({ slug: word() })) },
  },
}
