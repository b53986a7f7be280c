import { type Client, createClient } from 'graphql-sse'
import type { Session } from '../../../examples/frontend/session.ts'

/** One request for each subscription, which passes through every proxy. */
export function createEventStreams(url: string, session: Session): Client {
  return createClient({ url, headers: async () => ({ authorization: await session.authorization() }) })
}
