import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { ApolloProvider } from '@apollo/client/react'
import { OperationTypeNode } from 'graphql'
import { createClient } from 'graphql-ws'
import { createRoot } from 'react-dom/client'
import { LinksPage } from './links-page.tsx'

/** The address of Tack and a token: `#url=http://localhost:3000&token=...`. A real frontend asks for a login. */
const settings = new URLSearchParams(location.hash.slice(1))
const tackUrl = settings.get('url') ?? 'http://localhost:3000'
const authorization = `Bearer ${settings.get('token')}`

const http = new HttpLink({ uri: `${tackUrl}/graphql`, headers: { authorization } })
const socket = new GraphQLWsLink(
  createClient({ url: `${tackUrl.replace(/^http/, 'ws')}/graphql`, connectionParams: { authorization } }),
)
const client = new ApolloClient({
  link: ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, socket, http),
  cache: new InMemoryCache(),
})

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <ApolloProvider client={client}>
      <LinksPage />
    </ApolloProvider>,
  )
