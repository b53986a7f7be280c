import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import type { Settings } from '../config.ts'
import { page, pageHeaders } from './page.ts'

/** What lives at the root of the host beside the codes: a page that says what this is, and what crawlers ask for. */
export function serveFront(server: FastifyInstance, { publicUrl, production }: Settings): void {
  const outside = { config: { quota: false }, logLevel: 'warn' } as const
  // In production /graphql shows a browser nothing, so nothing leads there.
  const front = page({
    status: 200,
    title: 'Tack',
    body: html`<h1>Short links, told truthfully</h1>
<p>This is a Tack service: link shortening and click analytics over GraphQL and REST.</p>
<ul>
<li>GraphQL at !${production ? html`${publicUrl}/graphql` : html`<a href="${publicUrl}/graphql">${publicUrl}/graphql</a>`}</li>
<li>REST at ${publicUrl}/v1, described at <a href="${publicUrl}/docs">${publicUrl}/docs</a></li>
</ul>`,
  })
  server.get('/', outside, async (_request, reply) => reply.headers(pageHeaders(front)).send(front.body))
  server.get('/robots.txt', outside, async (_request, reply) =>
    reply.type('text/plain').send('User-agent: *\nDisallow: /\n'),
  )
  server.get('/favicon.ico', outside, async (_request, reply) =>
    reply.status(204).header('cache-control', 'public, max-age=86400').send(),
  )
}
