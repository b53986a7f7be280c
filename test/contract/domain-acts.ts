import { addDomain, domainOf } from '../domains/seed.ts'
import type { Actor, Inputs } from './acts.ts'

const hostOf = ({ word }: Actor) => `${word()}.example.com`.toLowerCase()
const idOf = async (actor: Actor) => (await addDomain(actor.test, actor.account, { host: hostOf(actor) })).id

/** Valid inputs of the operations about domains. */
export const domainActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  createDomain: (actor) => ({ host: hostOf(actor), notFoundUrl: 'https://example.org/lost' }),
  domains: async (actor) => {
    await idOf(actor)
    return { page: 1, limit: 5 }
  },
  codeCheck: async (actor) => ({ code: actor.word(), domainId: await idOf(actor) }),
  allowedDomain: () => ({ domain: 'localhost' }),
  domain: async (actor) => ({ id: await idOf(actor) }),
  updateDomain: async (actor) => ({
    id: await idOf(actor),
    expiredUrl: 'https://example.org/late',
    notFoundUrl: null,
  }),
  setDomainApps: async (actor) => ({
    id: await idOf(actor),
    appleApps: [{ appId: 'A1B2C3D4E5.com.example.museum' }],
  }),
  verifyDomain: async (actor) => ({ id: (await domainOf(actor.test, actor.account, { host: hostOf(actor) })).id }),
  deleteDomain: async (actor) => ({ id: await idOf(actor) }),
  domainCheck: async (actor) => ({ id: await idOf(actor) }),
  missingCodes: async (actor) => {
    const { test, account } = actor
    const { id } = await domainOf(test, account, { host: hostOf(actor) })
    await test.sql(
      `insert into missing_code (domain_id, code, visits, first_visit_at, last_visit_at, last_referrer_host, last_country)
       values (?, 'sumer', 3, ?, ?, 'news.example', 'DE')`,
      [id, test.clock.now(), test.clock.now()],
    )
    return { id, limit: 5 }
  },
}

/** The operations of domains, as rows of the contract table. */
export const domainLines = [
  ['createDomain', 'POST /domains', 'write:links', 201, 'Domain', [400, 401, 403, 409]],
  ['domains', 'GET /domains', 'read:links', 200, '[Domain]', [401]],
  ['allowedDomain', 'GET /domains/allowed', 'none', 200, 'AllowedDomain', [404]],
  ['domain', 'GET /domains/{id}', 'read:links', 200, 'Domain', [401, 404]],
  ['domainCheck', 'GET /domains/{id}/check', 'read:links', 200, 'DomainCheck', [401, 404]],
  ['missingCodes', 'GET /domains/{id}/missing-codes', 'read:links', 200, '[MissingCode]', [400, 401, 404]],
  ['updateDomain', 'PATCH /domains/{id}', 'write:links', 200, 'Domain', [400, 401, 404]],
  ['setDomainApps', 'PUT /domains/{id}/apps', 'write:links', 200, 'Domain', [400, 401, 403, 404]],
  ['verifyDomain', 'POST /domains/{id}/verify', 'write:links', 200, 'Domain', [401, 404, 409, 422]],
  ['deleteDomain', 'DELETE /domains/{id}', 'write:links', 200, 'SuccessResponse', [401, 404, 409]],
] as const
