// Written by `npm run emit`. Edit selection.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  ChangeSelectedLinksMutation,
  ChangeSelectedLinksMutationVariables,
  UpdateLinksMutation,
  UpdateLinksMutationVariables,
} from '../../graph/types.ts'
import { linkRowFragment } from './links.graphql.ts'

export const UpdateLinks = graphql<UpdateLinksMutation, UpdateLinksMutationVariables>(`mutation UpdateLinks($items: [UpdateUrlItem!]!) {
  updateUrls(input: {items: $items, atomic: false}) {
    summary {
      succeeded
      failed
    }
    results {
      error {
        code
        message
      }
      url {
        ...LinkRow
      }
    }
  }
}

${linkRowFragment}`)

export const ChangeSelectedLinks = graphql<ChangeSelectedLinksMutation, ChangeSelectedLinksMutationVariables>(`mutation ChangeSelectedLinks($action: SelectionAction!, $all: Boolean!, $toFolderId: ID, $changeTagIds: [ID!], $search: String, $state: LinkState, $folderId: ID, $tagIds: [ID!], $domainId: ID) {
  changeSelectedUrls(
    action: $action
    all: $all
    toFolderId: $toFolderId
    changeTagIds: $changeTagIds
    search: $search
    state: $state
    folderId: $folderId
    tagIds: $tagIds
    domainId: $domainId
  ) {
    changed
    failed
    remaining
  }
}`)
