import type { Client } from 'graphql-sse'
import {
  Environment,
  type GraphQLResponse,
  Network,
  Observable,
  type PayloadError,
  RecordSource,
  Store,
} from 'relay-runtime'
import type { Session } from '../../../examples/frontend/session.ts'

export function createEnvironment(url: string, session: Session, live: Client): Environment {
  const network = Network.create(
    async ({ text: query }, variables) => {
      const headers = { 'content-type': 'application/json', authorization: await session.authorization() }
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
      return response.json()
    },
    ({ text }, variables) =>
      Observable.create<GraphQLResponse>((sink) =>
        live.subscribe(
          { query: text ?? '', variables },
          { ...sink, next: (result) => sink.next(result as GraphQLResponse) },
        ),
      ),
  )
  return new Environment({ network, store: new Store(new RecordSource()) })
}

/** The errors of `onCompleted`, or what `onError` has when an answer has no data at all. */
export const errorsOf = (error: Error & { source?: { errors?: PayloadError[] } }) => error.source?.errors ?? [error]
