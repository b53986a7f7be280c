import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Responder = (answer: ServerResponse, request: IncomingMessage) => void

/** A server for the chat completions API that answers as a test says, including invalid answers. */
export interface FakeModel {
  /** The value for `LLM_BASE_URL`. */
  readonly url: string
  /** All requests since the last `splice(0)`. */
  readonly requests: { path: string; headers: IncomingMessage['headers']; body: string }[]
  respond: Responder
  close(): Promise<void>
}

export async function startFakeModel(): Promise<FakeModel> {
  const requests: FakeModel['requests'] = []
  const server = createServer(async (request, answer) => {
    let body = ''
    for await (const piece of request) body += piece
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    model.respond(answer, request)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const model: FakeModel = {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    respond: respondWithText('no call at all'),
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return model
}

/** The arguments of a valid call, with changes. */
export const createToolArguments = (changes: Record<string, unknown> = {}) => ({
  operation: 'totals',
  dimension: null,
  unit: null,
  cycle: null,
  cycleParts: null,
  order: null,
  limit: null,
  measure: 'clicks',
  inPercent: false,
  linkKind: 'link',
  link: null,
  folder: null,
  tag: null,
  otherLink: null,
  from: null,
  to: null,
  comparedFrom: null,
  comparedTo: null,
  includeBots: false,
  filters: Object.fromEntries(
    'country region city continent device browser os referrer utmSource utmMedium utmCampaign utmTerm utmContent trigger'
      .split(' ')
      .map((name) => [name, (changes.filters as Record<string, unknown> | undefined)?.[name] ?? null]),
  ),
  ...Object.fromEntries(Object.entries(changes).filter(([name]) => name !== 'filters')),
})

export interface Call {
  readonly name: string
  readonly arguments: unknown
}

/** Responds with these tool calls. Arguments other than text are written as JSON. */
export function respondWithCalls(...calls: readonly Partial<Call>[]): Responder {
  return json({
    role: 'assistant',
    content: null,
    tool_calls: calls.map(({ name = 'answer_question', arguments: toolArguments = createToolArguments() }, n) => ({
      id: `call_${n}`,
      type: 'function',
      function: { name, arguments: typeof toolArguments === 'string' ? toolArguments : JSON.stringify(toolArguments) },
    })),
  })
}

/** Responds with text and without a tool call. */
export function respondWithText(content: string): Responder {
  return json({ role: 'assistant', content })
}

function json(message: unknown): Responder {
  const completion = { id: 'x', object: 'chat.completion', created: 0, model: 'stand-in' }
  const body = JSON.stringify({ ...completion, choices: [{ index: 0, finish_reason: 'stop', message }] })
  return respondRaw(200, body)
}

export function respondRaw(status: number, body: string, headers: Record<string, string> = {}): Responder {
  return (answer) => void answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}
