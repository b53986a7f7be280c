import { type Client, createClient } from 'graphql-ws'
import type { Session } from '../../../examples/frontend/session.ts'

/** A browser cannot add a header to a WebSocket, so the token is in the first message. */
export function createSocket(url: string, session: Session): Client {
  return createClient({
    url: url.replace(/^http/, 'ws'),
    connectionParams: async () => ({ authorization: await session.authorization() }),
  })
}
