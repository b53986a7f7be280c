import { useState } from 'react'
import { Provider, useMutation, useQuery, useSubscription } from 'urql'
import { problemsOf } from '../../../examples/frontend/problems.ts'
import { createSocket } from '../recipes/graphql-ws.ts'
import { createUrqlClient, errorsOf } from '../recipes/urql.ts'
import { CreateLink, DeleteLink, LinkNodes, NewClicks, RenameLink, UploadLogo } from './documents.ts'
import { mount, Screen } from './screen.tsx'

mount(({ url, session, workspaceId }) => (
  <Provider value={createUrqlClient(url, session, createSocket(url, session))}>
    <Page workspaceId={workspaceId} />
  </Provider>
))

function Page({ workspaceId }: { readonly workspaceId: string }) {
  const [after, setAfter] = useState<string | null>()
  const [{ data }] = useQuery({ query: LinkNodes, variables: { workspaceId, first: 5, after } })
  const [, create] = useMutation(CreateLink)
  const [, rename] = useMutation(RenameLink)
  const [, remove] = useMutation(DeleteLink)
  const [{ data: uploaded }, upload] = useMutation(UploadLogo)
  const [{ data: clicks }] = useSubscription({ query: NewClicks, variables: { workspaceId } }, countOf)
  const { urlCount, urls } = data?.workspace ?? {}
  return (
    <Screen
      total={urlCount}
      links={urls?.nodes ?? []}
      clicks={clicks ?? 0}
      logo={uploaded?.createQrLogo?.imageUrl}
      loadMore={urls?.pageInfo.hasNextPage ? () => setAfter(urls.pageInfo.endCursor) : undefined}
      create={(input) => create({ input: { ...input, workspaceId } }).then(toProblems)}
      rename={(id, title) => rename({ id, title }).then(toProblems)}
      remove={(id) => remove({ id }).then(toProblems)}
      upload={(name, image) => upload({ name, image }).then(toProblems)}
    />
  )
}

const countOf = (count: number | undefined) => (count ?? 0) + 1

const toProblems = ({ error }: { readonly error?: Parameters<typeof errorsOf>[0] }) => problemsOf(errorsOf(error))
