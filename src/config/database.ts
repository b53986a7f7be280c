import { resolve } from 'node:path'
import { z } from 'zod'

/** Where the data is stored: a PostgreSQL server, a folder of the embedded database, or memory only. */
export type DatabasePlace =
  | { readonly kind: 'server'; readonly url: string }
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'memory' }

const isServerUrl = (text: string) => /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text)

export const databasePlace = z.string().transform((text, issues): DatabasePlace => {
  if (text === 'memory://') return { kind: 'memory' }
  if (isServerUrl(text)) return { kind: 'server', url: text }
  // `file://name` would name a host, not a folder.
  if (/^file:(?!\/\/[^/])./.test(text))
    return { kind: 'folder', folder: resolve(text.replace(/^file:(\/\/(?=\/))?/, '')) }
  issues.addIssue('not a database URL')
  return z.NEVER
})

/** A comma in a password is written `%2C`. */
export const replicaUrls = z.string().transform((text, issues): readonly string[] => {
  const urls = text.split(',').map((each) => each.trim())
  if (urls.every(isServerUrl)) return urls
  issues.addIssue('not URLs of servers')
  return z.NEVER
})

/** The user and the database may be missing: then they are `default`. */
export const clickHouseUrl = z.string().transform((text, issues): string => {
  const url = URL.parse(text)
  const isWhole =
    url !== null && /^https?:$/.test(url.protocol) && /^\/\w*$/.test(url.pathname) && !url.search && !url.hash
  if (isWhole) return text
  issues.addIssue('not the address of a ClickHouse')
  return z.NEVER
})
