import { blockedDestination } from './abuse-acts.ts'
import { type Actor, type Inputs, inputsFor, linkOf } from './acts.ts'
import { changedMembers, invalid, type Recipe, unstorable } from './recipe.ts'

/** Valid inputs whose first item has some values replaced. */
const firstItem =
  (changes: (actor: Actor) => Inputs | Promise<Inputs>): Recipe['inputs'] =>
  async (actor, operation) => {
    const inputs = (await inputsFor(operation, actor)) as { readonly items: readonly Inputs[] }
    const [first, ...others] = inputs.items
    return { ...inputs, items: [{ ...first, ...(await changes(actor)) }, ...others] }
  }

/** Errors of one item, which an atomic batch answers. */
const itemErrors = (destination: string): Readonly<Record<string, Recipe>> => ({
  SLUG_RESERVED: {
    inputs: firstItem(() => ({ customUrl: 'dashboard' })),
    resolution: /^Choose another customUrl/,
    fields: ['items.0.customUrl'],
  },
  SLUG_NOT_ALLOWED: {
    inputs: firstItem(() => ({ customUrl: 'some-5hit-here' })),
    resolution: /^Choose another customUrl/,
    fields: ['items.0.customUrl'],
  },
  SLUG_TAKEN: {
    inputs: firstItem(async (actor) => ({ customUrl: (await linkOf(actor)).shortUrl })),
    resolution: /^Choose another customUrl, for example/,
    fields: ['items.0.customUrl'],
  },
  DESTINATION_LOOP: {
    inputs: firstItem(() => ({ [destination]: 'http://tack.test/abc' })),
    fields: [`items.0.${destination}`],
  },
  DESTINATION_NOT_ALLOWED: {
    inputs: firstItem(() => ({ [destination]: 'http://127.0.0.1/admin' })),
    resolution: /public name/,
    fields: [`items.0.${destination}`],
  },
  DESTINATION_BLOCKED: {
    inputs: firstItem(async (actor) => ({ [destination]: `https://${(await blockedDestination(actor)).pattern}/` })),
    fields: [`items.0.${destination}`],
  },
  OPTION_CONFLICT: {
    inputs: firstItem(() => ({ redirectType: 301, clickLimit: 5 })),
    fields: ['items.0.redirectType', 'items.0.clickLimit'],
  },
})

const foreignLink = async ({ test, word }: Actor) =>
  (await linkOf({ test, account: await test.seed.account(), word })).id

/** How to cause each declared error of the operations about several links. */
export const bulkRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  createUrls: {
    INVALID_PARAMS: invalid('items', []),
    PLAN_LIMIT_REACHED: {
      inputs: async (actor, operation) => {
        const { test, account } = actor
        await test.sql('update workspace set link_count = 1000 where personal_account_id = ?', [account.id])
        return inputsFor(operation, actor)
      },
      fields: ['items.0.links'],
    },
    ...itemErrors('longUrl'),
  },
  updateUrls: {
    INVALID_PARAMS: invalid('items', []),
    LINK_NOT_FOUND: { inputs: firstItem(async (actor) => ({ id: await foreignLink(actor) })), fields: ['items.0'] },
    LINK_CHANGED: {
      inputs: firstItem(() => ({ ifUnmodifiedSince: '2020-01-01T00:00:00Z' })),
      fields: ['items.0'],
      members: changedMembers,
    },
    ...itemErrors('originalUrl'),
  },
  deleteUrls: {
    INVALID_PARAMS: invalid(
      'ids',
      Array.from({ length: 101 }, (_, index) => `lnk_${index}`),
    ),
    LINK_NOT_FOUND: {
      inputs: async (actor) => ({ ids: [await foreignLink(actor)], atomic: true }),
      fields: ['items.0'],
    },
  },
  changeSelectedUrls: { INVALID_PARAMS: invalid('changeTagIds', ['tag_1']) },
  linkExport: { INVALID_PARAMS: invalid('search', unstorable) },
}
