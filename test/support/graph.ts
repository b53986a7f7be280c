import type { FastifyInstance } from 'fastify'
import { createMercuriusTestClient } from 'mercurius-integration-testing'
import { inRequest } from './counted-statements.ts'
import { ofPerson } from './rest.ts'
import { Secrets } from './secrets.ts'

export interface GraphError {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions: {
    readonly code: string
    readonly resolution: string
    readonly http: { readonly status: number }
    readonly details?: readonly { field: string; issue: string; code?: string; values?: object }[]
    readonly requestId: string
  }
}

export interface GraphAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever shape its own document asked for.
  readonly data: any
  readonly errors?: readonly GraphError[]
}

export interface GraphOptions {
  readonly token?: string | undefined
  readonly variables?: Record<string, unknown>
  readonly headers?: Record<string, string>
}

/** Sends one document to /graphql. */
export type GraphClient = (document: string, options?: GraphOptions) => Promise<GraphAnswer>

export function graphClient(server: FastifyInstance, secrets = new Secrets()): GraphClient {
  // The client checks for Mercurius but only injects into /graphql, where Apollo answers.
  const served = new Proxy(server, {
    get: (target, key) => (key === 'graphql' ? () => undefined : Reflect.get(target, key)),
  })
  const client = createMercuriusTestClient(served)
  return async (document, { token, variables, headers } = {}) => {
    const sent = { ...ofPerson, ...(token && { authorization: `Bearer ${token}` }), ...headers }
    secrets.note({ query: document, variables }, sent)
    const options = { ...(variables && { variables: variables as never }), headers: sent }
    const answer = await inRequest(() => client.query(document, options))
    secrets.note(answer)
    return answer as unknown as GraphAnswer
  }
}
