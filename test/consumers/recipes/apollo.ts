import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client'
import { SetContextLink } from '@apollo/client/link/context'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { relayStylePagination } from '@apollo/client/utilities'
import { OperationTypeNode } from 'graphql'
import type { Session } from '../../../examples/frontend/session.ts'
import { createSocket } from './graphql-ws.ts'

/** Pages of one list are merged. Lists with other arguments, such as `search` or `sort`, are other lists. */
const connection = relayStylePagination((args) =>
  Object.keys(args ?? {}).filter((name) => !['first', 'after', 'last', 'before'].includes(name)),
)

export function createApolloClient(url: string, session: Session): ApolloClient {
  const authorization = new SetContextLink(async ({ headers }) => ({
    headers: { ...headers, authorization: await session.authorization() },
  }))
  return new ApolloClient({
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      new GraphQLWsLink(createSocket(url, session)),
      authorization.concat(new HttpLink({ uri: url })),
    ),
    cache: new InMemoryCache({
      typePolicies: { Query: { fields: { urls: connection } }, Workspace: { fields: { urls: connection } } },
    }),
    clientAwareness: { name: 'links', version: '1.0.0' },
  })
}

/** What a mutation was rejected with. */
export const errorsOf = (error: unknown) => (CombinedGraphQLErrors.is(error) ? error.errors : [error as Error])
