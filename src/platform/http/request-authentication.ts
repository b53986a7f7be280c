import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { InvalidToken } from '../auth/auth.errors.ts'
import { anonymousCaller, type Caller, type CredentialReader } from '../auth/caller.ts'
import { toServiceError } from '../graphql/error-formatting.ts'
import { type AppContext, RequestContext } from '../graphql/request-context.ts'
import type { ServiceError } from '../shared/service-error.ts'

/** Reads a header by its lower-case name; the first value of a repeated one. */
export function headerReader(headers: IncomingHttpHeaders): (name: string) => string | undefined {
  return (name) => {
    const value = headers[name]
    return Array.isArray(value) ? value[0] : value
  }
}

type AuthenticatingReader = Pick<CredentialReader, 'canRead' | 'read'>

/**
 * Authenticates every request, for GraphQL and REST alike, and sets its context. An invalid credential, or one that
 * cannot be checked while the database is down, is stored: only an operation that needs an account throws its error.
 */
export function authenticateRequests(
  server: FastifyInstance,
  appContext: AppContext,
  readers: readonly AuthenticatingReader[],
): void {
  server.decorateRequest('context')
  server.addHook('onRequest', async (request) => {
    const { id, log, method, clientAddress: address, headers } = request
    const caller = await authenticate(headers.authorization, readers)
    request.context = new RequestContext(appContext, caller, {
      id,
      log,
      method,
      address,
      header: headerReader(headers),
    })
  })
}

/** The caller of an `Authorization` header. An error is stored in the caller and not thrown. */
export async function authenticate(
  authorization: string | undefined,
  readers: readonly AuthenticatingReader[],
): Promise<Caller> {
  if (authorization === undefined) return anonymousCaller
  const { token, reader } = parseAuthorization(authorization, readers)
  if (!token || !reader) return { kind: 'invalid', error: new InvalidToken() }
  try {
    return await reader.read(token)
  } catch (error) {
    return { kind: 'invalid', error: toServiceError(error) }
  }
}

/** Those `Authorization` headers that are no longer valid. One statement for each kind of credential. */
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
      const errors = await reader.findInvalid(ownCredentials.map(({ token }) => token))
      return ownCredentials.flatMap(({ authorization, token }): [string, ServiceError][] => {
        const error = errors.get(token)
        return error ? [[authorization, error]] : []
      })
    }),
  )
  return new Map(invalid.flat())
}

function parseAuthorization<R extends AuthenticatingReader>(authorization: string, readers: readonly R[]) {
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
  return { token, reader: readers.find((each) => each.canRead(token)) }
}
