import type { Scope } from '../../src/access/scopes.ts'

export type ScalarForm =
  | 'string'
  | 'string or null'
  | 'integer'
  | 'boolean'
  | 'date-time'
  | 'date-time or null'
  | 'strings'

/** The type of one documented field: a scalar, a list of them, a record, or a list of records. */
export type FieldForm =
  | ScalarForm
  | readonly [Readonly<Record<string, FieldForm>>]
  | Readonly<{ record: 'UserProfile' | 'OauthAppSummary' }>

export type RecordName = keyof typeof records

/** The records of contract part 2 and of the rows beyond it: their documented fields, exactly. More may be answered. */
export const records = {
  UrlItem: {
    id: 'string',
    title: 'string',
    originalUrl: 'string',
    shortUrl: 'string',
    customUrl: 'string or null',
    currentClicks: 'integer',
    isActive: 'boolean',
    createdAt: 'date-time',
  },
  ShortUrlResponse: { shortCode: 'string', shortUrl: 'string', longUrl: 'string', expiresAt: 'date-time' },
  RedirectResponse: {
    id: 'string',
    originalUrl: 'string or null',
    shortUrl: 'string',
    hasPassword: 'boolean',
    isExpired: 'boolean',
    isActive: 'boolean',
  },
  ClickItem: {
    id: 'string',
    urlId: 'string',
    country: 'string',
    device: 'string',
    browser: 'string',
    createdAt: 'date-time',
  },
  AnalyticsSummary: {
    totalClicks: 'integer',
    uniqueVisitors: 'integer',
    countryStats: [{ country: 'string', count: 'integer' }],
    deviceStats: [{ device: 'string', count: 'integer' }],
  },
  ClickMap: { type: 'string', features: [{ type: 'string' }], unlocated: 'integer' },
  AccountAnalytics: {
    totalClicks: 'integer',
    uniqueVisitors: 'integer',
    countryStats: [{ country: 'string', count: 'integer' }],
    deviceStats: [{ device: 'string', count: 'integer' }],
    topLinks: [{ urlId: 'string', count: 'integer' }],
  },
  ApiKeyItem: {
    id: 'string',
    name: 'string',
    keyPreview: 'string',
    isActive: 'boolean',
    lastUsedAt: 'date-time or null',
    createdAt: 'date-time',
  },
  ApiKeyCreatedResponse: { id: 'string', name: 'string', key: 'string', message: 'string' },
  UserProfile: { id: 'string', name: 'string', email: 'string', role: 'string' },
  AuthResponse: { token: 'string', user: { record: 'UserProfile' } },
  SuccessResponse: { success: 'boolean' },
  OauthApp: {
    id: 'string',
    name: 'string',
    redirectUris: 'strings',
    scopes: 'strings',
    isPublic: 'boolean',
    createdAt: 'date-time',
    updatedAt: 'date-time',
  },
  OauthAppSecretResponse: { id: 'string', name: 'string', clientSecret: 'string or null', message: 'string' },
  OauthAppSummary: { id: 'string', name: 'string' },
  OauthGrant: {
    id: 'string',
    app: { record: 'OauthAppSummary' },
    scopes: 'strings',
    createdAt: 'date-time',
    expiresAt: 'date-time',
  },
} as const satisfies Record<string, Record<string, FieldForm>>

export interface ContractRow {
  /** The GraphQL field behind the path. */
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly scope: Scope | 'none'
  readonly status: 200 | 201
  readonly answers: RecordName
  readonly isList?: true
  /** The statuses the contract lists beside 429, which it says of any endpoint. */
  readonly errors: readonly number[]
}

type Line = readonly [
  string,
  `${ContractRow['method']} /${string}`,
  ContractRow['scope'],
  200 | 201,
  RecordName | `[${RecordName}]`,
  number[],
]

const lines: readonly Line[] = [
  // 4.1
  ['shortenUrl', 'POST /free-urls/shorten', 'none', 201, 'ShortUrlResponse', [400]],
  // 4.2
  ['createUrl', 'POST /urls', 'write:links', 201, 'UrlItem', [401]],
  ['urls', 'GET /urls', 'read:links', 200, '[UrlItem]', [401]],
  ['url', 'GET /urls/{id}', 'read:links', 200, 'UrlItem', [404]],
  ['updateUrl', 'PATCH /urls/{id}', 'write:links', 200, 'UrlItem', [404]],
  ['deleteUrl', 'DELETE /urls/{id}', 'write:links', 200, 'SuccessResponse', [404]],
  // 4.3
  ['resolveUrl', 'GET /urls/redirect/{shortUrl}', 'none', 200, 'RedirectResponse', [404]],
  ['unlockUrl', 'POST /urls/redirect/{shortUrl}/verify-password', 'none', 200, 'RedirectResponse', [401]],
  // 4.4
  ['clickAnalytics', 'GET /clicks/analytics/{urlId}', 'read:analytics', 200, 'AnalyticsSummary', [401, 404]],
  ['accountAnalytics', 'GET /clicks/analytics', 'read:analytics', 200, 'AccountAnalytics', [400, 401]],
  ['clicks', 'GET /clicks', 'read:analytics', 200, '[ClickItem]', [401]],
  ['clickExport', 'GET /clicks/export', 'read:analytics', 200, '[ClickItem]', [400, 401]],
  ['clickMap', 'GET /clicks/geojson', 'read:analytics', 200, 'ClickMap', [400, 401]],
  // 4.5
  ['apiKeys', 'GET /keys', 'read:profile', 200, '[ApiKeyItem]', [401]],
  ['createApiKey', 'POST /keys', 'write:profile', 201, 'ApiKeyCreatedResponse', [401]],
  ['revokeApiKey', 'DELETE /keys/{id}', 'write:profile', 200, 'SuccessResponse', [401]],
  // 4.8
  ['register', 'POST /auth/register', 'none', 201, 'AuthResponse', [400]],
  ['login', 'POST /auth/login', 'none', 200, 'AuthResponse', [401]],
  ['me', 'GET /auth/me', 'read:profile', 200, 'UserProfile', [401]],
  // Beyond part 4: the end of sessions, OAuth applications and grants.
  ['logout', 'POST /auth/logout', 'write:profile', 200, 'SuccessResponse', [401, 403]],
  ['changePassword', 'POST /auth/password', 'write:profile', 200, 'AuthResponse', [400, 401, 403]],
  ['oauthApps', 'GET /oauth/apps', 'read:profile', 200, '[OauthApp]', [401]],
  ['createOauthApp', 'POST /oauth/apps', 'write:profile', 201, 'OauthAppSecretResponse', [400, 401, 403]],
  ['oauthApp', 'GET /oauth/apps/{id}', 'read:profile', 200, 'OauthApp', [401, 404]],
  ['updateOauthApp', 'PATCH /oauth/apps/{id}', 'write:profile', 200, 'OauthApp', [400, 401, 403, 404]],
  [
    'rotateOauthAppSecret',
    'POST /oauth/apps/{id}/secret',
    'write:profile',
    200,
    'OauthAppSecretResponse',
    [401, 403, 404, 409],
  ],
  ['deleteOauthApp', 'DELETE /oauth/apps/{id}', 'write:profile', 200, 'SuccessResponse', [401, 403, 404]],
  ['oauthGrants', 'GET /oauth/grants', 'read:profile', 200, '[OauthGrant]', [401]],
  ['withdrawOauthGrant', 'DELETE /oauth/grants/{id}', 'write:profile', 200, 'SuccessResponse', [401, 404]],
]

/**
 * The rows this version serves: of contract part 4 those of 4.1, 4.2, 4.3, the click reads of 4.4 and two beside them, 4.5 and 4.8, and
 * the rows beyond it.
 */
export const contract: readonly ContractRow[] = lines.map(([operation, route, scope, status, answers, errors]) => {
  const [method, path] = route.split(' ') as [ContractRow['method'], string]
  const isList = answers.startsWith('[')
  const record = (isList ? answers.slice(1, -1) : answers) as RecordName
  return { operation, method, path, scope, status, answers: record, errors, ...(isList && { isList }) }
})

/** Operations for graph clients beside the contract's, with the scope each asks for. */
export const graphOnly: Readonly<Record<string, Scope | 'none'>> = {
  links: 'read:links',
  clickHistory: 'read:analytics',
}

/** What answers over REST with a file, and tells graph clients where it is. */
export const files: ReadonlySet<string> = new Set(['clickExport'])

/** The media types of answers that are no plain JSON. */
export const mediaTypes: Readonly<Record<string, string>> = { clickMap: 'application/geo+json' }

/** Operations that take a login and no other credential, whatever its scopes. */
export const sessionOnly: ReadonlySet<string> = new Set([
  ...['logout', 'changePassword'],
  ...['createOauthApp', 'updateOauthApp', 'rotateOauthAppSecret', 'deleteOauthApp'],
])

/** What an operation asks of its caller. Throws for one that stands in no table. */
export function scopeOf(operation: string): Scope | 'none' {
  const scope = contract.find((row) => row.operation === operation)?.scope ?? graphOnly[operation]
  if (!scope) throw new Error(`${operation} stands in no table of test/contract/table.ts.`)
  return scope
}
