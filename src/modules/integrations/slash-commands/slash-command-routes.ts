import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logServerError, toServiceError } from '../../../platform/graphql/error-formatting.ts'
import { OperationTimedOut } from '../../../platform/graphql/operation-deadline.ts'
import { registerScope } from '../../../platform/http/http-server.ts'
import type { KeyOperations } from '../../../platform/http/key-operations.ts'
import { secondMs, TimeoutError, withTimeout } from '../../../platform/shared/time.ts'
import { parseForm } from '../../../platform/web/form-bodies.ts'
import { rejectOtherMethods } from '../../../platform/web/reject-other-methods.ts'
import { type ProvedCommand, proveCommand } from './command-proof.ts'
import { describeCommand, describeError, escapeMarks, readCommandText } from './command-text.ts'

const path = '/v1/slack/commands'

/** A text of 4,000 characters, each encoded as up to nine. */
const bodyLimitBytes = 40 * 1024

/** Slack waits for 3 seconds, and then shows an error of its own. The operation is stopped before we answer without it. */
const operationSeconds = 2
const answerTimeoutMs = 2.5 * secondMs

/**
 * The slash command of Slack and Mattermost, outside of the schema, because both send a form and show only answers with status 200. Only the
 * person who wrote the command sees the answer.
 */
export async function registerSlashCommandRoutes(server: FastifyInstance, operations: KeyOperations): Promise<void> {
  await registerScope(server, async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: bodyLimitBytes },
      async (_request: FastifyRequest, body: Buffer) => body,
    )
    scope.post<{ Body: Buffer | undefined }>(path, {
      config: { rateLimit: { none: 'An unproved request costs a hash. A proved one is charged to its key.' } },
      // Before the body is read.
      onRequest: async ({ context }, reply) => {
        const { slack, mattermost } = context.settings.slashCommands
        if (!slack && !mattermost) return reply.callNotFound()
      },
      handler: async (request, reply) => {
        const { context, body = Buffer.alloc(0) } = request
        const form = readForm(body)
        const { header } = context.request
        const command = proveCommand(context.settings.slashCommands, { body, form, header }, context.now())
        if ('problem' in command) {
          request.log.info({ problem: command.problem }, 'a slash command was refused')
          return answer(reply, 401, command.problem)
        }
        return answer(reply, 200, await runCommand(operations, request, command, form))
      },
    })
    rejectOtherMethods(scope, path, ['POST'])
  })
}

/** The answer for the person who wrote the command, also when it fails. */
async function runCommand(
  operations: KeyOperations,
  request: FastifyRequest,
  { apiKey, apiKeySetting, idempotencyKey }: ProvedCommand,
  form: ReadonlyMap<string, string>,
): Promise<string> {
  const text = readCommandText(form.get('text') ?? '')
  if (!text) return describeCommand(form.get('command'))
  const createLink = async () => {
    const context = await operations.authenticate(request, apiKey, operationSeconds)
    if (!context) return `The command has no valid API key. Tell the operator of the service: ${apiKeySetting} is none.`
    const input = { longUrl: text.address, ...(text.slug !== undefined && { customUrl: text.slug }) }
    const link = await operations.call<{ address: string }>(context, 'createUrl', input, { idempotencyKey })
    return link.address
  }
  try {
    return await withTimeout(answerTimeoutMs, createLink())
  } catch (error) {
    if (error instanceof TimeoutError) return tooSlow
    const serviceError = toServiceError(error)
    if (serviceError instanceof OperationTimedOut) return tooSlow
    logServerError(request.log, serviceError)
    return describeError(serviceError, apiKeySetting)
  }
}

const tooSlow = 'The service is too slow at the moment. Try again in a minute.'

/** The first value of each field. */
function readForm(body: Buffer): ReadonlyMap<string, string> {
  const fields = Object.entries(parseForm(body.toString('utf8')))
  return new Map(fields.map(([name, value]) => [name, String(Array.isArray(value) ? value[0] : value)]))
}

function answer(reply: FastifyReply, status: number, text: string): FastifyReply {
  const body = { response_type: 'ephemeral', text: escapeMarks(text) }
  return reply.status(status).header('cache-control', 'no-store').send(body)
}
