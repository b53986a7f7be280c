import type { FastifyInstance, FastifyRequest } from 'fastify'
import { anonymous, type Caller } from '../access/caller.ts'
import { InvalidToken } from '../access/failures.ts'
import type { CredentialReader } from '../access/reader.ts'
import type { Failure } from '../base/failure.ts'
import { Context, type RequestFacts, type Surroundings } from '../graphql/context.ts'
import { toFailure } from '../graphql/errors.ts'
import { headerIn } from './header.ts'

type Reader = Pick<CredentialReader, 'claims' | 'read'>

/**
 * Finds out who calls, once for every request and for both styles of API alike, and gives the request its context.
 * A credential that does not hold, or cannot be judged while the database is away, is kept as a refusal: only an
 * operation that needs an account raises it.
 */
export function identifyCallers(server: FastifyInstance, around: Surroundings, readers: readonly Reader[]): void {
  server.decorateRequest('context')
  server.addHook('onRequest', async (request) => {
    request.context = new Context(around, await callerOf(request.headers.authorization, readers), factsOf(request))
  })
}

/** Who shows this `Authorization` header. One that does not hold, or cannot be judged now, is kept as a refusal. */
export async function callerOf(authorization: string | undefined, readers: readonly Reader[]): Promise<Caller> {
  if (authorization === undefined) return anonymous
  const { token, reader } = readable(authorization, readers)
  if (!token || !reader) return { kind: 'refused', failure: new InvalidToken() }
  try {
    return await reader.read(token)
  } catch (error) {
    return { kind: 'refused', failure: toFailure(error) }
  }
}

/** Those of the headers, all of which were good before, whose credential holds no longer: a statement for each kind. */
export async function lapsedAmong(
  authorizations: readonly string[],
  readers: readonly CredentialReader[],
): Promise<ReadonlyMap<string, Failure>> {
  const shown = authorizations.map((authorization) => ({ authorization, ...readable(authorization, readers) }))
  const lapsed = await Promise.all(
    readers.map(async (reader) => {
      const own = shown.filter((each) => each.reader === reader)
      if (own.length === 0) return []
      const failures = await reader.lapsed(own.map(({ token }) => token))
      return own.flatMap(({ authorization, token }): [string, Failure][] => {
        const failure = failures.get(token)
        return failure ? [[authorization, failure]] : []
      })
    }),
  )
  return new Map(lapsed.flat())
}

function readable<R extends Reader>(authorization: string, readers: readonly R[]) {
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
  return { token, reader: readers.find((each) => each.claims(token)) }
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
