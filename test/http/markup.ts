import { createHash } from 'node:crypto'

/** Every address an HTML page makes a browser load, in order. */
export function addressesIn(html: string): string[] {
  return [...html.matchAll(/<[^>]*?\s(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address)
}

/** The policy's word for the one script a page carries inline. */
export function hashOfBoot(html: string): string {
  const [, boot = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []
  return `sha256-${createHash('sha256').update(boot).digest('base64')}`
}
