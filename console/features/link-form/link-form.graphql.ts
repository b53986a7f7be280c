// Written by `npm run emit`. Edit link-form.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  CodeCheckQuery,
  CodeCheckQueryVariables,
  CreateFolderMutation,
  CreateFolderMutationVariables,
  CreateTagMutation,
  CreateTagMutationVariables,
  LinkToEditQuery,
  LinkToEditQueryVariables,
  PixelsToChooseQuery,
  PixelsToChooseQueryVariables,
  SaveUtmTemplateMutation,
  SaveUtmTemplateMutationVariables,
  SetLinkPixelsMutation,
  SetLinkPixelsMutationVariables,
  UnfurlQuery,
  UnfurlQueryVariables,
  UpdateLinkMutation,
  UpdateLinkMutationVariables,
  UtmTemplatesQuery,
  UtmTemplatesQueryVariables,
} from '../../graph/types.ts'
import { linkRowFragment } from '../links/links.graphql.ts'

export const linkDetailsFragment = `fragment LinkDetails on UrlItem {
  id
  code
  destination
  domainId
  title
  folderId
  tags {
    id
  }
  pixels {
    id
  }
  startsAt
  expiresAt
  clickLimit
  expiredUrl
  hasPassword
  utmSource
  utmMedium
  utmCampaign
  utmTerm
  utmContent
  ogTitle
  ogDescription
  ogImage
  redirectType
  forwardQuery
  forwardPath
  isCloaked
  privacyMode
  note
  updatedAt
}`

export const LinkToEdit = graphql<LinkToEditQuery, LinkToEditQueryVariables>(`query LinkToEdit($id: ID!) {
  url(id: $id) {
    ...LinkDetails
  }
}

${linkDetailsFragment}`)

export const UpdateLink = graphql<UpdateLinkMutation, UpdateLinkMutationVariables>(`mutation UpdateLink($id: ID!, $input: UpdateUrlInput!) {
  updateUrl(id: $id, input: $input) {
    ...LinkDetails
    ...LinkRow
  }
}

${linkDetailsFragment}

${linkRowFragment}`)

export const PixelsToChoose = graphql<PixelsToChooseQuery, PixelsToChooseQueryVariables>(`query PixelsToChoose {
  pixelsConnection(first: 100) {
    nodes {
      id
      name
      pixelType
      isActive
    }
  }
}`)

export const SetLinkPixels = graphql<SetLinkPixelsMutation, SetLinkPixelsMutationVariables>(`mutation SetLinkPixels($id: ID!, $pixelIds: [ID!]!) {
  setUrlPixels(id: $id, pixelIds: $pixelIds) {
    id
  }
}`)

export const Unfurl = graphql<UnfurlQuery, UnfurlQueryVariables>(`query Unfurl($url: URL!) {
  unfurl(url: $url) {
    title
    siteName
    description
    image
  }
}`)

export const UtmTemplates = graphql<UtmTemplatesQuery, UtmTemplatesQueryVariables>(`query UtmTemplates {
  utmTemplates(first: 50) {
    nodes {
      id
      name
      utmSource
      utmMedium
      utmCampaign
      utmTerm
      utmContent
    }
  }
}`)

export const SaveUtmTemplate = graphql<SaveUtmTemplateMutation, SaveUtmTemplateMutationVariables>(`mutation SaveUtmTemplate($input: CreateUtmTemplateInput!) {
  createUtmTemplate(input: $input) {
    id
    name
    utmSource
    utmMedium
    utmCampaign
    utmTerm
    utmContent
  }
}`)

export const CodeCheck = graphql<CodeCheckQuery, CodeCheckQueryVariables>(`query CodeCheck($code: String!, $domainId: ID) {
  codeCheck(code: $code, domainId: $domainId) {
    isAvailable
    issue
    suggestions
  }
}`)

export const CreateFolder = graphql<CreateFolderMutation, CreateFolderMutationVariables>(`mutation CreateFolder($name: String!) {
  createFolder(input: {name: $name}) {
    id
    name
    urlCount
  }
}`)

export const CreateTag = graphql<CreateTagMutation, CreateTagMutationVariables>(`mutation CreateTag($name: String!, $color: TagColor!) {
  createTag(input: {name: $name, color: $color}) {
    id
    name
    color
    urlCount
  }
}`)
