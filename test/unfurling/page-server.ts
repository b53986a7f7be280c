import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers one path: a page, or what a function sends. */
export type PageAnswer = string | ((response: ServerResponse, request: IncomingMessage) => void)

/** Pages on loopback, by their paths, and the requests for them. */
export interface PageServer {
  readonly origin: string
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[]
  /** Adds a page and returns its address. */
  add(path: string, answer: PageAnswer): string
  close(): Promise<void>
}

export async function startPageServer(): Promise<PageServer> {
  const answers = new Map<string, PageAnswer>()
  const requests: PageServer['requests'] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, headers: request.headers })
    const answer = answers.get(path)
    if (answer === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Missing</title>')
    else if (typeof answer === 'string') sendPage(response, answer)
    else answer(response, request)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // For those who never close it.
  server.unref()
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    requests,
    add: (path, answer) => {
      answers.set(path, answer)
      return origin + path
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answers 200 with a page, in UTF-8 unless the type says something else. */
export function sendPage(response: ServerResponse, body: string | Buffer, contentType = 'text/html; charset=utf-8') {
  response.writeHead(200, { 'content-type': contentType }).end(body)
}

/** Answers with a redirect. */
export const redirectTo =
  (location: string, status = 302): PageAnswer =>
  (response) =>
    void response.writeHead(status, { location }).end()
