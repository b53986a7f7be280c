import type { Link } from '../link.entity.ts'
import { readUtmChanges, utmFields } from '../utm/utm-values.ts'

/** The options without an address or a UTM value. Texts are kept without spaces around them. */
const plainOptions = [
  ...(['clickLimit', 'startsAt', 'expiresAt', 'isCloaked', 'privacyMode', 'forwardQuery', 'redirectType'] as const),
  ...(['ogTitle', 'ogDescription'] as const),
]

/** The addresses that an owner may give besides the destination. Each has rules of its own. */
const addressOptions = ['expiredUrl', 'ogImage'] as const

/**
 * The options of a link that its owner sets. An option has the same name in inputs, events, exports and imports. The
 * alias, the destination, the title, the password, the folder and the tags have names or rules of their own.
 */
export const linkOptions = [...plainOptions, ...addressOptions, ...utmFields]
export type LinkOption = (typeof linkOptions)[number]
export type LinkOptionValues = Pick<Link, LinkOption>

type Given<T> = { readonly [Name in keyof T]?: T[Name] | null | undefined }

/** The options that an input has, except addresses. Null clears an option; a blank UTM value is null. */
export function readLinkOptions(input: Given<LinkOptionValues>): Partial<LinkOptionValues> {
  const given = plainOptions.filter((name) => input[name] !== undefined)
  const trim = (value: unknown) => (typeof value === 'string' ? value.trim() : value)
  return { ...Object.fromEntries(given.map((name) => [name, trim(input[name])])), ...readUtmChanges(input) }
}

/** Only the options of a link or of a row. */
export function pickLinkOptions(values: Readonly<LinkOptionValues>): LinkOptionValues {
  return Object.fromEntries(linkOptions.map((name) => [name, values[name]])) as unknown as LinkOptionValues
}

/** The name of the column of a property: `expiresAt` is in `expires_at`. */
export function toColumnName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
