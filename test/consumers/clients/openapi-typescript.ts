import type { components, operations } from '../generated/openapi-typescript.d.ts'

/** Null is part of the type where the service may answer with null. */
export function titleOf(link: components['schemas']['UrlItem']): string {
  return link.customUrl === null ? link.title : `${link.title} (${link.customUrl.toLowerCase()})`
}

export const newestFirst: NonNullable<operations['urls']['parameters']['query']> = { page: 1, limit: 20 }
export const link: components['schemas']['CreateUrlBody'] = { longUrl: 'https://example.com', expiresAt: null }
