import type { Route } from '../links/index.ts'

/**
 * What a link is called before those who do not receive its destination. A link that was given no title is called by
 * the host and path of the destination it was made with, which is the very thing withheld.
 */
export function publicTitle({ title, originalUrl }: Route): string {
  const isAddress = /^[^\s/]+\.[^\s/]+(\/\S*)?$/.test(title)
  return isAddress || title.includes(new URL(originalUrl).hostname) ? 'A short link' : title
}
