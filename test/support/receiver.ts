import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface Received {
  readonly headers: IncomingHttpHeaders
  /** The bytes as they came. */
  readonly body: string
  readonly json: { id: string; type: string; timestamp: string; data: Record<string, Record<string, unknown>> }
}

/** How a receiver answers: a status, or what it does itself. */
export type Answering = number | ((response: ServerResponse, received: Received) => void)

/** A receiver of webhooks on loopback, with everything it was sent. */
export interface Receiver {
  readonly url: string
  readonly received: Received[]
  answer: Answering
  close(): Promise<void>
}

export async function startReceiver(answer: Answering = 204): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      const one = { headers: request.headers, body, json: JSON.parse(body) }
      received.push(one)
      const { answer } = receiver
      if (typeof answer === 'number') response.writeHead(answer).end()
      else answer(response, one)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

/** What the reference library makes of a delivery. Throws when the signature is not good. */
export function verified(secret: string, { body, headers }: Received): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>)
}
