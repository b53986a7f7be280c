import { getNamedType, getNullableType, isInputObjectType, isListType } from 'graphql'
import type { Operation } from '../../src/platform/graphql/operations.ts'
import type { RestOperation } from '../../src/platform/rest/rest-operations.ts'
import { accountSessionOnly } from './account-acts.ts'
import { secondFactorSessionOnly } from './second-factor-acts.ts'

/**
 * Operations on which every credential and scope is tried: a change and a read of links, one of the profile and one for a login
 * alone. What credentials may do is decided by one function for all operations (admit.test.ts); the others show only
 * that it is called.
 */
export const representatives: ReadonlySet<string> = new Set([
  'createUrl',
  'clickAnalytics',
  'apiKeys',
  'deleteOauthApp',
])

/** Operations whose valid inputs find nothing, so that the answer is null. */
export const answersNull: ReadonlySet<string> = new Set(['node'])

/** Operations with an image over REST and its URL over GraphQL. */
export const images: ReadonlySet<string> = new Set(['dynamicQrImage', 'urlQr', 'qrLogoImage'])

/** Operations with a file (or image) over REST and its URL over GraphQL. */
export const files: ReadonlySet<string> = new Set(['clickExport', 'linkExport', 'download', 'importErrors', ...images])

/** Operations whose body over REST is a file. */
export const uploads: ReadonlySet<string> = new Set(['uploadImport'])

/** The media types of answers that are not plain JSON. */
export const mediaTypes: Readonly<Record<string, string>> = {
  clickMap: 'application/geo+json',
  importErrors: 'text/csv; charset=utf-8; header=present',
  ...Object.fromEntries([...images].map((name) => [name, 'image/svg+xml'])),
  qrLogoImage: 'image/png',
}

/** Operations for admins. */
export const adminOnly: ReadonlySet<string> = new Set([
  ...['abuseReviews', 'abuseReview', 'blockUrl', 'dismissReports', 'unblockUrl', 'abuseActs'],
  ...['abuseReport', 'abuseAct', 'blockedDestination'],
  ...['blockedDestinations', 'blockDestination', 'unblockDestination', 'setWorkspacePlan', 'doctor'],
  ...['adminAccounts', 'adminWorkspaces', 'suspendAccount', 'restoreAccount'],
])

/** Operations that accept only a login. */
export const sessionOnly: ReadonlySet<string> = new Set([
  ...adminOnly,
  ...['logout', 'changePassword', 'requestEmailVerification', 'acceptInvitation'],
  ...accountSessionOnly,
  ...secondFactorSessionOnly,
  ...['requestAccountArchive', 'accountArchive'],
  ...['createOauthApp', 'updateOauthApp', 'rotateOauthAppSecret', 'deleteOauthApp'],
  'setDomainApps',
])

/** Operations whose inputs above need another scope too: those of the events that a webhook receives, of statistics, and of clicks. */
export const needsMoreScopes: ReadonlySet<string> = new Set([
  ...['createWebhook', 'updateWebhook'],
  ...['createSharedStatsPage', 'updateSharedStatsPage'],
  'createClickExport',
  // It answers with the alert.
  'acknowledgeAlert',
])

/** What decides who may run an operation: its kind, and what its decorators ask of the caller. */
export const accessClassOf = ({ kind, access }: Pick<Operation, 'kind' | 'access'>) => JSON.stringify([kind, access])

/** What decides how a route reads and writes: its method, status and kinds of inputs, and whether it returns a list. */
export function shapeOf({ kind, route, field, pathArguments }: RestOperation): string {
  const inputs = field.args.map(({ name, type }) => {
    const isObject = isInputObjectType(getNamedType(type))
    return `${pathArguments.includes(name) ? 'path' : ''}${isObject ? 'object' : ''}${isListType(getNullableType(type))}`
  })
  const answer = isListType(getNullableType(field.type))
  return [kind, route.method, route.status, route.hasBody, answer, ...new Set(inputs.toSorted())].join()
}
