import type { FastifyInstance } from 'fastify'

/** What browsers and crawlers ask of any host. */
export function serveCrawlers(server: FastifyInstance): void {
  const outside = { config: { quota: false }, logLevel: 'warn' } as const
  server.get('/robots.txt', outside, async (_request, reply) =>
    reply.type('text/plain').send('User-agent: *\nDisallow: /\n'),
  )
  server.get('/favicon.ico', outside, async (_request, reply) =>
    reply.status(204).header('cache-control', 'public, max-age=86400').send(),
  )
}
