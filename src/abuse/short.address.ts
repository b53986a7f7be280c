import { InvalidParams } from '../base/failures.ts'
import type { Settings } from '../config.ts'
import { codeKey } from '../links/index.ts'

/**
 * The key of the code somebody reports, from a short address as a browser or a message shows it or from the code alone.
 * Throws `InvalidParams` for what no link here can be: an address of another host, or signs no code has. Whether there
 * is such a link it does not know.
 */
export function reportedKey(text: string, { shortUrl, publicUrl }: Pick<Settings, 'shortUrl' | 'publicUrl'>): string {
  const key = codeKey(codeIn(text.trim().replace(/^\/+/, ''), [shortUrl, publicUrl]).replace(/\+$/, ''))
  if (key === null) throw InvalidParams.of('shortUrl', 'must be a short address of this service, or its code')
  return key
}

function codeIn(text: string, bases: readonly string[]): string {
  if (!/[./]/.test(text)) return text
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  const base = bases.map((each) => new URL(each)).find(({ host }) => host === url?.host)
  return url && base ? url.pathname.slice(base.pathname.length).replace(/^\//, '').replace(/\/$/, '') : ''
}
