// Written by `npm run emit`. Edit members.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  ChangeRoleMutation,
  ChangeRoleMutationVariables,
  InvitationsQuery,
  InvitationsQueryVariables,
  InviteMutation,
  InviteMutationVariables,
  MembersQuery,
  MembersQueryVariables,
  RemoveMemberMutation,
  RemoveMemberMutationVariables,
  ResendInvitationMutation,
  ResendInvitationMutationVariables,
  RevokeInvitationMutation,
  RevokeInvitationMutationVariables,
} from '../../graph/types.ts'

export const memberRowFragment = `fragment MemberRow on WorkspaceMember {
  id
  accountId
  name
  email
  role
  joinedAt
  lastActiveAt
  hasSecondFactor
}`

export const invitationRowFragment = `fragment InvitationRow on WorkspaceInvitation {
  id
  email
  role
  status
  expiresAt
}`

export const Members = graphql<MembersQuery, MembersQueryVariables>(`query Members($id: ID!, $search: String, $sort: MemberSort!, $first: Int!, $after: String) {
  workspaceMembers(
    id: $id
    search: $search
    sort: $sort
    first: $first
    after: $after
  ) {
    nodes {
      ...MemberRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${memberRowFragment}`)

export const Invitations = graphql<InvitationsQuery, InvitationsQueryVariables>(`query Invitations($id: ID!) {
  workspaceInvitations(id: $id, first: 100) {
    nodes {
      ...InvitationRow
    }
  }
}

${invitationRowFragment}`)

export const Invite = graphql<InviteMutation, InviteMutationVariables>(`mutation Invite($id: ID!, $email: String!, $role: WorkspaceRole!) {
  createInvitation(id: $id, input: {email: $email, role: $role}) {
    invitation {
      ...InvitationRow
    }
  }
}

${invitationRowFragment}`)

export const ResendInvitation = graphql<ResendInvitationMutation, ResendInvitationMutationVariables>(`mutation ResendInvitation($id: ID!, $invitationId: ID!) {
  resendInvitation(id: $id, invitationId: $invitationId) {
    ...InvitationRow
  }
}

${invitationRowFragment}`)

export const RevokeInvitation = graphql<RevokeInvitationMutation, RevokeInvitationMutationVariables>(`mutation RevokeInvitation($id: ID!, $invitationId: ID!) {
  revokeInvitation(id: $id, invitationId: $invitationId) {
    success
  }
}`)

export const ChangeRole = graphql<ChangeRoleMutation, ChangeRoleMutationVariables>(`mutation ChangeRole($id: ID!, $accountId: ID!, $role: WorkspaceRole!) {
  updateWorkspaceMember(id: $id, accountId: $accountId, role: $role) {
    ...MemberRow
  }
}

${memberRowFragment}`)

export const RemoveMember = graphql<RemoveMemberMutation, RemoveMemberMutationVariables>(`mutation RemoveMember($id: ID!, $accountId: ID!) {
  removeWorkspaceMember(id: $id, accountId: $accountId) {
    success
  }
}`)
