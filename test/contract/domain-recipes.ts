import { addDomain, domainOf, hostOf, publishRecord } from '../domains/seed.ts'
import { inputsFor } from './acts.ts'
import { but, invalid, type Recipe, unstorable } from './recipe.ts'

/** A domain of another account, which must look like a missing one. */
const notMyDomain: Recipe = {
  inputs: but(async ({ test }) => ({ id: (await addDomain(test, await test.seed.account())).id })),
}

/** Addresses that no link may have either. */
const addressRecipes: Readonly<Record<string, Recipe>> = {
  DESTINATION_LOOP: { inputs: but({ notFoundUrl: 'http://tack.test/x' }), fields: ['notFoundUrl'] },
  DESTINATION_NOT_ALLOWED: {
    inputs: but({ expiredUrl: 'http://127.0.0.1/x' }),
    fields: ['expiredUrl'],
    resolution: /public name/,
  },
  DESTINATION_BLOCKED: {
    inputs: but(async ({ test }) => {
      const pattern = `${test.seed.word()}.example`
      await test.sql(
        `insert into blocked_destination (id, pattern, reason, actor_id, created_at) values (?, ?, 'spam', 'acc_x', now())`,
        [`dst_${pattern}`, pattern],
      )
      return { notFoundUrl: `https://${pattern}/x` }
    }),
    fields: ['notFoundUrl'],
  },
}

/** How to cause each declared error of domains. */
export const domainRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  createDomain: {
    INVALID_PARAMS: invalid('host', '127.0.0.1'),
    ...addressRecipes,
    DOMAIN_EXISTS: {
      inputs: but(async ({ test, account }) => ({ host: (await addDomain(test, account)).host })),
      fields: ['host'],
    },
    PLAN_LIMIT_REACHED: {
      inputs: async (actor, operation) => {
        const { test, account } = actor
        await test.sql(
          `insert into domain (id, workspace_id, host, verification_token, created_at, updated_at)
           select 'dom_' || ? || number, ?, number || '.many.example', 'x', now(), now() from generate_series(1, 50) as number`,
          [account.workspaceId, account.workspaceId],
        )
        return inputsFor(operation, actor)
      },
      fields: ['domains'],
    },
  },
  codeCheck: {
    INVALID_PARAMS: invalid('domainId', unstorable),
    DOMAIN_NOT_FOUND: {
      inputs: but(async ({ test }) => ({ domainId: (await addDomain(test, await test.seed.account())).id })),
    },
  },
  domains: { INVALID_PARAMS: invalid('limit', 101) },
  allowedDomain: {
    INVALID_PARAMS: invalid('domain', 'x'.repeat(256)),
    DOMAIN_NOT_FOUND: { inputs: but(({ test }) => ({ domain: hostOf(test) })), resolution: /^Add the domain/ },
  },
  domain: { INVALID_PARAMS: invalid('id', unstorable), DOMAIN_NOT_FOUND: notMyDomain },
  domainCheck: { INVALID_PARAMS: invalid('id', unstorable), DOMAIN_NOT_FOUND: notMyDomain },
  missingCodes: { INVALID_PARAMS: invalid('limit', 501), DOMAIN_NOT_FOUND: notMyDomain },
  updateDomain: { INVALID_PARAMS: invalid('notFoundUrl', 'nowhere'), ...addressRecipes, DOMAIN_NOT_FOUND: notMyDomain },
  setDomainApps: {
    INVALID_PARAMS: { inputs: but({ appleApps: [{ appId: 'museum' }] }), fields: ['appleApps.0.appId'] },
    DOMAIN_NOT_FOUND: notMyDomain,
  },
  verifyDomain: {
    INVALID_PARAMS: invalid('id', unstorable),
    DOMAIN_NOT_FOUND: notMyDomain,
    DOMAIN_NOT_VERIFIED: {
      inputs: but(async ({ test, account }) => ({ id: (await addDomain(test, account)).id })),
      fields: ['host'],
      resolution: /name _tack\..* and the value tack-verify=/,
    },
    DOMAIN_TAKEN: {
      inputs: but(async ({ test, account }) => {
        const { host } = await domainOf(test, await test.seed.account())
        const domain = await addDomain(test, account, { host })
        publishRecord(domain)
        return { id: domain.id }
      }),
      fields: ['host'],
    },
  },
  deleteDomain: {
    INVALID_PARAMS: invalid('id', unstorable),
    DOMAIN_NOT_FOUND: notMyDomain,
    DOMAIN_HAS_LINKS: {
      inputs: but(async ({ test, account }) => {
        const { id } = await domainOf(test, account)
        await test.seed.link(account, { domainId: id })
        return { id }
      }),
      fields: ['id'],
    },
  },
}
