import { AsyncLocalStorage } from 'node:async_hooks'
import type { Server } from 'node:http'

/** Set in the work of a request. What an app does by itself, such as periodic tasks, has none. */
const requests = new AsyncLocalStorage<{ isAnswered: boolean }>()

/** Whether the statement that is logged now is of a request that waits for its answer. */
export const isOfRequest = () => requests.getStore()?.isAnswered === false

/** Sends a request to an app of this process. */
export async function inRequest<T>(send: () => Promise<T>): Promise<T> {
  const request = { isAnswered: false }
  try {
    // Awaited inside: Fastify injects a request when its promise is awaited.
    return await requests.run(request, async () => await send())
  } finally {
    request.isAnswered = true
  }
}

/** Likewise for requests over the network. */
export function markRequestsOf(server: Server): void {
  server.prependListener('request', (_request, response) => {
    const request = { isAnswered: false }
    response.on('close', () => {
      request.isAnswered = true
    })
    requests.enterWith(request)
  })
}
