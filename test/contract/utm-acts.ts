import { templateOf } from '../utm-templates/seed.ts'
import type { Actor, Inputs } from './acts.ts'

const idOf = async ({ test, account, word }: Actor) => (await templateOf(test, account, { name: word() })).id

/** Valid inputs of the operations about UTM templates. */
export const utmActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  createUtmTemplate: ({ word }) => ({ name: word(), utmSource: 'paper', utmTerm: 'red shoes' }),
  utmTemplates: async (actor) => {
    await idOf(actor)
    return { page: 1, limit: 5 }
  },
  utmTemplate: async (actor) => ({ id: await idOf(actor) }),
  updateUtmTemplate: async (actor) => ({
    id: await idOf(actor),
    name: actor.word(),
    utmCampaign: 'spring',
    utmMedium: null,
  }),
  deleteUtmTemplate: async (actor) => ({ id: await idOf(actor) }),
}

/** The operations of UTM templates, as rows of the contract table. */
export const utmLines = [
  ['createUtmTemplate', 'POST /utm-templates', 'write:links', 201, 'UtmTemplate', [400, 401, 403, 409]],
  ['utmTemplates', 'GET /utm-templates', 'read:links', 200, '[UtmTemplate]', [401]],
  ['utmTemplate', 'GET /utm-templates/{id}', 'read:links', 200, 'UtmTemplate', [401, 404]],
  ['updateUtmTemplate', 'PATCH /utm-templates/{id}', 'write:links', 200, 'UtmTemplate', [400, 401, 404, 409]],
  ['deleteUtmTemplate', 'DELETE /utm-templates/{id}', 'write:links', 200, 'SuccessResponse', [401, 404]],
] as const
