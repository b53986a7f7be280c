import type { Link } from '../link.entity.ts'
import { readUtmChanges, utmFields } from '../utm/utm-values.ts'

const previewTexts = ['ogTitle', 'ogDescription'] as const

/** The options without an address or a UTM value. Texts are kept without spaces around them. */
const plainOptions = [
  ...(['startsAt', 'expiresAt', 'clickLimit', 'redirectType', 'forwardQuery', 'isCloaked', 'privacyMode'] as const),
  ...previewTexts,
]

/** Where visitors go who do not get the destination. */
const otherDestinations = ['notYetUrl', 'expiredUrl'] as const

/** The properties of a link with an address to which it sends visitors. The block list covers all of them. */
export const visitedAddresses = ['originalUrl', ...otherDestinations] as const

/** The addresses that an owner may give besides the destination. */
export const addressOptions = [...otherDestinations, 'ogImage'] as const
export type AddressOption = (typeof addressOptions)[number]
export type AddressValues = Pick<Link, AddressOption>

/**
 * The options of a link that its owner sets. An option has the same name in inputs, events, exports and imports. The
 * alias, the destination, the title, the password, the folder and the tags have names or rules of their own.
 */
export const linkOptions = [...plainOptions, ...addressOptions, ...utmFields]

/** The options that are texts, as they are in a file. */
const textOptions = [...previewTexts, ...addressOptions, ...utmFields]
type TextOption = (typeof textOptions)[number]
export type LinkOption = (typeof linkOptions)[number]
export type LinkOptionValues = Pick<Link, LinkOption>

/** Options as an input has them. */
export type Given<T> = { readonly [Name in keyof T]?: T[Name] | null | undefined }

/** The options that an input has, except addresses. Null clears an option; a blank UTM value is null. */
export function readLinkOptions(input: Given<LinkOptionValues>): Partial<LinkOptionValues> {
  const given = plainOptions.filter((name) => input[name] !== undefined)
  const trim = (value: unknown) => (typeof value === 'string' ? value.trim() : value)
  return { ...Object.fromEntries(given.map((name) => [name, trim(input[name])])), ...readUtmChanges(input) }
}

/** Reads every option that is a text. */
export function readTextOptions<T>(read: (name: TextOption) => T): Record<TextOption, T> {
  return Object.fromEntries(textOptions.map((name) => [name, read(name)])) as Record<TextOption, T>
}

/** Only the options of a link or of a row. */
export function pickLinkOptions(values: Readonly<LinkOptionValues>): LinkOptionValues {
  return Object.fromEntries(linkOptions.map((name) => [name, values[name]])) as unknown as LinkOptionValues
}

/** The name of the column of a property: `expiresAt` is in `expires_at`. */
export function toColumnName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
