import { tooMany } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'

/** The parts of a short address. */
export interface ShortAddress {
  /** Null for an address with only a host. The code may have slashes, which no alias has. */
  readonly code: string | null
  readonly host: string | null
}

const maxAddresses = 20

/**
 * The addresses in a cell: a link of Bitly has several back-halves. The scheme of each address is optional. A text
 * without a slash or a dot is a code. With `lastPartOnly`, for products that are installed in a folder, the code is the
 * last part of the path.
 */
export function readShortAddresses(
  texts: readonly string[],
  { lastPartOnly }: { readonly lastPartOnly: boolean },
): ShortAddress[] {
  const parts = texts.flatMap((text) => text.split(/[\s,;|]/)).filter((part) => part !== '')
  const addresses = [...new Set(parts)].map((part) => readShortAddress(part, lastPartOnly))
  if (addresses.length > maxAddresses) throw InvalidParams.forField('shortUrl', tooMany({ max: maxAddresses }))
  return addresses
}

/** One address, with or without a scheme, or a code. */
export function readShortAddress(text: string, lastPartOnly: boolean): ShortAddress {
  if (!/[/.]/.test(text)) return { code: text, host: null }
  const url = toUrl(text)
  const parts = (url?.pathname ?? '').split('/').filter((part) => part !== '')
  const code = decode((lastPartOnly ? parts.slice(-1) : parts).join('/'))
  return { code: code === '' ? null : code, host: url?.hostname ?? null }
}

/** Whether an alias is spelled as a whole address. */
export function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

/** An alias without the slashes around it, which some exports write. */
export function trimSlashes(alias: string): string {
  return alias.includes('/')
    ? alias
        .split('/')
        .filter((part) => part !== '')
        .join('/')
    : alias
}

export function readHost(text: string | null): string | null {
  return text === null ? null : (toUrl(text)?.hostname ?? null)
}

function toUrl(text: string): URL | null {
  return URL.parse(isAddress(text) ? text : `https://${text}`)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
