import { QueryClient, QueryClientProvider, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { VariablesOf } from 'gql.tada'
import { print } from 'graphql'
import type { GraphQLClient } from 'graphql-request'
import type { Client } from 'graphql-sse'
import { useEffect, useState } from 'react'
import { createGraphQLClient, errorsOf } from '../recipes/graphql-request.ts'
import { createEventStreams } from '../recipes/graphql-sse.ts'
import { CreateLink, DeleteLink, LinkNodes, NewClicks, RenameLink, UploadLogo } from './documents.ts'
import { mount, Screen, settle } from './screen.tsx'

mount(({ url, session, workspaceId }) => (
  <QueryClientProvider client={new QueryClient()}>
    <Page
      client={createGraphQLClient(url, session)}
      streams={createEventStreams(url, session)}
      workspaceId={workspaceId}
    />
  </QueryClientProvider>
))

interface PageProps {
  readonly client: GraphQLClient
  readonly streams: Client
  readonly workspaceId: string
}

function Page({ client, streams, workspaceId }: PageProps) {
  const queryClient = useQueryClient()
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['links', workspaceId],
    queryFn: ({ pageParam: after }) => client.request(LinkNodes, { workspaceId, first: 5, after }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ workspace }) =>
      workspace?.urls?.pageInfo.hasNextPage ? workspace.urls.pageInfo.endCursor : null,
  })
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['links'] })
  const create = useMutation({
    mutationFn: (variables: VariablesOf<typeof CreateLink>) => client.request(CreateLink, variables),
    onSettled,
  })
  const rename = useMutation({
    mutationFn: (variables: VariablesOf<typeof RenameLink>) => client.request(RenameLink, variables),
    onSettled,
  })
  const remove = useMutation({ mutationFn: (id: string) => client.request(DeleteLink, { id }), onSettled })
  const upload = useMutation({
    mutationFn: (variables: VariablesOf<typeof UploadLogo>) => client.request(UploadLogo, variables),
  })
  const [clicks, setClicks] = useState(0)
  useEffect(
    () =>
      streams.subscribe(
        { query: print(NewClicks), variables: { workspaceId } },
        {
          next: () => {
            setClicks((count) => count + 1)
            void queryClient.invalidateQueries({ queryKey: ['links'] })
          },
          error: console.error,
          complete: () => undefined,
        },
      ),
    [streams, workspaceId, queryClient],
  )
  /** A title that is on its way is shown already. */
  const titleOf = ({ id, title }: { id: string; title: string }) =>
    rename.isPending && rename.variables.id === id ? rename.variables.title : title
  const links = data?.pages.flatMap(({ workspace }) => workspace?.urls?.nodes ?? []) ?? []
  return (
    <Screen
      total={data?.pages[0]?.workspace?.urlCount}
      links={links.map((link) => ({ ...link, title: titleOf(link) }))}
      clicks={clicks}
      logo={upload.data?.createQrLogo?.imageUrl}
      loadMore={hasNextPage ? () => void fetchNextPage() : undefined}
      create={(input) => settle(create.mutateAsync({ input: { ...input, workspaceId } }), errorsOf)}
      rename={(id, title) => settle(rename.mutateAsync({ id, title }), errorsOf)}
      remove={(id) => settle(remove.mutateAsync(id), errorsOf)}
      upload={(name, image) => settle(upload.mutateAsync({ name, image }), errorsOf)}
    />
  )
}
