import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface Received {
  readonly headers: IncomingHttpHeaders
  /** The raw body. */
  readonly body: string
  readonly json: { id: string; type: string; timestamp: string; data: Record<string, Record<string, unknown>> }
}

/** The answer of a receiver: a status, or a function. */
export type Answering = number | ((response: ServerResponse, received: Received) => void)

/** A webhook receiver on loopback with everything it received. */
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

/** Verifies a delivery with the reference library and returns its content. Throws for an invalid signature. */
export function verified(secret: string, { body, headers }: Received): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>)
}
