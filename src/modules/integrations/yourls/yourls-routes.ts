import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logServerError, toServiceError } from '../../../platform/graphql/error-formatting.ts'
import { registerScope } from '../../../platform/http/http-server.ts'
import type { KeyOperations } from '../../../platform/http/key-operations.ts'
import { acceptForms } from '../../../platform/web/form-bodies.ts'
import { actions, type Parameters } from './yourls-actions.ts'
import { failure, readFormat, render, type YourlsAnswer } from './yourls-answer.ts'
import { toFailure } from './yourls-errors.ts'

/** An address of 2,048 characters, each encoded as up to nine, and the other fields. */
const bodyLimitBytes = 24 * 1024

const path = '/yourls-api.php'

/**
 * The programming interface of YOURLS, by GET and POST, for the programs that speak it. A key is in the query, so no answer is kept by
 * anyone, and no other site hears of the address.
 */
export async function registerYourlsRoutes(server: FastifyInstance, operations: KeyOperations): Promise<void> {
  await registerScope(server, async (scope) => {
    scope.removeAllContentTypeParsers()
    await acceptForms(scope, { bodyLimit: bodyLimitBytes })
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit: bodyLimitBytes }, readMultipart)
    const options = { config: { rateLimit: { none: 'Each operation is charged to its key.' } } } as const
    const handle = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!request.context.settings.acceptsYourls) return reply.callNotFound()
      const parameters = readParameters(request)
      const answer = await act(operations, request, parameters).catch((error: unknown) => {
        const serviceError = toServiceError(error)
        logServerError(request.log, serviceError)
        reply.headers(serviceError.headers)
        return toFailure(serviceError)
      })
      const { mediaType, body } = render(answer, readFormat(parameters.get('format')))
      return reply
        .status(answer.status)
        .headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
        .header('x-content-type-options', 'nosniff')
        .type(mediaType)
        .send(body)
    }
    scope.get(path, options, handle)
    scope.post(path, options, handle)
  })
}

async function act(operations: KeyOperations, request: FastifyRequest, parameters: Parameters): Promise<YourlsAnswer> {
  const name = parameters.get('action') ?? ''
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (parameters.has('timestamp'))
    return failure(403, `Please log in. A hash with a timestamp is not accepted: ${howToLogIn}`)
  const key = parameters.get('signature') ?? parameters.get('password')
  const context = await operations.authenticate(request, key)
  if (!context) return failure(403, `Please log in: ${howToLogIn}`)
  return action ? action(operations, context, parameters) : failure(400, 'Unknown or missing "action" parameter')
}

/**
 * The password of an account is never accepted, because a login must not live in the settings of a program. A hash with a timestamp is not,
 * because the service has no key to compare it with, only a hash of each.
 */
const howToLogIn = 'send an API key as the signature, or as the password with any user name.'

/** The first value of each parameter. The body wins over the query. */
function readParameters({ query, body }: FastifyRequest): Parameters {
  const values = Object.entries({ ...(query as object), ...(body as object | undefined) })
  return new Map(values.map(([name, value]) => [name, String(Array.isArray(value) ? value[0] : value).trim()]))
}

/** PHP sends a form with parts when it is given an array. Node reads it. */
async function readMultipart(request: FastifyRequest, body: Buffer): Promise<object> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(body), { headers }).formData()
  return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
}
