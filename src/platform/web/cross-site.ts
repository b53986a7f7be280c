import type { FastifyRequest } from 'fastify'

/**
 * Whether a page of another site or of another host of this site sent the request, by Fetch Metadata. `Origin` cannot be
 * used, because pages without a referrer send none. Requests without the header, as of old browsers, do not count.
 */
export function isCrossSite({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return !/^(same-origin|none)$/.test(String(headers['sec-fetch-site'] ?? 'none'))
}
