// Written by `npm run emit`. Edit operation.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  AbuseLogQuery,
  AbuseLogQueryVariables,
  AccountsQuery,
  AccountsQueryVariables,
  AllWorkspacesQuery,
  AllWorkspacesQueryVariables,
  BlockDestinationMutation,
  BlockDestinationMutationVariables,
  BlockLinkMutation,
  BlockLinkMutationVariables,
  BlockedDestinationsQuery,
  BlockedDestinationsQueryVariables,
  DismissReportsMutation,
  DismissReportsMutationVariables,
  RestoreAccountMutation,
  RestoreAccountMutationVariables,
  ReviewsQuery,
  ReviewsQueryVariables,
  ServiceQuery,
  ServiceQueryVariables,
  SetPlanMutation,
  SetPlanMutationVariables,
  SuspendAccountMutation,
  SuspendAccountMutationVariables,
  UnblockDestinationMutation,
  UnblockDestinationMutationVariables,
  UnblockLinkMutation,
  UnblockLinkMutationVariables,
} from '../../graph/types.ts'

export const reviewFragment = `fragment Review on AbuseReview {
  id
  shortUrl
  title
  destination
  destinationHost
  isBlocked
  blockedReason
  blockedAt
  blockedBy
  openReports
  reasons {
    reason
    count
  }
  waitingSince
  appeal {
    message
    createdAt
  }
  owner {
    id
    name
    email
  }
  reports {
    id
    reason
    details
    email
    createdAt
    outcome
  }
}`

export const blockedDestinationRowFragment = `fragment BlockedDestinationRow on BlockedDestination {
  id
  pattern
  reason
  note
  blockedLinks
  createdAt
}`

export const accountRowFragment = `fragment AccountRow on AdminAccount {
  id
  name
  email
  role
  emailVerifiedAt
  createdAt
  suspendedAt
  deletionRequestedAt
  workspaces {
    id
    name
    plan
    isPersonal
    suspendedAt
  }
}`

export const workspaceRowFragment = `fragment WorkspaceRow on AdminWorkspace {
  id
  name
  slug
  plan
  isPersonal
  createdAt
  suspendedAt
  owners {
    id
    email
  }
  usage {
    resource
    used
    limit
  }
}`

export const actRowFragment = `fragment ActRow on AbuseAct {
  id
  kind
  actor {
    id
    name
  }
  review {
    id
    shortUrl
  }
  urlId
  accountId
  account {
    id
    name
    email
  }
  pattern
  reason
  note
  createdAt
}`

export const Reviews = graphql<ReviewsQuery, ReviewsQueryVariables>(`query Reviews($state: AbuseReviewState!, $first: Int!, $after: String) {
  abuseReviews(state: $state, first: $first, after: $after) {
    nodes {
      ...Review
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${reviewFragment}`)

export const BlockLink = graphql<BlockLinkMutation, BlockLinkMutationVariables>(`mutation BlockLink($id: ID!, $input: BlockUrlInput!) {
  blockUrl(id: $id, input: $input) {
    ...Review
  }
}

${reviewFragment}`)

export const DismissReports = graphql<DismissReportsMutation, DismissReportsMutationVariables>(`mutation DismissReports($id: ID!, $note: String) {
  dismissReports(id: $id, note: $note) {
    ...Review
  }
}

${reviewFragment}`)

export const UnblockLink = graphql<UnblockLinkMutation, UnblockLinkMutationVariables>(`mutation UnblockLink($id: ID!, $note: String) {
  unblockUrl(id: $id, note: $note) {
    ...Review
  }
}

${reviewFragment}`)

export const BlockedDestinations = graphql<BlockedDestinationsQuery, BlockedDestinationsQueryVariables>(`query BlockedDestinations($first: Int!, $after: String) {
  blockedDestinations(first: $first, after: $after) {
    nodes {
      ...BlockedDestinationRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${blockedDestinationRowFragment}`)

export const BlockDestination = graphql<BlockDestinationMutation, BlockDestinationMutationVariables>(`mutation BlockDestination($input: BlockDestinationInput!) {
  blockDestination(input: $input) {
    ...BlockedDestinationRow
  }
}

${blockedDestinationRowFragment}`)

export const UnblockDestination = graphql<UnblockDestinationMutation, UnblockDestinationMutationVariables>(`mutation UnblockDestination($id: ID!) {
  unblockDestination(id: $id) {
    success
  }
}`)

export const Accounts = graphql<AccountsQuery, AccountsQueryVariables>(`query Accounts($search: String, $suspended: Boolean, $first: Int!, $after: String) {
  adminAccounts(
    search: $search
    suspended: $suspended
    first: $first
    after: $after
  ) {
    nodes {
      ...AccountRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${accountRowFragment}`)

export const SuspendAccount = graphql<SuspendAccountMutation, SuspendAccountMutationVariables>(`mutation SuspendAccount($id: ID!, $note: String) {
  suspendAccount(id: $id, note: $note) {
    ...AccountRow
  }
}

${accountRowFragment}`)

export const RestoreAccount = graphql<RestoreAccountMutation, RestoreAccountMutationVariables>(`mutation RestoreAccount($id: ID!, $note: String) {
  restoreAccount(id: $id, note: $note) {
    ...AccountRow
  }
}

${accountRowFragment}`)

export const AllWorkspaces = graphql<AllWorkspacesQuery, AllWorkspacesQueryVariables>(`query AllWorkspaces($search: String, $first: Int!, $after: String) {
  adminWorkspaces(search: $search, first: $first, after: $after) {
    nodes {
      ...WorkspaceRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${workspaceRowFragment}`)

export const SetPlan = graphql<SetPlanMutation, SetPlanMutationVariables>(`mutation SetPlan($id: ID!, $plan: Plan!) {
  setWorkspacePlan(id: $id, plan: $plan) {
    id
    plan
  }
}`)

export const Service = graphql<ServiceQuery, ServiceQueryVariables>(`query Service {
  doctor {
    status
    version
    checkedAt
    findings {
      check
      status
      text
    }
  }
}`)

export const AbuseLog = graphql<AbuseLogQuery, AbuseLogQueryVariables>(`query AbuseLog($first: Int!, $after: String) {
  abuseActs(first: $first, after: $after) {
    nodes {
      ...ActRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${actRowFragment}`)
