import { createHash } from 'node:crypto'

const icons = new Set(['/favicon.svg', '/apple-touch-icon.png'])

/** Every URL that a browser loads for an HTML page, in order, but the icons, which all pages have. */
export function addressesIn(html: string): string[] {
  const addresses = [...html.matchAll(/<[^>]*?\s(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address)
  return addresses.filter((address) => !icons.has(address))
}

/** The source expression of the policy for the inline script of a page. */
export function hashOfBoot(html: string): string {
  const [, boot = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []
  return `sha256-${createHash('sha256').update(boot).digest('base64')}`
}
