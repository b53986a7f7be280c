import { expect } from 'vitest'
import type { TestApp } from '../support/app.ts'
import type { GraphAnswer } from '../support/graph.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededLink } from '../support/seed.ts'

/** The root path of the contract and its two aliases. */
export const apiRoots = ['/v1', '/api/v1', '/api'] as const

/** The fields of a UrlItem over REST (those of the contract, every option, and the state), sorted. */
export const urlItemFields = [
  'address',
  'blockCause',
  'blockedReason',
  'clickLimit',
  'createdAt',
  'currentClicks',
  'customUrl',
  'domainHost',
  'domainId',
  'expiredUrl',
  'expiresAt',
  'folderId',
  'forwardPath',
  'forwardQuery',
  'hasPassword',
  'id',
  'isActive',
  'isBlocked',
  'isCloakable',
  'isCloaked',
  'notYetUrl',
  'note',
  'ogDescription',
  'ogImage',
  'ogTitle',
  'originalUrl',
  'privacyMode',
  'redirectType',
  'ruleCount',
  'shortUrl',
  'startsAt',
  'tags',
  'title',
  'updatedAt',
  'utmCampaign',
  'utmContent',
  'utmMedium',
  'utmSource',
  'utmTerm',
  'workspaceId',
]

/** A link of REST as GraphQL returns it. */
export function toGraphqlLink(link: SeededLink) {
  const { shortUrl: code, address: shortUrl, originalUrl: destination, customUrl, ...others } = link
  return { ...others, code, shortUrl, isCustom: customUrl !== null, destination }
}

/** The same fields as a GraphQL selection. */
export const urlItem = `{ ${urlItemFields
  .filter((field) => !['address', 'customUrl', 'originalUrl', 'tags'].includes(field))
  .concat('code', 'destination', 'isCustom', 'tags { id name color workspaceId createdAt updatedAt }')
  .join(' ')} }`

/** Asserts an error in the error envelope, and the fields in its details if `fields` is set. */
export function expectError(answer: RestAnswer, status: number, code: string, fields?: readonly string[]): void {
  expect({ status: answer.status, code: answer.json?.error.code }).toEqual({ status, code })
  expect(Object.keys(answer.json).sort()).toEqual(['error', 'message', 'timestamp'])
  expect(answer.json.error.message).toBe(answer.json.message)
  expect(answer.json.error.resolution).toMatch(/\.$/)
  if (fields) expect(namesIn(answer.json.error.details)).toEqual([...fields].sort())
}

/** Asserts that the GraphQL answer is one error and no data, and the fields in its details if `fields` is set. */
export function expectGraphqlError(answer: GraphAnswer, status: number, code: string, fields?: readonly string[]) {
  expect(Object.values(answer.data ?? {}).filter((value) => value !== null)).toEqual([])
  expect(answer.errors?.map(({ extensions }) => [extensions.http.status, extensions.code])).toEqual([[status, code]])
  expect(answer.errors?.[0]?.extensions.resolution).toMatch(/\.$/)
  if (fields) expect(namesIn(answer.errors?.[0]?.extensions.details)).toEqual([...fields].sort())
}

function namesIn(details: readonly { field: string }[] | undefined): string[] | undefined {
  return details?.map(({ field }) => field).sort()
}

/** The text of an answer without the values that differ between all requests. */
export function timeless({ text }: RestAnswer): string {
  return text.replace(/"(timestamp|requestId)":"[^"]*"/g, '"$1":""')
}

export interface LinkRow {
  readonly id: string
  readonly workspace_id: string | null
  readonly code: string
  readonly [column: string]: unknown
}

/** The database row of a link without the text that searches read, which follows from the others; or undefined. */
export async function linkRow(test: TestApp, id: string): Promise<LinkRow | undefined> {
  const [row] = await test.sql<LinkRow>('select * from link where id = ?', [id])
  if (!row) return undefined
  const { search_text: _, ...columns } = row
  return columns as LinkRow
}

export interface CodeRow {
  readonly key: string
  readonly link_id: string | null
  readonly workspace_id: string | null
  readonly released_at: string | null
}

/** The database row of a code in any case, or undefined. */
export async function codeRow(test: TestApp, code: string): Promise<CodeRow | undefined> {
  const [row] = await test.sql<CodeRow>('select * from code where key = ?', [code.toLowerCase()])
  return row
}

/** The number of links of a workspace. */
export async function linksOf(test: TestApp, workspaceId: string): Promise<number> {
  const [row] = await test.sql<{ count: number }>('select count(*)::int as count from link where workspace_id = ?', [
    workspaceId,
  ])
  return row?.count ?? 0
}

/** Opens the short address like a person's browser. The visit counts as a click. */
export function visit(test: TestApp, code: string): Promise<RestAnswer> {
  return test.rest.get(`/${code}`, { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } })
}
