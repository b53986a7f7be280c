import { codeOf, logoOf } from '../qr-codes/seed.ts'
import { blockedDestination } from './abuse-acts.ts'
import { type Actor, type Inputs, inputsFor } from './acts.ts'
import { but, invalid, notMine, type Recipe, unstorable } from './recipe.ts'

/** A QR code of another account, which must look like a missing one. */
const notMyCode: Recipe = {
  inputs: but(async ({ test }) => ({ id: (await codeOf(test, await test.seed.account())).id })),
}

const notMyLogo: Recipe = {
  inputs: but(async ({ test }) => ({ id: (await logoOf(test, await test.seed.account())).id })),
}

const noLogo: Recipe = { inputs: but({ id: 'lgo_00000000000000000000000000' }) }

const noCode: Recipe = { inputs: but({ id: 'dqr_00000000000000000000000000' }) }

/** The errors of a target. */
const targeting: Readonly<Record<string, Recipe>> = {
  DESTINATION_BLOCKED: {
    inputs: but(async (actor) => ({ targetUrl: `https://${(await blockedDestination(actor)).pattern}/` })),
    fields: ['targetUrl'],
  },
  DESTINATION_LOOP: { inputs: but({ targetUrl: 'http://tack.test/abc' }), fields: ['targetUrl'] },
  DESTINATION_NOT_ALLOWED: {
    inputs: but({ targetUrl: 'http://127.0.0.1/admin' }),
    resolution: /public name/,
    fields: ['targetUrl'],
  },
}

/** Inserts as many codes as an account may have; by SQL, because requests would be slow. */
async function manyCodes(actor: Actor, operation: string): Promise<Inputs> {
  const { test, account } = actor
  await test.sql(
    `with made as (
       insert into link (id, workspace_id, kind, code, is_custom, title, original_url, created_at, updated_at)
       select 'lnk_' || ? || number, ?, 'qr', ? || number, false, 'one of many', 'https://example.com/', now(), now()
         from generate_series(1, 1000) as number returning id, workspace_id)
     insert into dynamic_qr (id, workspace_id, link_id, design, created_at, updated_at)
     select 'dqr_' || id, workspace_id, id, '{}', now(), now() from made`,
    [account.workspaceId, account.workspaceId, account.workspaceId],
  )
  return inputsFor(operation, actor)
}

async function manyLogos(actor: Actor, operation: string): Promise<Inputs> {
  const { test, account } = actor
  for (let made = 0; made < 20; made++) await logoOf(test, account)
  return inputsFor(operation, actor)
}

/** How to cause each declared error of QR codes. */
export const qrRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  createDynamicQr: {
    INVALID_PARAMS: invalid('color', 'red'),
    PLAN_LIMIT_REACHED: { inputs: manyCodes, fields: ['dynamic QR codes'] },
    ...targeting,
  },
  dynamicQrs: { INVALID_PARAMS: invalid('limit', 101) },
  dynamicQr: { INVALID_PARAMS: invalid('id', unstorable), QR_NOT_FOUND: notMyCode },
  updateDynamicQr: { INVALID_PARAMS: invalid('title', null), QR_NOT_FOUND: notMyCode, ...targeting },
  deleteDynamicQr: { INVALID_PARAMS: invalid('id', unstorable), QR_NOT_FOUND: notMyCode },
  dynamicQrAnalytics: { INVALID_PARAMS: invalid('timezone', 'Mars/Olympus'), QR_NOT_FOUND: notMyCode },
  dynamicQrImage: { INVALID_PARAMS: invalid('size', 2049), QR_NOT_FOUND: noCode },
  urlQr: { INVALID_PARAMS: invalid('size', 1), LINK_NOT_FOUND: noCode },
  urlQrDesign: { INVALID_PARAMS: invalid('id', unstorable), LINK_NOT_FOUND: notMine('id') },
  updateUrlQrDesign: { INVALID_PARAMS: invalid('color', 'red'), LINK_NOT_FOUND: notMine('id') },
  createQrLogo: {
    INVALID_PARAMS: invalid('image', 'bm8gcGljdHVyZQ=='),
    PLAN_LIMIT_REACHED: { inputs: manyLogos, fields: ['logos'] },
  },
  qrLogoImage: { INVALID_PARAMS: invalid('id', unstorable), LOGO_NOT_FOUND: noLogo },
  qrLogo: { INVALID_PARAMS: invalid('id', unstorable), LOGO_NOT_FOUND: notMyLogo },
  deleteQrLogo: { INVALID_PARAMS: invalid('id', unstorable), LOGO_NOT_FOUND: notMyLogo },
}
