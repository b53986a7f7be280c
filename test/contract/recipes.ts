import { givenGrant, manyApps } from '../oauth/app-rows.ts'
import { blockedDestination } from './abuse-acts.ts'
import { abuseRecipes } from './abuse-recipes.ts'
import { accountRecipes } from './account-recipes.ts'
import { type Actor, type Inputs, inputsFor, linkOf, linkPassword, newActor } from './acts.ts'
import { anomalyRecipes } from './anomaly-recipes.ts'
import { archiveRecipes } from './archive-recipes.ts'
import { bioRecipes } from './bio-recipes.ts'
import { bulkRecipes } from './bulk-recipes.ts'
import { centerRecipes } from './center-recipes.ts'
import { domainRecipes } from './domain-recipes.ts'
import { exportRecipes } from './export-recipes.ts'
import { fileRecipes } from './file-recipes.ts'
import { healthRecipes } from './health-recipes.ts'
import { importRecipes } from './import-recipes.ts'
import { organizingRecipes } from './organizing-recipes.ts'
import { pixelRecipes } from './pixel-recipes.ts'
import { qrRecipes } from './qr-recipes.ts'
import { but, changedMembers, invalid, notMine, type Recipe, unstorable, valid } from './recipe.ts'
import { ruleRecipes } from './rule-recipes.ts'
import { protectedAccount } from './second-factor-acts.ts'
import { secondFactorRecipes } from './second-factor-recipes.ts'
import { sharedStatsRecipes } from './shared-stats-recipes.ts'
import { unfurlRecipes } from './unfurl-recipes.ts'
import { utmRecipes } from './utm-recipes.ts'
import { webhookRecipes } from './webhook-recipes.ts'
import { workspaceRecipes } from './workspace-recipes.ts'

/** Errors of several operations, by code. RATE_LIMITED needs a service with quotas and has its own tests. */
const anywhere: Readonly<Record<string, Recipe>> = {
  // Of an operation without inputs but the workspace.
  INVALID_PARAMS: {
    inputs: but(({ account }) => ({ workspaceId: account.workspaceId })),
    via: () => ({ headers: { 'x-workspace-id': 'another' } }),
    resolution: 'Correct workspaceId and send the request again.',
    fields: ['workspaceId'],
  },
  ACCOUNT_BEING_DELETED: {
    inputs: valid,
    via: async ({ test }) => {
      const { id, token } = await test.seed.account()
      await test.sql('update account set deletion_requested_at = now() where id = ?', [id])
      return { token }
    },
  },
  STEP_UP_REQUIRED: {
    inputs: valid,
    via: async ({ test }) => {
      const { id, token } = await protectedAccount(test)
      await test.sql(`update session set proven_at = created_at - interval '1 hour' where account_id = ?`, [id])
      return { token }
    },
    resolution:
      /^Prove it again with .* and a code of the authenticator app or a recovery code\. Then repeat the request\.$/,
    members: { ways: ['code'] },
  },
  FORBIDDEN: { inputs: valid, via: async ({ test }) => ({ token: (await test.seed.account()).token }) },
}

/** Errors of the credential alone: access.test.ts and scopes.test.ts cover them for every operation. */
export const credentialCodes: ReadonlySet<string> = new Set([
  'UNAUTHENTICATED',
  'INVALID_TOKEN',
  'TOKEN_EXPIRED',
  'API_KEY_NOT_ACCEPTED',
  'API_KEY_REVOKED',
  'API_KEY_EXPIRED',
])
export const scopeCodes: ReadonlySet<string> = new Set(['INSUFFICIENT_SCOPE', 'SESSION_REQUIRED'])
/** Errors of the workspace and of the role in it: roles.test.ts covers them for every operation. */
export const workspaceCodes: ReadonlySet<string> = new Set(['WORKSPACE_NOT_FOUND', 'ROLE_TOO_LOW'])
export const testedElsewhere: ReadonlySet<string> = new Set([
  ...credentialCodes,
  ...scopeCodes,
  // Where the workspace is found, and with PASSWORD_LOGIN=off: sign-in/.
  ...['SECOND_FACTOR_NEEDED', 'PASSWORD_LOGIN_OFF'],
  // Of every credential and every login: accounts/suspension.test.ts.
  'ACCOUNT_SUSPENDED',
])

export async function revokedKey({ test, account }: Pick<Actor, 'test' | 'account'>): Promise<string> {
  const { id, key } = await test.seed.key(account)
  await test.rest.delete(`/v1/keys/${id}`, { token: account.token })
  return key
}

export async function expiredKey({ clock, seed }: Actor['test']): Promise<string> {
  clock.advance({ days: -2 })
  const { key } = await seed.key(await seed.account(), { expiresInDays: 1 })
  clock.advance({ days: 2 })
  return key
}

/** The errors of a slug and a destination, under the field names of the operation. */
function addressing(slug: string, destination: string): Record<string, Recipe> {
  const another = `Choose another ${slug}, or leave it out to get a generated code.`
  return {
    SLUG_RESERVED: { inputs: but({ [slug]: 'dashboard' }), resolution: another, fields: [slug] },
    SLUG_NOT_ALLOWED: { inputs: but({ [slug]: 'some-5hit-here' }), resolution: another, fields: [slug] },
    SLUG_TAKEN: {
      inputs: but(async (actor) => ({ [slug]: (await linkOf(actor)).shortUrl })),
      resolution: new RegExp(`^Choose another ${slug}, for example [\\w-]+, or leave it out`),
      fields: [slug],
    },
    DESTINATION_LOOP: { inputs: but({ [destination]: 'http://tack.test/abc' }), fields: [destination] },
    DESTINATION_NOT_ALLOWED: {
      inputs: but({ [destination]: 'http://127.0.0.1/admin' }),
      resolution: /public name/,
      fields: [destination],
    },
    DESTINATION_BLOCKED: {
      inputs: but(async (actor) => ({ [destination]: `https://${(await blockedDestination(actor)).pattern}/` })),
      fields: [destination],
    },
  }
}

/** A key of another account. */
const notMyKey: Recipe = {
  inputs: but(async ({ test }) => ({ id: (await test.seed.key(await test.seed.account())).id })),
}

/** A grant of another account to an application of the caller. */
const notMyGrant: Recipe = {
  inputs: but(async ({ test, account }) => {
    const app = await test.seed.app(account)
    return { id: (await givenGrant(test, await test.seed.account(), app)).id }
  }),
}

/** An application of another account, which must look like a missing one. */
const notMyApp: Recipe = {
  inputs: but(async ({ test }) => ({ id: (await test.seed.app(await test.seed.account())).id })),
}

const blockedRedirectUri: Recipe = {
  inputs: but(async (actor) => ({ redirectUris: [`https://${(await blockedDestination(actor)).pattern}/cb`] })),
  fields: ['redirectUris.0'],
}

const conflict: Recipe = { inputs: but({ redirectType: 301, clickLimit: 5 }), fields: ['redirectType', 'clickLimit'] }

/** A link with a password, changed by its owner later. */
async function locked(actor: Actor, options: Inputs = {}, change?: Inputs): Promise<Inputs> {
  const link = await linkOf(actor, { password: linkPassword, ...options })
  if (change) await actor.test.rest.patch(`/v1/urls/${link.id}`, change, { token: actor.account.token })
  return { shortUrl: link.shortUrl, password: linkPassword }
}

async function usedUp(actor: Actor): Promise<Inputs> {
  const inputs = await locked(actor, { clickLimit: 1 })
  await actor.test.rest.post(`/v1/urls/redirect/${inputs.shortUrl}/verify-password`, { password: linkPassword })
  return inputs
}

/** Inserts as many active keys as an account may have; by SQL, because requests would be slow. */
async function hundredKeys(actor: Actor, operation: string): Promise<Inputs> {
  const { test, account } = actor
  await test.sql(
    `insert into api_key (id, account_id, workspace_id, name, key_preview, key_hash, created_at, expires_at)
     select ? || number, ?, ?, 'one of many', 'tk_', ? || number, now(), ? from generate_series(1, 100) as number`,
    [`key_${account.id}`, account.id, account.workspaceId, account.id, new Date(test.clock.now().getTime() + 1)],
  )
  return inputsFor(operation, actor)
}

const own: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  ...webhookRecipes,
  ...workspaceRecipes,
  ...secondFactorRecipes,
  apiKey: { INVALID_PARAMS: invalid('id', unstorable), KEY_NOT_FOUND: notMyKey },
  apiKeys: { INVALID_PARAMS: invalid('limit', 101) },
  createApiKey: {
    INVALID_PARAMS: invalid('expiresInDays', 366),
    PLAN_LIMIT_REACHED: { inputs: hundredKeys, fields: ['API keys'] },
  },
  renameApiKey: { INVALID_PARAMS: invalid('name', ' '), KEY_NOT_FOUND: notMyKey },
  rotateApiKey: {
    INVALID_PARAMS: invalid('overlapHours', 169),
    KEY_NOT_FOUND: notMyKey,
    KEY_NOT_ACTIVE: {
      inputs: but(async ({ test, account }) => {
        const { id } = await test.seed.key(account)
        await test.rest.delete(`/v1/keys/${id}`, { token: account.token })
        return { id }
      }),
      resolution: /^Create a new key/,
    },
    PLAN_LIMIT_REACHED: {
      inputs: async (actor, operation) => {
        const inputs = await inputsFor(operation, actor)
        await hundredKeys(actor, 'createApiKey')
        return inputs
      },
      fields: ['API keys'],
    },
  },
  revokeApiKey: {
    INVALID_PARAMS: invalid('id', unstorable),
    KEY_NOT_FOUND: notMyKey,
  },
  shortenUrl: { INVALID_PARAMS: invalid('longUrl', 'ftp://example.com'), ...addressing('customCode', 'longUrl') },
  createUrl: {
    INVALID_PARAMS: invalid('clickLimit', 0),
    PLAN_LIMIT_REACHED: {
      inputs: but(async ({ test, account }) => {
        await test.sql('update workspace set link_count = 1000 where personal_account_id = ?', [account.id])
        return {}
      }),
      fields: ['links'],
    },
    OPTION_CONFLICT: {
      ...conflict,
      inputs: but({ redirectType: 301, clickLimit: 5, password: null, expiresAt: null }),
    },
    ...addressing('customUrl', 'longUrl'),
  },
  urls: { INVALID_PARAMS: invalid('limit', 101) },
  previewUrl: {
    INVALID_PARAMS: invalid('code', unstorable),
    LINK_NOT_FOUND: { inputs: but({ code: 'nobody-has-this' }) },
  },
  node: { INVALID_PARAMS: invalid('id', unstorable) },
  nodes: {
    INVALID_PARAMS: invalid(
      'ids',
      Array.from({ length: 101 }, () => 'nothing'),
    ),
  },
  url: { INVALID_PARAMS: invalid('id', unstorable), LINK_NOT_FOUND: notMine('id') },
  urlByAddress: { INVALID_PARAMS: invalid('shortUrl', unstorable), LINK_NOT_FOUND: notMine('shortUrl') },
  updateUrl: {
    INVALID_PARAMS: invalid('title', ' '),
    LINK_NOT_FOUND: notMine('id'),
    OPTION_CONFLICT: { ...conflict, inputs: but({ redirectType: 308, clickLimit: 5, password: null }) },
    LINK_CHANGED: { inputs: but({ ifUnmodifiedSince: '2020-01-01T00:00:00Z' }), members: changedMembers },
    ...addressing('customUrl', 'originalUrl'),
  },
  deleteUrl: { INVALID_PARAMS: invalid('id', unstorable), LINK_NOT_FOUND: notMine('id') },
  resolveUrl: {
    INVALID_PARAMS: invalid('shortUrl', unstorable),
    LINK_NOT_FOUND: { inputs: but({ shortUrl: 'nobody-has-this' }) },
  },
  unlockUrl: {
    INVALID_PARAMS: invalid('password', 'x'.repeat(1025)),
    LINK_NOT_FOUND: { inputs: but({ shortUrl: 'nobody-has-this' }) },
    LINK_PASSWORD_REQUIRED: { inputs: but({ password: '' }), fields: ['password'] },
    LINK_PASSWORD_INVALID: { inputs: but({ password: 'not the word' }), fields: ['password'] },
    LINK_INACTIVE: { inputs: (actor) => locked(actor, {}, { isActive: false }) },
    LINK_EXPIRED: { inputs: (actor) => locked(actor, {}, { expiresAt: '2020-01-01T00:00:00Z' }) },
    LINK_LIMIT_REACHED: { inputs: usedUp },
  },
  accountAnalytics: { INVALID_PARAMS: invalid('timezone', 'Mars/Olympus') },
  clickAnalytics: { INVALID_PARAMS: invalid('urlId', unstorable), LINK_NOT_FOUND: notMine('urlId') },
  click: {
    INVALID_PARAMS: invalid('id', unstorable),
    CLICK_NOT_FOUND: { inputs: async (actor) => inputsFor('click', await newActor(actor.test)) },
  },
  clicks: { INVALID_PARAMS: invalid('timezone', 'Mars/Olympus') },
  activity: {
    INVALID_PARAMS: invalid('id', unstorable),
    ACTIVITY_NOT_FOUND: {
      inputs: but(async ({ test, word }) => inputsFor('activity', { test, word, account: await test.seed.account() })),
    },
  },
  activities: { INVALID_PARAMS: invalid('limit', 101) },
  clickRecorded: { INVALID_PARAMS: invalid('urlId', unstorable), LINK_NOT_FOUND: notMine('urlId') },
  clickExport: { INVALID_PARAMS: invalid('timezone', 'Mars/Olympus') },
  askAnalytics: { INVALID_PARAMS: invalid('timezone', 'Mars/Olympus') },
  clickMap: { INVALID_PARAMS: invalid('country', 'DE,XX') },
  oauthApp: { INVALID_PARAMS: invalid('id', unstorable), OAUTH_APP_NOT_FOUND: notMyApp },
  createOauthApp: {
    INVALID_PARAMS: invalid('name', ' '),
    DESTINATION_BLOCKED: blockedRedirectUri,
    PLAN_LIMIT_REACHED: {
      inputs: async (actor, operation) => {
        await manyApps(actor.test, actor.account, 50)
        return inputsFor(operation, actor)
      },
      fields: ['applications'],
    },
  },
  updateOauthApp: {
    INVALID_PARAMS: invalid('name', null),
    OAUTH_APP_NOT_FOUND: notMyApp,
    DESTINATION_BLOCKED: blockedRedirectUri,
  },
  rotateOauthAppSecret: {
    INVALID_PARAMS: invalid('id', unstorable),
    OAUTH_APP_NOT_FOUND: notMyApp,
    OAUTH_APP_PUBLIC: {
      inputs: async ({ test, account }) => ({ id: (await test.seed.app(account, { isPublic: true })).id }),
      fields: ['id'],
    },
  },
  deleteOauthApp: { INVALID_PARAMS: invalid('id', unstorable), OAUTH_APP_NOT_FOUND: notMyApp },
  oauthApps: { INVALID_PARAMS: invalid('first', 101) },
  oauthGrant: { INVALID_PARAMS: invalid('id', unstorable), GRANT_NOT_FOUND: notMyGrant },
  oauthGrants: { INVALID_PARAMS: invalid('limit', 101) },
  withdrawOauthGrant: {
    INVALID_PARAMS: invalid('id', unstorable),
    GRANT_NOT_FOUND: notMyGrant,
  },
  ...qrRecipes,
  ...utmRecipes,
  ...organizingRecipes,
  ...pixelRecipes,
  ...bioRecipes,
  ...domainRecipes,
  ...bulkRecipes,
  ...sharedStatsRecipes,
  ...accountRecipes,
  ...archiveRecipes,
  ...{ ...fileRecipes, ...importRecipes, ...exportRecipes, ...abuseRecipes, ...anomalyRecipes },
  ...{ ...centerRecipes, ...healthRecipes, ...ruleRecipes, ...unfurlRecipes },
}

/** The recipe for one code of one operation, if there is one. */
export function recipeFor(operation: string, code: string): Recipe | undefined {
  return own[operation]?.[code] ?? anywhere[code]
}

/** Every recipe of an operation, as `operation: CODE`. */
export function recipeNames(): string[] {
  return Object.entries(own).flatMap(([operation, recipes]) =>
    Object.keys(recipes).map((code) => `${operation}: ${code}`),
  )
}
