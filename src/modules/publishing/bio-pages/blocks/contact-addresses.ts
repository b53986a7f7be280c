import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import type { BioBlockType } from './bio-block-type.ts'
import { networkNames, type SocialNetwork } from './social-networks.ts'

/** The scheme before the content of a block, which people copy together with the content. */
const schemes: Partial<Record<BioBlockType, string>> = { email: 'mailto:', phone: 'tel:', sms: 'sms:' }

interface ContactInput {
  readonly type: BioBlockType
  readonly content?: string | null
  readonly url?: string | null
}

/**
 * A link to `tel:` or `sms:` is a block of the type `phone` or `sms`: a redirect cannot lead there, so no click is
 * counted. The content of these types, and of an e-mail block, may have its scheme.
 */
export function readContact<T extends ContactInput>(input: T): T {
  const url = input.url?.trim() ?? ''
  const [type] = (['phone', 'sms'] as const).filter((each) => startsWith(url, schemes[each]))
  if (input.type !== 'link' || !type) return { ...input, content: withoutScheme(input.type, input.content) }
  if (input.content != null) throw InvalidParams.forField('content', 'must not be given with a telephone number')
  return { ...input, type, url: null, content: withoutScheme(type, decode(url)) }
}

/** The content of a block of this type without the scheme of its type. */
export function withoutScheme(type: BioBlockType, content: string | null | undefined): string | null | undefined {
  const scheme = schemes[type]
  const text = content?.trim()
  return text !== undefined && startsWith(text, scheme) ? text.slice(scheme?.length) : content
}

function startsWith(text: string, scheme: string | undefined): boolean {
  return scheme !== undefined && text.toLowerCase().startsWith(scheme)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The most characters of a telephone number as people write it, with spaces and brackets. */
const maxPhoneLength = 40

/** What stands before the extension of a number, in the four languages and in RFC 3966. */
const extensionPattern = /(?:;ext=|[\s,]*(?:ext\.?|extension|x|#|durchwahl|dw\.?|poste|p\.|extensi[oó]n)\s*)(\d{1,7})$/i

/** The number that a `tel:` address calls, with its extension as RFC 3966 has it; null for a text that is no number. */
export function toCalledNumber(text: string): string | null {
  const [end = '', extension] = extensionPattern.exec(text) ?? []
  const number = toPhoneNumber(text.slice(0, text.length - end.length))
  return number === null || extension === undefined ? number : `${number};ext=${extension}`
}

/**
 * The digits of a telephone number, with the plus of an international one; null for a text that is no number (E.164: at
 * most 15).
 */
export function toPhoneNumber(text: string): string | null {
  // The zero of `+49 (0)30` is dialled within the country only.
  const international = text.trim().startsWith('+') ? text.replace('(0)', '') : text
  const number = international.replace(/[ \u00a0()./-]/g, '')
  return text.length <= maxPhoneLength && /^\+?\d{3,15}$/.test(number) ? number : null
}

/** The address of the profile with a name, for networks whose profiles have such addresses. */
const profiles: Partial<Record<SocialNetwork, (name: string) => string>> = {
  instagram: (name) => `https://www.instagram.com/${name}`,
  tiktok: (name) => `https://www.tiktok.com/@${name}`,
  youtube: (name) => `https://www.youtube.com/@${name}`,
  x: (name) => `https://x.com/${name}`,
  facebook: (name) => `https://www.facebook.com/${name}`,
  threads: (name) => `https://www.threads.com/@${name}`,
  bluesky: (name) => `https://bsky.app/profile/${name.includes('.') ? name : `${name}.bsky.social`}`,
  linkedin: (name) => `https://www.linkedin.com/in/${name}`,
  github: (name) => `https://github.com/${name}`,
  twitch: (name) => `https://www.twitch.tv/${name}`,
  spotify: (name) => `https://open.spotify.com/user/${name}`,
  pinterest: (name) => `https://www.pinterest.com/${name}`,
  snapchat: (name) => `https://www.snapchat.com/add/${name}`,
  telegram: (name) => `https://t.me/${name}`,
}

/**
 * The web address that a block means. People may give a profile by its name, such as `@jack`, and WhatsApp by a
 * telephone number or by its own scheme. Other texts stay unchanged. Throws `InvalidParams` for a name on a network
 * whose profiles cannot be found by name.
 */
export function toWebAddress(network: SocialNetwork | null, address: string): string {
  const text = address.trim()
  const app = /^whatsapp:\/\/send\/?\?(.*)$/i.exec(text)?.[1]
  if (app !== undefined) return toWhatsapp(new URLSearchParams(app))
  if (!network || /^[a-z][a-z\d+.-]*:/i.test(text)) return address
  if (network === 'whatsapp') {
    const phone = toPhoneNumber(text)
    return phone === null ? address : toWhatsapp(new URLSearchParams({ phone }))
  }
  // Names on Bluesky are host names, and people write them without an @.
  if (network === 'bluesky' && /^[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text)) return profiles.bluesky?.(text) ?? address
  const [before, name = '', server, ...rest] = text.split('@')
  if (before !== '' || rest.length > 0 || !/^[\w.-]{1,64}$/.test(name)) return address
  if (server !== undefined) return network === 'mastodon' ? `https://${server}/@${name}` : address
  const profile = profiles[network]?.(name)
  if (profile !== undefined) return profile
  const networkName = networkNames[network]
  throw InvalidParams.forField(
    'url',
    `must be the whole address: ${networkName} finds no profile by a name such as @jack`,
  )
}

/** https://faq.whatsapp.com/5913398998672934: the number in full, without plus, zeros in front, brackets and dashes. */
function toWhatsapp(query: URLSearchParams): string {
  const phone = (query.get('phone') ?? '').replace(/\D/g, '').replace(/^00/, '')
  const text = query.get('text')
  return `https://wa.me/${phone}${text === null ? '' : `?${new URLSearchParams({ text })}`}`
}
