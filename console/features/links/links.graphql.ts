// Written by `npm run emit`. Edit links.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  CreateLinkMutation,
  CreateLinkMutationVariables,
  DeleteLinksMutation,
  DeleteLinksMutationVariables,
  LinksQuery,
  LinksQueryVariables,
  NewClicksSubscription,
  NewClicksSubscriptionVariables,
  PlacesQuery,
  PlacesQueryVariables,
  SetActiveMutation,
  SetActiveMutationVariables,
} from '../../graph/types.ts'

export const linkRowFragment = `fragment LinkRow on UrlItem {
  id
  code
  title
  shortUrl
  destination
  iconUrl
  isActive
  isBlocked
  hasPassword
  startsAt
  expiresAt
  clickLimit
  currentClicks
  dailyClicks(days: 60)
  ruleCount
  createdAt
  folder {
    id
    name
  }
  tags {
    id
    name
    color
  }
}`

export const Links = graphql<LinksQuery, LinksQueryVariables>(`query Links($first: Int!, $after: String, $sort: LinkSort!, $search: String, $state: LinkState, $folderId: ID, $tagIds: [ID!], $domainId: ID) {
  urls(
    first: $first
    after: $after
    sort: $sort
    search: $search
    state: $state
    folderId: $folderId
    tagIds: $tagIds
    domainId: $domainId
  ) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...LinkRow
    }
  }
}

${linkRowFragment}`)

export const Places = graphql<PlacesQuery, PlacesQueryVariables>(`query Places {
  folders(first: 100, sort: NAME_ASC) {
    nodes {
      id
      name
      urlCount
    }
  }
  tags(first: 100, sort: NAME_ASC) {
    nodes {
      id
      name
      color
      urlCount
    }
  }
  domains(first: 50) {
    nodes {
      id
      host
      status
      isDefault
    }
  }
}`)

export const CreateLink = graphql<CreateLinkMutation, CreateLinkMutationVariables>(`mutation CreateLink($input: CreateUrlInput!) {
  createUrl(input: $input) {
    ...LinkRow
  }
}

${linkRowFragment}`)

export const SetActive = graphql<SetActiveMutation, SetActiveMutationVariables>(`mutation SetActive($id: ID!, $isActive: Boolean!) {
  updateUrl(id: $id, input: {isActive: $isActive}) {
    ...LinkRow
  }
}

${linkRowFragment}`)

export const DeleteLinks = graphql<DeleteLinksMutation, DeleteLinksMutationVariables>(`mutation DeleteLinks($ids: [ID!]!) {
  deleteUrls(ids: $ids, atomic: false) {
    summary {
      succeeded
      failed
    }
  }
}`)

export const NewClicks = graphql<NewClicksSubscription, NewClicksSubscriptionVariables>(`subscription NewClicks {
  clickRecorded {
    id
    country
    device
    createdAt
    url {
      id
      currentClicks
    }
  }
}`)
