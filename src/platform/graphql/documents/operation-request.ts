import type { FastifyRequest } from 'fastify'
import { GraphQLError } from 'graphql'
import Negotiator from 'negotiator'
import { z } from 'zod'

const text = z.string('must be a text').nullish()
const record = z.record(z.string(), z.unknown(), 'must be a JSON object').nullish()

/** The documentId names a trusted document (GraphQL over HTTP, appendix A). */
const fields = z.object({
  query: text,
  documentId: z.unknown().optional(),
  operationName: text,
  variables: record,
  extensions: record,
})

/** A request for one operation, by whatever transport it came. The query is absent or empty where the document is named. */
export type OperationRequest = Readonly<z.infer<typeof fields>>

/** Of Server-Sent Events, by which a POST can be answered. */
export const eventStreamType = 'text/event-stream'

/** The media types of an answer, in the order in which a client that accepts several equally gets them. */
const mediaTypes = ['application/json', 'application/graphql-response+json', eventStreamType]

/** As what a client gets an answer; undefined for a client that accepts none of it. */
export function chooseMediaType({ method, headers: { accept } }: FastifyRequest): string | undefined {
  if (accept === undefined) return mediaTypes[0]
  const offered = method === 'POST' ? mediaTypes : mediaTypes.filter((each) => each !== eventStreamType)
  return new Negotiator({ headers: { accept } }).mediaType(offered)
}

/** Reads a GET, or a POST whose body was parsed. Throws a `GraphQLError` for one that is no single request of GraphQL over HTTP. */
export function readHttpRequest(request: FastifyRequest): OperationRequest {
  const given = request.method === 'GET' ? readSearch(request) : request.body
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw badRequest('The body must be a JSON object with a query. Send one operation in each request.')
  const { data, error } = fields.safeParse(given)
  const [issue] = error?.issues ?? []
  if (!data) throw badRequest(`${issue?.path[0]?.toString()} ${issue?.message}.`)
  return data
}

function readSearch({ url, headers }: FastifyRequest): Record<string, unknown> {
  const type = headers['content-type']
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type))
    throw badRequest('A GET needs no content-type, and accepts application/json.', 415)
  const given: Record<string, unknown> = {}
  for (const [name, value] of new URL(url, 'http://localhost').searchParams) {
    if (Object.hasOwn(given, name)) throw badRequest('A parameter may be there once.')
    given[name] = name === 'variables' || name === 'extensions' ? parseJson(value) : value
  }
  return given
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** An error about the request as a whole. Nothing of the request is quoted. */
export function badRequest(message: string, status = 400): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status } } })
}
