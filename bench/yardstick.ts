import fastify from 'fastify'

/** What every redirect is measured against: a bare Fastify route that answers 302 from a Map. */
const codes = new Map(Array.from({ length: 10_000 }, (_, n) => [`bench-${n}`, `https://example.com/${n}`]))
const server = fastify({ logger: false })
server.get<{ Params: { code: string } }>('/:code', (request, reply) => {
  const destination = codes.get(request.params.code)
  if (destination) reply.redirect(destination, 302)
  else reply.status(404).send()
})
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
