// Written by `npm run emit`. Edit pages.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  CreatePageMutation,
  CreatePageMutationVariables,
  DeletePageImageMutation,
  DeletePageImageMutationVariables,
  DeletePageMutation,
  DeletePageMutationVariables,
  DiscardPageDraftMutation,
  DiscardPageDraftMutationVariables,
  DuplicatePageMutation,
  DuplicatePageMutationVariables,
  FindPageQuery,
  FindPageQueryVariables,
  MovePageMutation,
  MovePageMutationVariables,
  PageClicksQuery,
  PageClicksQueryVariables,
  PageDraftQuery,
  PageDraftQueryVariables,
  PagePreviewQuery,
  PagePreviewQueryVariables,
  PageQrCodesQuery,
  PageQrCodesQueryVariables,
  PageSlugCheckQuery,
  PageSlugCheckQueryVariables,
  PagesQuery,
  PagesQueryVariables,
  PublishPageMutation,
  PublishPageMutationVariables,
  SavePageDraftMutation,
  SavePageDraftMutationVariables,
  SetPageImageMutation,
  SetPageImageMutationVariables,
  UnpublishPageMutation,
  UnpublishPageMutationVariables,
} from '../../graph/types.ts'

export const pageHeadFragment = `fragment PageHead on BioPage {
  id
  urlId
  workspaceId
  slug
  title
  url
  isPublished
  isBlocked
  hasDraft
  views
  avatarUrl
  socialImageUrl
}`

export const pageDraftFragment = `fragment PageDraft on BioPageDraft {
  pageId
  title
  description
  seoTitle
  seoDescription
  savedAt
  version
  theme {
    preset
    accentColor
    backgroundColor
    buttonStyle
    font
    linkContrast
  }
  blocks {
    id
    type
    title
    content
    url
    network
    isVisible
    scheduledFrom
    scheduledUntil
  }
}`

export const Pages = graphql<PagesQuery, PagesQueryVariables>(`query Pages($first: Int!, $after: String, $search: String) {
  bioPages(first: $first, after: $after, search: $search) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ...PageHead
    }
  }
}

${pageHeadFragment}`)

export const FindPage = graphql<FindPageQuery, FindPageQueryVariables>(`query FindPage($slug: String!) {
  bioPages(search: $slug, first: 100) {
    nodes {
      ...PageHead
    }
  }
}

${pageHeadFragment}`)

export const PageDraft = graphql<PageDraftQuery, PageDraftQueryVariables>(`query PageDraft($id: ID!) {
  bioPageDraft(id: $id) {
    ...PageDraft
  }
  bioBlocks(id: $id) {
    id
    clicks
    isBlocked
  }
}

${pageDraftFragment}`)

export const PagePreview = graphql<PagePreviewQuery, PagePreviewQueryVariables>(`query PagePreview($id: ID!) {
  bioPagePreview(id: $id) {
    url
  }
}`)

export const PageClicks = graphql<PageClicksQuery, PageClicksQueryVariables>(`query PageClicks($id: ID!, $filter: ClickFilter) {
  bioPageAnalytics(id: $id, filter: $filter) {
    views
    clicks
    perBlock {
      blockId
      title
      clicks
      ctr
    }
  }
}`)

export const PageSlugCheck = graphql<PageSlugCheckQuery, PageSlugCheckQueryVariables>(`query PageSlugCheck($slug: String!) {
  codeCheck(code: $slug, isPage: true) {
    isAvailable
    issue
    suggestions
  }
}`)

export const PageQrCodes = graphql<PageQrCodesQuery, PageQrCodesQueryVariables>(`query PageQrCodes($url: String!) {
  dynamicQrs(search: $url, first: 20) {
    nodes {
      id
      title
      destination
      scans
      imageUrl
    }
  }
}`)

export const CreatePage = graphql<CreatePageMutation, CreatePageMutationVariables>(`mutation CreatePage($input: CreateBioPageInput!) {
  createBioPage(input: $input) {
    ...PageHead
  }
}

${pageHeadFragment}`)

export const DuplicatePage = graphql<DuplicatePageMutation, DuplicatePageMutationVariables>(`mutation DuplicatePage($id: ID!, $slug: String!, $title: String) {
  duplicateBioPage(id: $id, slug: $slug, title: $title) {
    ...PageHead
  }
}

${pageHeadFragment}`)

export const SavePageDraft = graphql<SavePageDraftMutation, SavePageDraftMutationVariables>(`mutation SavePageDraft($id: ID!, $input: UpdateBioPageDraftInput!) {
  updateBioPageDraft(id: $id, input: $input) {
    ...PageDraft
  }
}

${pageDraftFragment}`)

export const DiscardPageDraft = graphql<DiscardPageDraftMutation, DiscardPageDraftMutationVariables>(`mutation DiscardPageDraft($id: ID!) {
  discardBioPageDraft(id: $id) {
    ...PageHead
  }
}

${pageHeadFragment}`)

export const PublishPage = graphql<PublishPageMutation, PublishPageMutationVariables>(`mutation PublishPage($id: ID!, $ifVersion: String) {
  publishBioPage(id: $id, ifVersion: $ifVersion) {
    ...PageHead
  }
}

${pageHeadFragment}`)

export const UnpublishPage = graphql<UnpublishPageMutation, UnpublishPageMutationVariables>(`mutation UnpublishPage($id: ID!) {
  unpublishBioPage(id: $id) {
    ...PageHead
  }
}

${pageHeadFragment}`)

export const MovePage = graphql<MovePageMutation, MovePageMutationVariables>(`mutation MovePage($id: ID!, $slug: String!) {
  updateBioPage(id: $id, input: {slug: $slug}) {
    ...PageHead
  }
}

${pageHeadFragment}`)

export const DeletePage = graphql<DeletePageMutation, DeletePageMutationVariables>(`mutation DeletePage($id: ID!) {
  deleteBioPage(id: $id) {
    success
  }
}`)

export const SetPageImage = graphql<SetPageImageMutation, SetPageImageMutationVariables>(`mutation SetPageImage($id: ID!, $kind: BioImageKind!, $image: String!) {
  setBioPageImage(id: $id, kind: $kind, image: $image) {
    ...PageHead
  }
}

${pageHeadFragment}`)

export const DeletePageImage = graphql<DeletePageImageMutation, DeletePageImageMutationVariables>(`mutation DeletePageImage($id: ID!, $kind: BioImageKind!) {
  deleteBioPageImage(id: $id, kind: $kind) {
    ...PageHead
  }
}

${pageHeadFragment}`)
