import type { ApolloCache } from '@apollo/client'
import { ApolloProvider, useMutation, useQuery, useSubscription } from '@apollo/client/react'
import type { ResultOf } from 'gql.tada'
import { useState } from 'react'
import { createApolloClient, errorsOf } from '../recipes/apollo.ts'
import { CreateLink, DeleteLink, LinkEdges, NewClicks, RenameLink, UploadLogo } from './documents.ts'
import { mount, Screen, settle } from './screen.tsx'

mount(({ url, session, workspaceId }) => (
  <ApolloProvider client={createApolloClient(url, session)}>
    <Page workspaceId={workspaceId} />
  </ApolloProvider>
))

function Page({ workspaceId }: { readonly workspaceId: string }) {
  const { data, fetchMore } = useQuery(LinkEdges, { variables: { workspaceId, first: 5 } })
  const [create] = useMutation(CreateLink, { update: (cache, { data }) => prepend(cache, data?.createUrl) })
  const [rename] = useMutation(RenameLink)
  const [remove] = useMutation(DeleteLink, { update: (cache, { data }) => evict(cache, data?.deleteUrl?.deletedId) })
  const [upload, { data: uploaded }] = useMutation(UploadLogo)
  const [clicks, setClicks] = useState(0)
  useSubscription(NewClicks, { variables: { workspaceId }, onData: () => setClicks((count) => count + 1) })
  const { urlCount, urls } = data?.workspace ?? {}
  return (
    <Screen
      total={urlCount}
      links={urls?.edges.map(({ node }) => node) ?? []}
      clicks={clicks}
      logo={uploaded?.createQrLogo?.imageUrl}
      loadMore={
        urls?.pageInfo.hasNextPage ? () => fetchMore({ variables: { after: urls.pageInfo.endCursor } }) : undefined
      }
      create={(input) => settle(create({ variables: { input: { ...input, workspaceId } } }), errorsOf)}
      rename={(id, title) => {
        const optimisticResponse = { updateUrl: { __typename: 'UrlItem' as const, id, title } }
        return settle(rename({ variables: { id, title }, optimisticResponse }), errorsOf)
      }}
      remove={(id) => settle(remove({ variables: { id } }), errorsOf)}
      upload={(name, image) => settle(upload({ variables: { name, image } }), errorsOf)}
    />
  )
}

function prepend(cache: ApolloCache, created: ResultOf<typeof CreateLink>['createUrl'] | undefined): void {
  if (!created?.workspace) return
  cache.modify({
    id: cache.identify(created.workspace),
    fields: {
      urls: (list, { toReference }) => ({
        ...list,
        edges: [{ __typename: 'UrlEdge', node: toReference({ ...created }) }, ...list.edges],
      }),
    },
  })
}

function evict(cache: ApolloCache, id: string | null | undefined): void {
  if (!id) return
  cache.evict({ id: `UrlItem:${id}` })
  cache.gc()
}
