// Written by `npm run emit`. Edit labels.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  ChangeTagMutation,
  ChangeTagMutationVariables,
  ChangeTemplateMutation,
  ChangeTemplateMutationVariables,
  DeleteFolderMutation,
  DeleteFolderMutationVariables,
  DeleteTagMutation,
  DeleteTagMutationVariables,
  DeleteTemplateMutation,
  DeleteTemplateMutationVariables,
  FoldersToSetQuery,
  FoldersToSetQueryVariables,
  LabelsToSetQuery,
  LabelsToSetQueryVariables,
  MergeTagsMutation,
  MergeTagsMutationVariables,
  RenameFolderMutation,
  RenameFolderMutationVariables,
  TagsToMergeQuery,
  TagsToMergeQueryVariables,
  TagsToSetQuery,
  TagsToSetQueryVariables,
  TemplatesToSetQuery,
  TemplatesToSetQueryVariables,
} from '../../graph/types.ts'

export const tagRowFragment = `fragment TagRow on Tag {
  id
  name
  color
  urlCount
}`

export const folderRowFragment = `fragment FolderRow on Folder {
  id
  name
  urlCount
}`

export const templateRowFragment = `fragment TemplateRow on UtmTemplate {
  id
  name
  utmSource
  utmMedium
  utmCampaign
  utmTerm
  utmContent
}`

export const LabelsToSet = graphql<LabelsToSetQuery, LabelsToSetQueryVariables>(`query LabelsToSet($first: Int!, $after: String) {
  tags(first: $first, after: $after, sort: NAME_ASC) {
    nodes {
      ...TagRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  folders(first: $first, after: $after, sort: NAME_ASC) {
    nodes {
      ...FolderRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  utmTemplates(first: $first, after: $after) {
    nodes {
      ...TemplateRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${tagRowFragment}

${folderRowFragment}

${templateRowFragment}`)

export const TagsToSet = graphql<TagsToSetQuery, TagsToSetQueryVariables>(`query TagsToSet($first: Int!, $after: String) {
  tags(first: $first, after: $after, sort: NAME_ASC) {
    nodes {
      ...TagRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${tagRowFragment}`)

export const FoldersToSet = graphql<FoldersToSetQuery, FoldersToSetQueryVariables>(`query FoldersToSet($first: Int!, $after: String) {
  folders(first: $first, after: $after, sort: NAME_ASC) {
    nodes {
      ...FolderRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${folderRowFragment}`)

export const TemplatesToSet = graphql<TemplatesToSetQuery, TemplatesToSetQueryVariables>(`query TemplatesToSet($first: Int!, $after: String) {
  utmTemplates(first: $first, after: $after) {
    nodes {
      ...TemplateRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${templateRowFragment}`)

export const TagsToMerge = graphql<TagsToMergeQuery, TagsToMergeQueryVariables>(`query TagsToMerge($search: String) {
  tags(first: 100, sort: NAME_ASC, search: $search) {
    nodes {
      ...TagRow
    }
  }
}

${tagRowFragment}`)

export const ChangeTag = graphql<ChangeTagMutation, ChangeTagMutationVariables>(`mutation ChangeTag($id: ID!, $name: String!, $color: TagColor!) {
  updateTag(id: $id, input: {name: $name, color: $color}) {
    ...TagRow
  }
}

${tagRowFragment}`)

export const MergeTags = graphql<MergeTagsMutation, MergeTagsMutationVariables>(`mutation MergeTags($id: ID!, $intoId: ID!) {
  mergeTags(id: $id, intoId: $intoId) {
    ...TagRow
  }
}

${tagRowFragment}`)

export const DeleteTag = graphql<DeleteTagMutation, DeleteTagMutationVariables>(`mutation DeleteTag($id: ID!) {
  deleteTag(id: $id) {
    success
  }
}`)

export const RenameFolder = graphql<RenameFolderMutation, RenameFolderMutationVariables>(`mutation RenameFolder($id: ID!, $name: String!) {
  updateFolder(id: $id, input: {name: $name}) {
    ...FolderRow
  }
}

${folderRowFragment}`)

export const DeleteFolder = graphql<DeleteFolderMutation, DeleteFolderMutationVariables>(`mutation DeleteFolder($id: ID!) {
  deleteFolder(id: $id) {
    success
  }
}`)

export const ChangeTemplate = graphql<ChangeTemplateMutation, ChangeTemplateMutationVariables>(`mutation ChangeTemplate($id: ID!, $input: UpdateUtmTemplateInput!) {
  updateUtmTemplate(id: $id, input: $input) {
    ...TemplateRow
  }
}

${templateRowFragment}`)

export const DeleteTemplate = graphql<DeleteTemplateMutation, DeleteTemplateMutationVariables>(`mutation DeleteTemplate($id: ID!) {
  deleteUtmTemplate(id: $id) {
    success
  }
}`)
