import type { FastifyInstance, FastifyRequest } from 'fastify'
import { anonymous, type Caller } from '../access/caller.ts'
import { InvalidToken } from '../access/failures.ts'
import type { CredentialReader } from '../access/reader.ts'
import { Context, type RequestFacts, type Surroundings } from '../graphql/context.ts'
import { toFailure } from '../graphql/errors.ts'
import { headerIn } from './header.ts'

/**
 * Finds out who calls, once for every request and for both styles of API alike, and gives the request its context.
 * A credential that does not hold, or cannot be judged while the database is away, is kept as a refusal: only an
 * operation that needs an account raises it.
 */
export function identifyCallers(
  server: FastifyInstance,
  around: Surroundings,
  readers: readonly CredentialReader[],
): void {
  server.decorateRequest('context')
  server.addHook('onRequest', async (request) => {
    request.context = new Context(around, await callerOf(request.headers.authorization, readers), factsOf(request))
  })
}

async function callerOf(authorization: string | undefined, readers: readonly CredentialReader[]): Promise<Caller> {
  if (authorization === undefined) return anonymous
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  const reader = token && readers.find((each) => each.claims(token))
  if (!token || !reader) return { kind: 'refused', failure: new InvalidToken() }
  try {
    return await reader.read(token)
  } catch (error) {
    return { kind: 'refused', failure: toFailure(error) }
  }
}

function factsOf(request: FastifyRequest): RequestFacts {
  return {
    id: request.id,
    log: request.log,
    method: request.method,
    address: request.ip,
    header: headerIn(request.headers),
  }
}
