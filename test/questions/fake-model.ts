import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Behave = (answer: ServerResponse, request: IncomingMessage) => void

/** A server that speaks the chat-completions protocol and does as it is told, also what no decent model would. */
export interface StandIn {
  /** As `LLM_BASE_URL` has it. */
  readonly url: string
  /** Every request since the last `splice(0)`: its path, its headers and its body. */
  readonly heard: { path: string; headers: IncomingMessage['headers']; body: string }[]
  behave: Behave
  close(): Promise<void>
}

export async function startStandIn(): Promise<StandIn> {
  const heard: StandIn['heard'] = []
  const server = createServer(async (request, answer) => {
    let body = ''
    for await (const piece of request) body += piece
    heard.push({ path: request.url ?? '', headers: request.headers, body })
    standIn.behave(answer, request)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const standIn: StandIn = {
    url: `http://127.0.0.1:${port}/v1`,
    heard,
    behave: answering('no call at all'),
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return standIn
}

/** The arguments of a good call, some of them replaced. */
export const choice = (changes: Record<string, unknown> = {}) => ({
  operation: 'totals',
  ...{ dimension: null, unit: null, order: null, limit: null, measure: 'clicks', link: null },
  ...{ from: null, to: null, comparedFrom: null, comparedTo: null, includeBots: false },
  filters: Object.fromEntries(
    'country region device browser os referrer utmSource utmMedium utmCampaign trigger'
      .split(' ')
      .map((name) => [name, (changes.filters as Record<string, unknown> | undefined)?.[name] ?? null]),
  ),
  ...Object.fromEntries(Object.entries(changes).filter(([name]) => name !== 'filters')),
})

export interface Call {
  readonly name: string
  readonly arguments: unknown
}

/** Answers with these calls of tools; arguments that are no text are written as JSON. */
export function calling(...calls: readonly Partial<Call>[]): Behave {
  return json({
    role: 'assistant',
    content: null,
    tool_calls: calls.map(({ name = 'answer_question', arguments: given = choice() }, n) => ({
      id: `call_${n}`,
      type: 'function',
      function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
    })),
  })
}

/** Answers with words, and no call. */
export function answering(content: string): Behave {
  return json({ role: 'assistant', content })
}

function json(message: unknown): Behave {
  const completion = { id: 'x', object: 'chat.completion', created: 0, model: 'stand-in' }
  const body = JSON.stringify({ ...completion, choices: [{ index: 0, finish_reason: 'stop', message }] })
  return raw(200, body)
}

export function raw(status: number, body: string, headers: Record<string, string> = {}): Behave {
  return (answer) => void answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}
