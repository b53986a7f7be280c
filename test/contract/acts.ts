import { givenGrant } from '../oauth/app-rows.ts'
import type { TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import type { Role } from '../workspaces/team.ts'
import { abuseActs } from './abuse-acts.ts'
import { accountActs } from './account-acts.ts'
import { anomalyActs } from './anomalies.ts'
import { archiveActs } from './archive-acts.ts'
import { bioActs } from './bio-acts.ts'
import { bulkActs } from './bulk-acts.ts'
import { centerActs } from './center-acts.ts'
import { domainActs } from './domain-acts.ts'
import { exportActs } from './export-acts.ts'
import { fileActs } from './file-acts.ts'
import { healthActs, pauseChecks } from './health-acts.ts'
import { importActs } from './import-acts.ts'
import { organizingActs } from './organizing-acts.ts'
import { pixelActs } from './pixel-acts.ts'
import { qrActs } from './qr-acts.ts'
import { ruleActs, ruleRepetitionErrors } from './rules.ts'
import { secondFactorActs, secondFactorOwnAccount, secondFactorRepetitionErrors } from './second-factor-acts.ts'
import { sharedStatsActs } from './shared-stats-acts.ts'
import { unfurlActs } from './unfurl-acts.ts'
import { utmActs } from './utm-acts.ts'
import { webhookActs } from './webhooks.ts'
import { workspaceActs } from './workspaces.ts'

/** Who calls an operation, and the words in its inputs, so that two services can get the same call. */
export interface Actor {
  readonly test: TestApp
  readonly account: SeededAccount
  /** Further members of each workspace that the actor makes. */
  readonly others?: readonly { readonly account: SeededAccount; readonly role: Role }[]
  /** A word that no row has yet: an alias, or part of an e-mail address. */
  word(): string
}

export type Inputs = Readonly<Record<string, unknown>>

/** A new actor with its own account and words. */
export async function newActor(test: TestApp): Promise<Actor> {
  return { test, account: await test.seed.account(), word: () => test.seed.word() }
}

/** The actor in another of its workspaces: what it makes is made there. */
export function inWorkspace(actor: Actor, workspaceId: string): Actor {
  const rest = actor.test.rest.withHeaders({ 'x-workspace-id': workspaceId })
  const test = { ...actor.test, rest, seed: actor.test.seed.through(rest) }
  return { ...actor, test, account: { ...actor.account, workspaceId } }
}

/** Operations that end sessions or change how the account logs in, or whose inputs do. */
export const needsOwnAccount: ReadonlySet<string> = new Set([
  ...['logout', 'changePassword', 'requestAccountDeletion', 'identities', 'removeIdentity'],
  ...secondFactorOwnAccount,
])

/** The error of an operation when it is repeated with the same inputs; others can be repeated. */
export const repetitionErrors: Readonly<Record<string, string>> = {
  register: 'EMAIL_TAKEN',
  shortenUrl: 'SLUG_TAKEN',
  createUrl: 'SLUG_TAKEN',
  createUrls: 'SLUG_TAKEN',
  deleteUrls: 'LINK_NOT_FOUND',
  deleteUrl: 'LINK_NOT_FOUND',
  deleteOauthApp: 'OAUTH_APP_NOT_FOUND',
  withdrawOauthGrant: 'GRANT_NOT_FOUND',
  deleteDynamicQr: 'QR_NOT_FOUND',
  deleteQrLogo: 'LOGO_NOT_FOUND',
  createTag: 'TAG_NAME_TAKEN',
  deleteTag: 'TAG_NOT_FOUND',
  mergeTags: 'TAG_NOT_FOUND',
  createFolder: 'FOLDER_NAME_TAKEN',
  deleteFolder: 'FOLDER_NOT_FOUND',
  createUtmTemplate: 'UTM_TEMPLATE_NAME_TAKEN',
  createDomain: 'DOMAIN_EXISTS',
  deleteDomain: 'DOMAIN_NOT_FOUND',
  deleteUtmTemplate: 'UTM_TEMPLATE_NOT_FOUND',
  deletePixel: 'PIXEL_NOT_FOUND',
  createBioPage: 'SLUG_TAKEN',
  deleteBioPage: 'BIO_PAGE_NOT_FOUND',
  deleteBioBlock: 'BIO_BLOCK_NOT_FOUND',
  uploadImport: 'IMPORT_HAS_CONTENT',
  cancelImport: 'IMPORT_ENDED',
  cancelExport: 'EXPORT_ENDED',
  deleteSharedStatsPage: 'SHARED_STATS_NOT_FOUND',
  createWebhook: 'WEBHOOK_URL_EXISTS',
  deleteWebhook: 'WEBHOOK_NOT_FOUND',
  createWorkspace: 'WORKSPACE_SLUG_TAKEN',
  deleteWorkspace: 'WORKSPACE_NOT_FOUND',
  restoreWorkspace: 'WORKSPACE_NOT_FOUND',
  leaveWorkspace: 'WORKSPACE_NOT_FOUND',
  transferWorkspace: 'ROLE_TOO_LOW',
  removeWorkspaceMember: 'MEMBER_NOT_FOUND',
  createInvitation: 'INVITATION_PENDING',
  resendInvitation: 'INVITATION_NOT_FOUND',
  revokeInvitation: 'INVITATION_NOT_FOUND',
  acceptInvitation: 'INVITATION_NOT_FOUND',
  declineInvitation: 'INVITATION_NOT_FOUND',
  endSession: 'SESSION_NOT_FOUND',
  removeIdentity: 'IDENTITY_NOT_FOUND',
  logout: 'INVALID_TOKEN',
  changePassword: 'INVALID_TOKEN',
  resetPassword: 'MAIL_LINK_INVALID',
  verifyEmail: 'MAIL_LINK_INVALID',
  cancelEmailChange: 'EMAIL_CHANGE_ENDED',
  blockDestination: 'BLOCKED_DESTINATION_EXISTS',
  unblockDestination: 'BLOCKED_DESTINATION_NOT_FOUND',
  ...ruleRepetitionErrors,
  ...secondFactorRepetitionErrors,
}

/** A password that no answer or log may contain. */
export const linkPassword = 'the word at the door'

const destination = 'https://example.com/page?a=1'

/** A link with words of the actor. */
export async function linkOf({ test, account, word }: Actor, options: Inputs = {}) {
  return test.seed.link(account, { longUrl: destination, customUrl: word(), ...options })
}

async function clickedLink(actor: Actor) {
  const link = await linkOf(actor)
  await actor.test.rest.get(`/v1/urls/redirect/${link.shortUrl}`)
  return link
}

/** Valid inputs for each operation, with the rows that they need. */
export const acts: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  register: ({ word }) => ({ name: 'Grace', email: `${word()}@example.com`, password: 'correct horse battery' }),
  login: ({ account: { email, password } }) => ({ email, password }),
  me: () => ({}),
  whoami: async (actor) => {
    await linkOf(actor)
    return {}
  },
  account: ({ account: { id } }) => ({ id }),
  apiKey: async ({ test, account, word }) => ({ id: (await test.seed.key(account, { name: word() })).id }),
  apiKeys: async ({ test, account, word }) => {
    await test.seed.key(account, { name: word() })
    return { page: 1, limit: 5 }
  },
  createApiKey: () => ({ name: 'deploy script', expiresInDays: 30 }),
  renameApiKey: async ({ test, account, word }) => ({
    id: (await test.seed.key(account, { name: word() })).id,
    name: word(),
  }),
  rotateApiKey: async ({ test, account, word }) => ({
    id: (await test.seed.key(account, { name: word() })).id,
    overlapHours: 1,
  }),
  revokeApiKey: async ({ test, account, word }) => ({ id: (await test.seed.key(account, { name: word() })).id }),
  shortenUrl: ({ word }) => ({ longUrl: destination, customCode: word() }),
  createUrl: async (actor) => {
    // A cloaked link is checked once.
    await pauseChecks(actor)
    return {
      longUrl: destination,
      customUrl: actor.word(),
      title: 'A page',
      password: linkPassword,
      expiresAt: '2099-01-01T00:00:00+02:00',
      clickLimit: 3,
      utmSource: 'paper',
      isCloaked: true,
    }
  },
  urls: async (actor) => {
    await linkOf(actor)
    return { page: 1, limit: 5 }
  },
  // Without a prefix, so that nothing is found; test/graphql/node.test.ts has the other cases.
  node: () => ({ id: 'nothing' }),
  nodes: () => ({ ids: ['nothing'] }),
  previewUrl: async (actor) => ({ code: (await linkOf(actor)).shortUrl }),
  url: async (actor) => ({ id: (await linkOf(actor)).id }),
  urlByAddress: async (actor) => ({ shortUrl: (await linkOf(actor)).shortUrl }),
  updateUrl: async (actor) => ({
    id: (await linkOf(actor, { expiresAt: '2099-01-01T00:00:00Z' })).id,
    originalUrl: 'https://example.org/moved',
    customUrl: actor.word(),
    title: 'A page that moved',
    password: linkPassword,
    isActive: false,
    clickLimit: 7,
    expiresAt: null,
  }),
  deleteUrl: async (actor) => ({ id: (await clickedLink(actor)).id }),
  resolveUrl: async (actor) => ({ shortUrl: (await linkOf(actor)).shortUrl }),
  unlockUrl: async (actor) => ({
    shortUrl: (await linkOf(actor, { password: linkPassword })).shortUrl,
    password: linkPassword,
  }),
  clickAnalytics: async (actor) => ({ urlId: (await clickedLink(actor)).id }),
  accountAnalytics: async (actor) => {
    await clickedLink(actor)
    return { interval: '7d', timezone: 'Europe/Berlin', country: '-US' }
  },
  click: async (actor) => {
    await clickedLink(actor)
    const { json } = await actor.test.rest.get('/v1/clicks', { token: actor.account.token })
    return { id: json[0].id }
  },
  clicks: async (actor) => {
    const link = await clickedLink(actor)
    return { urlId: link.id, limit: 5, interval: '30d', timezone: 'Europe/Berlin', device: '-TV', includeBots: true }
  },
  activities: async (actor) => {
    await linkOf(actor)
    return { type: 'link.created', severity: 'info', limit: 5 }
  },
  activity: async (actor) => {
    await actor.test.seed.key(actor.account)
    const { json } = await actor.test.rest.get('/v1/activity?limit=1', { token: actor.account.token })
    return { id: json[0].id }
  },
  activityRecorded: () => ({ minSeverity: 'info' }),
  clickRecorded: async (actor) => ({ urlId: (await linkOf(actor)).id }),
  clickExport: async (actor) => {
    await clickedLink(actor)
    return { format: 'json', trigger: '-qr' }
  },
  clickMap: async (actor) => {
    await clickedLink(actor)
    return { country: 'Unknown' }
  },
  publicStats: () => ({}),
  askAnalytics: async (actor) => {
    await clickedLink(actor)
    return { question: 'Which link did best this week?', timezone: 'Europe/Berlin' }
  },
  oauthApps: async (actor) => {
    await appOf(actor)
    return {}
  },
  oauthApp: async (actor) => ({ id: (await appOf(actor)).id }),
  createOauthApp: ({ word }) => ({
    name: `Dashboard ${word()}`,
    redirectUris: ['http://127.0.0.1:8400/cb', 'com.example.app:/cb'],
    scopes: ['write:links', 'read:links'],
    isPublic: true,
  }),
  updateOauthApp: async (actor) => ({
    id: (await appOf(actor)).id,
    name: `Dashboard ${actor.word()}`,
    redirectUris: ['https://app.example.com/cb', 'https://app.example.com/other'],
    scopes: ['read:links', 'read:analytics'],
  }),
  rotateOauthAppSecret: async (actor) => ({ id: (await appOf(actor)).id }),
  deleteOauthApp: async (actor) => ({ id: (await grantBy(actor)).app.id }),
  oauthGrant: async (actor) => ({ id: (await grantBy(actor)).id }),
  oauthGrants: async (actor) => {
    await grantBy(actor)
    return { page: 1, limit: 5 }
  },
  ...webhookActs,
  ...ruleActs,
  ...workspaceActs,
  ...healthActs,
  ...utmActs,
  ...organizingActs,
  ...unfurlActs,
  withdrawOauthGrant: async (actor) => ({ id: (await grantBy(actor)).id }),
  ...qrActs,
  urlQr: async (actor) => ({ id: (await linkOf(actor)).id, margin: 2 }),
  ...pixelActs,
  ...bioActs,
  ...domainActs,
  ...bulkActs,
  ...sharedStatsActs,
  ...secondFactorActs,
  ...accountActs,
  ...fileActs,
  ...archiveActs,
  ...importActs,
  ...exportActs,
  ...abuseActs,
  ...anomalyActs,
  ...centerActs,
}

/** An application with words of the actor. */
const appOf = ({ test, account, word }: Actor) => test.seed.app(account, { name: `App ${word()}` })

/** A grant of the actor to an application of the same account. */
async function grantBy(actor: Actor) {
  return givenGrant(actor.test, actor.account, await appOf(actor), { word: actor.word() })
}

/** The inputs of a valid call. Throws for an operation without an entry. */
export async function inputsFor(operation: string, actor: Actor): Promise<Inputs> {
  const act = acts[operation]
  if (!act) throw new Error(`test/contract/acts.ts has no act for ${operation}.`)
  return act(actor)
}

const inputsOfAccounts = new WeakMap<SeededAccount, Map<string, Promise<Inputs>>>()

/** The same for requests that change nothing: the account has its rows once, however many requests there are. */
export function sharedInputsFor(operation: string, actor: Actor): Promise<Inputs> {
  const ofAccount = inputsOfAccounts.get(actor.account) ?? new Map<string, Promise<Inputs>>()
  inputsOfAccounts.set(actor.account, ofAccount)
  const inputs = ofAccount.get(operation) ?? inputsFor(operation, actor)
  ofAccount.set(operation, inputs)
  return inputs
}
