import { Suspense, useMemo, useState } from 'react'
import {
  commitMutation,
  graphql,
  RelayEnvironmentProvider,
  useLazyLoadQuery,
  usePaginationFragment,
  useRelayEnvironment,
  useSubscription,
} from 'react-relay'
import type { MutationConfig, MutationParameters } from 'relay-runtime'
import { type Problems, problemsOf } from '../../../examples/frontend/problems.ts'
import type { relay_urls$key } from '../generated/relay/relay_urls.graphql.ts'
import type { relayCreateMutation } from '../generated/relay/relayCreateMutation.graphql.ts'
import type { relayDeleteMutation } from '../generated/relay/relayDeleteMutation.graphql.ts'
import type { relayPageQuery } from '../generated/relay/relayPageQuery.graphql.ts'
import type { relayRenameMutation } from '../generated/relay/relayRenameMutation.graphql.ts'
import type { relaySubscription } from '../generated/relay/relaySubscription.graphql.ts'
import type { relayUploadMutation } from '../generated/relay/relayUploadMutation.graphql.ts'
import { createEventStreams } from '../recipes/graphql-sse.ts'
import { createEnvironment, errorsOf } from '../recipes/relay.ts'
import { mount, Screen } from './screen.tsx'

mount(({ url, session, workspaceId }) => (
  <RelayEnvironmentProvider environment={createEnvironment(url, session, createEventStreams(url, session))}>
    <Suspense>
      <Page workspaceId={workspaceId} />
    </Suspense>
  </RelayEnvironmentProvider>
))

const pageQuery = graphql`
  query relayPageQuery($workspaceId: ID!) {
    workspace(id: $workspaceId) {
      urlCount
      ...relay_urls
    }
  }
`

const linksFragment = graphql`
  fragment relay_urls on Workspace
  @argumentDefinitions(count: { type: "Int", defaultValue: 5 }, cursor: { type: "String" })
  @refetchable(queryName: "relayLinksQuery") {
    urls(first: $count, after: $cursor) @connection(key: "relay_urls") {
      __id
      edges {
        node {
          id
          title
          shortUrl
          currentClicks
        }
      }
    }
  }
`

const createLink = graphql`
  mutation relayCreateMutation($input: CreateUrlInput!, $connections: [ID!]!) {
    createUrl(input: $input) @prependNode(connections: $connections, edgeTypeName: "UrlEdge") {
      id
      title
      shortUrl
      currentClicks
      workspace {
        urlCount
      }
    }
  }
`

const renameLink = graphql`
  mutation relayRenameMutation($id: ID!, $title: String!) @raw_response_type {
    updateUrl(id: $id, input: { title: $title }) {
      id
      title
    }
  }
`

const deleteLink = graphql`
  mutation relayDeleteMutation($id: ID!, $connections: [ID!]!) {
    deleteUrl(id: $id) {
      deletedId @deleteEdge(connections: $connections)
      workspace {
        urlCount
      }
    }
  }
`

const uploadLogo = graphql`
  mutation relayUploadMutation($name: String!, $image: String!) {
    createQrLogo(name: $name, image: $image) {
      imageUrl
    }
  }
`

const newClicks = graphql`
  subscription relaySubscription($workspaceId: ID!) {
    clickRecorded(workspaceId: $workspaceId) {
      url {
        currentClicks
      }
    }
  }
`

function Page({ workspaceId }: { readonly workspaceId: string }) {
  const { workspace } = useLazyLoadQuery<relayPageQuery>(pageQuery, { workspaceId })
  const { data, hasNext, loadNext } = usePaginationFragment(linksFragment, workspace as relay_urls$key)
  const commit = useCommit()
  const [logo, setLogo] = useState<string>()
  const [clicks, setClicks] = useState(0)
  useSubscription<relaySubscription>(
    useMemo(
      () => ({
        subscription: newClicks,
        variables: { workspaceId },
        onNext: () => setClicks((count) => count + 1),
      }),
      [workspaceId],
    ),
  )
  const connections = data.urls ? [data.urls.__id] : []
  return (
    <Screen
      total={workspace?.urlCount}
      links={data.urls?.edges.map(({ node }) => node) ?? []}
      clicks={clicks}
      logo={logo}
      loadMore={hasNext ? () => loadNext(5) : undefined}
      create={(input) =>
        commit<relayCreateMutation>({
          mutation: createLink,
          variables: { input: { ...input, workspaceId }, connections },
        })
      }
      rename={(id, title) =>
        commit<relayRenameMutation>({
          mutation: renameLink,
          variables: { id, title },
          optimisticResponse: { updateUrl: { id, title } },
        })
      }
      remove={(id) => commit<relayDeleteMutation>({ mutation: deleteLink, variables: { id, connections } })}
      upload={(name, image) =>
        commit<relayUploadMutation>({
          mutation: uploadLogo,
          variables: { name, image },
          updater: (_, response) => setLogo(response?.createQrLogo?.imageUrl),
        })
      }
    />
  )
}

/** Sends a mutation, and resolves with what is wrong. */
function useCommit() {
  const environment = useRelayEnvironment()
  return <M extends MutationParameters>(config: MutationConfig<M>) =>
    new Promise<Problems>((resolve) =>
      commitMutation<M>(environment, {
        ...config,
        onCompleted: (_, errors) => resolve(problemsOf(errors ?? [])),
        onError: (error) => resolve(problemsOf(errorsOf(error))),
      }),
    )
}
