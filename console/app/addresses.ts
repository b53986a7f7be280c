import punycode from 'punycode.js'

/** Whether a text is the address of a page, with or without its scheme. */
export function looksLikeAddress(text: string): boolean {
  return /^(https?:\/\/)?[^\s/?#.]+(\.[^\s/?#.]+)+([/?#]\S*)?$/i.test(text) || /^https?:\/\/\S+$/i.test(text)
}

/** Adds `https://` to `example.com/page`, and takes a second one away. */
export function withScheme(text: string): string {
  const address = text.replace(/^https?:\/\/(?=https?:\/\/)/i, '')
  return /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`
}

/** The ending of a short address that was pasted whole, such as `spring` of `https://tack.example/spring?a=1`. */
export function endingOf(text: string): string {
  return /^\s*(?:https?:\/\/)?[^\s/]+\/+([^\s/?#]+)/i.exec(text)?.[1] ?? text
}

/** The first address in a text, which phones share together with other words. */
export function findAddress(text: string): string | undefined {
  return /https?:\/\/\S+/i.exec(text)?.[0]
}

/**
 * An address as people write it: `tack.example/spring`, and `bücher.example/größe` for `https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe`. Spaces and
 * signs that are not seen stay encoded.
 */
export function withoutScheme(address: string): string {
  const [, host = '', path = ''] = /^(?:https?:\/\/)?([^/?#]*)(.*)$/s.exec(address) ?? []
  try {
    const text = punycode.toUnicode(host) + decodeURI(path)
    if (!/[\p{C}\p{Z}]/u.test(text)) return text
  } catch {
    // It is shown as it is.
  }
  return host + path
}

/** Whether a text is an address under one of these hosts, such as `https://tack.example/spring`. A host may have a path, such as `example.org/go`. */
export function isUnder(hosts: readonly string[], text: string): boolean {
  const address = text.replace(/^https?:\/\//i, '').toLowerCase()
  return hosts.some((host) => address.startsWith(`${host.toLowerCase()}/`))
}

/** The title of a link that was given none: its destination, as the service writes it. Empty for what is no address. */
export function defaultTitle(destination: string): string {
  if (!URL.canParse(destination)) return ''
  const { host, pathname } = new URL(destination)
  return (host + (pathname === '/' ? '' : pathname)).slice(0, 255)
}

/** The title that somebody gave a link; empty for one that only repeats its destination. */
export function ownTitle({ title, destination }: { readonly title: string; readonly destination: string }): string {
  return title === defaultTitle(destination) ? '' : title
}

/** A destination as people write it, without `www.` too. */
export function shortDestination(address: string): string {
  return withoutScheme(address).replace(/^www\./, '')
}
