import { pixelOf } from '../pixels/seed.ts'
import { type Actor, type Inputs, inputsFor, linkOf } from './acts.ts'
import { but, invalid, notMine, type Recipe, unstorable } from './recipe.ts'

async function foreignPixelId({ test }: Actor): Promise<string> {
  return (await pixelOf(test, await test.seed.account())).id
}

/** A pixel of another account, which must look like a missing one. */
const notMyPixel: Recipe = { inputs: but(async (actor) => ({ id: await foreignPixelId(actor) })) }

/** As many pixels as a workspace may have; by SQL, because requests would be slow. */
async function manyPixels(actor: Actor, operation: string): Promise<Inputs> {
  const { test, account } = actor
  await test.sql(
    `insert into pixel (id, workspace_id, name, pixel_type, pixel_id, created_at, updated_at)
     select 'pxl_' || ? || number, ?, 'one of many', 'linkedin', '12345', now(), now() from generate_series(1, 50) as number`,
    [account.workspaceId, account.workspaceId],
  )
  return inputsFor(operation, actor)
}

/** How to cause each declared error of pixels. */
export const pixelRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  createPixel: {
    INVALID_PARAMS: invalid('pixelId', '<script>'),
    PLAN_LIMIT_REACHED: { inputs: manyPixels, fields: ['pixels'] },
  },
  pixel: { INVALID_PARAMS: invalid('id', unstorable), PIXEL_NOT_FOUND: notMyPixel },
  updatePixel: { INVALID_PARAMS: invalid('pixelId', 'UA-1234-1'), PIXEL_NOT_FOUND: notMyPixel },
  deletePixel: { INVALID_PARAMS: invalid('id', unstorable), PIXEL_NOT_FOUND: notMyPixel },
  urlPixels: { INVALID_PARAMS: invalid('id', unstorable), LINK_NOT_FOUND: notMine('id') },
  setUrlPixels: {
    INVALID_PARAMS: invalid('pixelIds', ['1', '2', '3', '4', '5', '6']),
    LINK_NOT_FOUND: notMine('id'),
    PIXEL_NOT_FOUND: { inputs: but(async (actor) => ({ pixelIds: [await foreignPixelId(actor)] })) },
    OPTION_CONFLICT: {
      inputs: but(async (actor) => ({ id: (await linkOf(actor, { privacyMode: true })).id })),
      fields: ['pixelIds', 'privacyMode'],
    },
  },
}
