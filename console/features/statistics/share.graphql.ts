// Written by `npm run emit`. Edit share.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  ChangeSharedPageMutation,
  ChangeSharedPageMutationVariables,
  SharePageMutation,
  SharePageMutationVariables,
  SharedPagesQuery,
  SharedPagesQueryVariables,
  SharedSubjectsQuery,
  SharedSubjectsQueryVariables,
  UnsharePageMutation,
  UnsharePageMutationVariables,
} from '../../graph/types.ts'

export const sharedPageFragment = `fragment SharedPage on SharedStatsPage {
  id
  url
  title
  subject
  urlId
  folderId
  tagId
  interval
  from
  to
  timezone
  showsLinkTitles
  expiresAt
  createdAt
}`

export const SharedPages = graphql<SharedPagesQuery, SharedPagesQueryVariables>(`query SharedPages {
  sharedStatsPages(first: 100) {
    nodes {
      ...SharedPage
    }
  }
}

${sharedPageFragment}`)

export const SharedSubjects = graphql<SharedSubjectsQuery, SharedSubjectsQueryVariables>(`query SharedSubjects {
  folders(first: 100, sort: NAME_ASC) {
    nodes {
      id
      name
    }
  }
  tags(first: 100, sort: NAME_ASC) {
    nodes {
      id
      name
    }
  }
}`)

export const SharePage = graphql<SharePageMutation, SharePageMutationVariables>(`mutation SharePage($input: CreateSharedStatsPageInput!) {
  createSharedStatsPage(input: $input) {
    ...SharedPage
  }
}

${sharedPageFragment}`)

export const ChangeSharedPage = graphql<ChangeSharedPageMutation, ChangeSharedPageMutationVariables>(`mutation ChangeSharedPage($id: ID!, $input: UpdateSharedStatsPageInput!) {
  updateSharedStatsPage(id: $id, input: $input) {
    ...SharedPage
  }
}

${sharedPageFragment}`)

export const UnsharePage = graphql<UnsharePageMutation, UnsharePageMutationVariables>(`mutation UnsharePage($id: ID!) {
  deleteSharedStatsPage(id: $id) {
    success
  }
}`)
