// Written by `npm run emit`. Edit workspace.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  ChangeWorkspaceMutation,
  ChangeWorkspaceMutationVariables,
  CreateWorkspaceMutation,
  CreateWorkspaceMutationVariables,
  DeleteWorkspaceMutation,
  DeleteWorkspaceMutationVariables,
  DeletedWorkspacesQuery,
  DeletedWorkspacesQueryVariables,
  HeirsQuery,
  HeirsQueryVariables,
  LeaveWorkspaceMutation,
  LeaveWorkspaceMutationVariables,
  RestoreWorkspaceMutation,
  RestoreWorkspaceMutationVariables,
  TransferWorkspaceMutation,
  TransferWorkspaceMutationVariables,
  WorkspaceSettingsOfQuery,
  WorkspaceSettingsOfQueryVariables,
} from '../../graph/types.ts'

export const workspaceSettingsFragment = `fragment WorkspaceSettings on Workspace {
  id
  name
  slug
  isPersonal
  role
  plan
  memberCount
  clickRetentionDays
  weeklyExport
  expiryNoticeDays
  needsSecondFactor
  usage {
    resource
    used
    limit
  }
}`

export const WorkspaceSettingsOf = graphql<WorkspaceSettingsOfQuery, WorkspaceSettingsOfQueryVariables>(`query WorkspaceSettingsOf($id: ID!) {
  workspace(id: $id) {
    ...WorkspaceSettings
  }
}

${workspaceSettingsFragment}`)

export const DeletedWorkspaces = graphql<DeletedWorkspacesQuery, DeletedWorkspacesQueryVariables>(`query DeletedWorkspaces {
  workspaces(isDeleted: true, first: 50) {
    nodes {
      id
      name
    }
  }
}`)

export const Heirs = graphql<HeirsQuery, HeirsQueryVariables>(`query Heirs($id: ID!) {
  workspaceMembers(id: $id, first: 100, sort: NAME_ASC) {
    nodes {
      id
      accountId
      name
      email
    }
  }
}`)

export const ChangeWorkspace = graphql<ChangeWorkspaceMutation, ChangeWorkspaceMutationVariables>(`mutation ChangeWorkspace($id: ID!, $input: UpdateWorkspaceInput!) {
  updateWorkspace(id: $id, input: $input) {
    ...WorkspaceSettings
  }
}

${workspaceSettingsFragment}`)

export const CreateWorkspace = graphql<CreateWorkspaceMutation, CreateWorkspaceMutationVariables>(`mutation CreateWorkspace($name: String!) {
  createWorkspace(input: {name: $name}) {
    id
    name
  }
}`)

export const TransferWorkspace = graphql<TransferWorkspaceMutation, TransferWorkspaceMutationVariables>(`mutation TransferWorkspace($id: ID!, $accountId: ID!) {
  transferWorkspace(id: $id, accountId: $accountId) {
    id
    role
  }
}`)

export const LeaveWorkspace = graphql<LeaveWorkspaceMutation, LeaveWorkspaceMutationVariables>(`mutation LeaveWorkspace($id: ID!) {
  leaveWorkspace(id: $id) {
    success
  }
}`)

export const DeleteWorkspace = graphql<DeleteWorkspaceMutation, DeleteWorkspaceMutationVariables>(`mutation DeleteWorkspace($id: ID!, $confirm: String!) {
  deleteWorkspace(id: $id, confirm: $confirm) {
    success
  }
}`)

export const RestoreWorkspace = graphql<RestoreWorkspaceMutation, RestoreWorkspaceMutationVariables>(`mutation RestoreWorkspace($id: ID!) {
  restoreWorkspace(id: $id) {
    id
    name
  }
}`)
