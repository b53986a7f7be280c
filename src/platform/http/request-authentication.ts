import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { InvalidToken } from '../auth/auth.errors.ts'
import { anonymousCaller, type Caller, type CredentialReader } from '../auth/caller.ts'
import { toServiceError } from '../graphql/error-formatting.ts'
import { type AppContext, RequestContext, type RequestDetails } from '../graphql/request-context.ts'
import type { ServiceError } from '../shared/service-error.ts'

/** Reads a header by its lower-case name; of one that was sent several times, the first. */
export function headerReader(headers: IncomingHttpHeaders): (name: string) => string | undefined {
  return (name) => {
    const value = headers[name]
    return Array.isArray(value) ? value[0] : value
  }
}

type AuthenticatingReader = Pick<CredentialReader, 'canRead' | 'read'>

/**
 * Finds out who calls, once for every request and for both styles of API alike, and gives the request its context.
 * A credential that does not hold, or cannot be judged while the database is away, is kept as a refusal: only an
 * operation that needs an account raises it.
 */
export function authenticateRequests(
  server: FastifyInstance,
  appContext: AppContext,
  readers: readonly AuthenticatingReader[],
): void {
  server.decorateRequest('context')
  server.addHook('onRequest', async (request) => {
    request.context = new RequestContext(
      appContext,
      await authenticate(request.headers.authorization, readers),
      requestDetailsOf(request),
    )
  })
}

/** Who shows this `Authorization` header. One that does not hold, or cannot be judged now, is kept as a refusal. */
export async function authenticate(
  authorization: string | undefined,
  readers: readonly AuthenticatingReader[],
): Promise<Caller> {
  if (authorization === undefined) return anonymousCaller
  const { token, reader } = parseAuthorization(authorization, readers)
  if (!token || !reader) return { kind: 'refused', error: new InvalidToken() }
  try {
    return await reader.read(token)
  } catch (error) {
    return { kind: 'refused', error: toServiceError(error) }
  }
}

/** Those of the headers, all of which were good before, whose credential holds no longer: a statement for each kind. */
export async function findInvalidCredentials(
  authorizations: readonly string[],
  readers: readonly CredentialReader[],
): Promise<ReadonlyMap<string, ServiceError>> {
  const credentials = authorizations.map((authorization) => ({
    authorization,
    ...parseAuthorization(authorization, readers),
  }))
  const invalid = await Promise.all(
    readers.map(async (reader) => {
      const ownCredentials = credentials.filter((each) => each.reader === reader)
      if (ownCredentials.length === 0) return []
      const failures = await reader.findInvalid(ownCredentials.map(({ token }) => token))
      return ownCredentials.flatMap(({ authorization, token }): [string, ServiceError][] => {
        const failure = failures.get(token)
        return failure ? [[authorization, failure]] : []
      })
    }),
  )
  return new Map(invalid.flat())
}

function parseAuthorization<R extends AuthenticatingReader>(authorization: string, readers: readonly R[]) {
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
  return { token, reader: readers.find((each) => each.canRead(token)) }
}

function requestDetailsOf(request: FastifyRequest): RequestDetails {
  return {
    id: request.id,
    log: request.log,
    method: request.method,
    address: request.ip,
    header: headerReader(request.headers),
  }
}
