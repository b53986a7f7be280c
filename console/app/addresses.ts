/** Whether a text is the address of a page, with or without its scheme. */
export function looksLikeAddress(text: string): boolean {
  return /^(https?:\/\/)?[^\s/?#.]+(\.[^\s/?#.]+)+([/?#]\S*)?$/i.test(text) || /^https?:\/\/\S+$/i.test(text)
}

/** Adds `https://` to `example.com/page`, and takes a second one away. */
export function withScheme(text: string): string {
  const address = text.replace(/^https?:\/\/(?=https?:\/\/)/i, '')
  return /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`
}

/** An address as people write it: `tack.example/spring`. */
export function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//, '')
}

/** A destination as people write it, without `www.` too. */
export function shortDestination(address: string): string {
  return withoutScheme(address).replace(/^www\./, '')
}
