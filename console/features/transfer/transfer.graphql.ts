// Written by `npm run emit`. Edit transfer.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  CancelExportMutation,
  CancelExportMutationVariables,
  CancelImportMutation,
  CancelImportMutationVariables,
  CreateClickExportMutation,
  CreateClickExportMutationVariables,
  CreateImportMutation,
  CreateImportMutationVariables,
  CreateLinkExportMutation,
  CreateLinkExportMutationVariables,
  ExportProgressQuery,
  ExportProgressQueryVariables,
  ExportsQuery,
  ExportsQueryVariables,
  ImportErrorsQuery,
  ImportErrorsQueryVariables,
  ImportMistakesQuery,
  ImportMistakesQueryVariables,
  ImportProgressQuery,
  ImportProgressQueryVariables,
  ImportsQuery,
  ImportsQueryVariables,
  PreviewImportMutation,
  PreviewImportMutationVariables,
  UndoImportMutation,
  UndoImportMutationVariables,
} from '../../graph/types.ts'

export const rowIssueFragment = `fragment RowIssue on ImportRowIssue {
  field
  code
  values {
    name
    value
  }
}`

export const importRowFragment = `fragment ImportRow on Import {
  id
  source
  content
  state
  onConflict
  dryRun
  processed
  created
  renamed
  skipped
  failed
  failureMessage
  createdAt
  finishedAt
}`

export const exportRowFragment = `fragment ExportRow on Export {
  id
  content
  format
  state
  rowCount
  failureMessage
  createdAt
  download {
    href
    fileName
    expiresAt
  }
}`

export const Imports = graphql<ImportsQuery, ImportsQueryVariables>(`query Imports($first: Int!, $after: String) {
  imports(first: $first, after: $after) {
    nodes {
      ...ImportRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${importRowFragment}`)

export const ImportProgress = graphql<ImportProgressQuery, ImportProgressQueryVariables>(`query ImportProgress($id: ID!) {
  import(id: $id) {
    ...ImportRow
  }
}

${importRowFragment}`)

export const ImportMistakes = graphql<ImportMistakesQuery, ImportMistakesQueryVariables>(`query ImportMistakes($id: ID!) {
  import(id: $id) {
    id
    errors {
      row
      code
      message
      issues {
        ...RowIssue
      }
      cells {
        column
        field
        value
      }
    }
  }
}

${rowIssueFragment}`)

export const ImportErrors = graphql<ImportErrorsQuery, ImportErrorsQueryVariables>(`query ImportErrors($id: ID!) {
  importErrors(id: $id) {
    href
    fileName
  }
}`)

export const PreviewImport = graphql<PreviewImportMutation, PreviewImportMutationVariables>(`mutation PreviewImport($input: PreviewImportInput!) {
  previewImport(input: $input) {
    source
    content
    mapping {
      column
      field
      warning
    }
    rows {
      row
      outcome
      alias
      shortUrl
      destination
      title
      error {
        code
        message
        issues {
          ...RowIssue
        }
      }
    }
    warnings {
      column
      message
      firstRow
    }
    failureMessage
  }
}

${rowIssueFragment}`)

export const CreateImport = graphql<CreateImportMutation, CreateImportMutationVariables>(`mutation CreateImport($input: CreateImportInput!) {
  createImport(input: $input) {
    ...ImportRow
  }
}

${importRowFragment}`)

export const CancelImport = graphql<CancelImportMutation, CancelImportMutationVariables>(`mutation CancelImport($id: ID!) {
  cancelImport(id: $id) {
    ...ImportRow
  }
}

${importRowFragment}`)

export const UndoImport = graphql<UndoImportMutation, UndoImportMutationVariables>(`mutation UndoImport($importId: ID!, $unchangedSince: DateTime!, $dryRun: Boolean!) {
  changeSelectedUrls(
    action: DELETE
    importId: $importId
    hasClicks: false
    unchangedSince: $unchangedSince
    dryRun: $dryRun
  ) {
    matched
    changed
    remaining
  }
}`)

export const Exports = graphql<ExportsQuery, ExportsQueryVariables>(`query Exports($first: Int!, $after: String) {
  exports(first: $first, after: $after) {
    nodes {
      ...ExportRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${exportRowFragment}`)

export const ExportProgress = graphql<ExportProgressQuery, ExportProgressQueryVariables>(`query ExportProgress($id: ID!) {
  export(id: $id) {
    ...ExportRow
  }
}

${exportRowFragment}`)

export const CreateLinkExport = graphql<CreateLinkExportMutation, CreateLinkExportMutationVariables>(`mutation CreateLinkExport($format: LinkExportFormat!, $createdFrom: DateTime, $createdTo: DateTime) {
  createLinkExport(
    format: $format
    createdFrom: $createdFrom
    createdTo: $createdTo
  ) {
    ...ExportRow
  }
}

${exportRowFragment}`)

export const CreateClickExport = graphql<CreateClickExportMutation, CreateClickExportMutationVariables>(`mutation CreateClickExport($format: ClickExportFormat!, $filter: ClickFilter) {
  createClickExport(format: $format, filter: $filter) {
    ...ExportRow
  }
}

${exportRowFragment}`)

export const CancelExport = graphql<CancelExportMutation, CancelExportMutationVariables>(`mutation CancelExport($id: ID!) {
  cancelExport(id: $id) {
    ...ExportRow
  }
}

${exportRowFragment}`)
