import { createHash } from 'node:crypto'

/** Every URL that a browser loads for an HTML page, in order. */
export function addressesIn(html: string): string[] {
  return [...html.matchAll(/<[^>]*?\s(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address)
}

/** The source expression of the policy for the inline script of a page. */
export function hashOfBoot(html: string): string {
  const [, boot = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []
  return `sha256-${createHash('sha256').update(boot).digest('base64')}`
}
