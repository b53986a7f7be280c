import { ApolloClient, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client'
import { SetContextLink } from '@apollo/client/link/context'
import { ErrorLink } from '@apollo/client/link/error'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { ApolloProvider } from '@apollo/client/react'
import { relayStylePagination } from '@apollo/client/utilities'
import { OperationTypeNode } from 'graphql'
import { createClient } from 'graphql-ws'
import { createRoot } from 'react-dom/client'
import { LinksPage } from './links-page.tsx'
import { LoginPage } from './login-page.tsx'
import { isSessionOver, Session } from './session.ts'

/** The address of Tack: `#http://localhost:3000`. */
const url = `${location.hash.slice(1) || 'http://localhost:3000'}/graphql`
const session = new Session(url)

const authorize = new SetContextLink(async ({ headers }) => ({
  headers: { ...headers, authorization: await session.authorization() },
}))
const socket = createClient({
  url: url.replace(/^http/, 'ws'),
  connectionParams: async () => ({ authorization: await session.authorization() }),
})
/** A session that somebody ended, for instance with a new password, leads to the login. */
const onError = new ErrorLink(({ error }) => {
  if (CombinedGraphQLErrors.is(error) && error.errors.some(isSessionOver)) endSession()
})
const client = new ApolloClient({
  link: onError.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new GraphQLWsLink(socket),
    authorize.concat(new HttpLink({ uri: url })),
  ),
  cache: new InMemoryCache({ typePolicies: { Query: { fields: { urls: relayStylePagination() } } } }),
})

const root = createRoot(document.getElementById('root') as HTMLElement)
render()

function render(): void {
  root.render(
    session.isOpen ? (
      <ApolloProvider client={client}>
        <LinksPage onLogOut={endSession} />
      </ApolloProvider>
    ) : (
      <LoginPage session={session} onLogIn={render} />
    ),
  )
}

function endSession(): void {
  session.end()
  client.clearStore().finally(render)
}
