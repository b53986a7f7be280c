// Written by `npm run emit`. Edit domains.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  CheckDomainQuery,
  CheckDomainQueryVariables,
  CreateDomainMutation,
  CreateDomainMutationVariables,
  DeleteDomainMutation,
  DeleteDomainMutationVariables,
  DomainToSetQuery,
  DomainToSetQueryVariables,
  DomainsQuery,
  DomainsQueryVariables,
  SetDomainAppsMutation,
  SetDomainAppsMutationVariables,
  UpdateDomainMutation,
  UpdateDomainMutationVariables,
  VerifyDomainMutation,
  VerifyDomainMutationVariables,
} from '../../graph/types.ts'

export const domainRowFragment = `fragment DomainRow on Domain {
  id
  host
  status
  isDefault
  unprovenSince
}`

export const domainDetailsFragment = `fragment DomainDetails on Domain {
  ...DomainRow
  verificationRecord {
    name
    value
  }
  rootUrl
  notFoundUrl
  expiredUrl
  appleApps {
    appId
    components
  }
  androidApps {
    packageName
    sha256CertFingerprints
  }
}`

export const Domains = graphql<DomainsQuery, DomainsQueryVariables>(`query Domains($first: Int!, $after: String) {
  domains(first: $first, after: $after, sort: NAME_ASC) {
    nodes {
      ...DomainRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

${domainRowFragment}`)

export const DomainToSet = graphql<DomainToSetQuery, DomainToSetQueryVariables>(`query DomainToSet($id: ID!) {
  domain(id: $id) {
    ...DomainDetails
  }
  urls(domainId: $id, first: 0) {
    totalCount
  }
  missingCodes(id: $id, limit: 20) {
    code
    visits
    lastVisitAt
    lastReferrerHost
    lastCountry
  }
}

${domainDetailsFragment}

${domainRowFragment}`)

export const CheckDomain = graphql<CheckDomainQuery, CheckDomainQueryVariables>(`query CheckDomain($id: ID!) {
  domainCheck(id: $id) {
    recordState
    foundRecords
    wantedHost
    foundAddresses
    answer
    answerIssue
    certificate {
      endsAt
      issuer
      issue
    }
    checkedAt
    nextCheckAt
  }
}`)

export const CreateDomain = graphql<CreateDomainMutation, CreateDomainMutationVariables>(`mutation CreateDomain($input: CreateDomainInput!) {
  createDomain(input: $input) {
    ...DomainDetails
  }
}

${domainDetailsFragment}

${domainRowFragment}`)

export const VerifyDomain = graphql<VerifyDomainMutation, VerifyDomainMutationVariables>(`mutation VerifyDomain($id: ID!) {
  verifyDomain(id: $id) {
    ...DomainDetails
  }
}

${domainDetailsFragment}

${domainRowFragment}`)

export const UpdateDomain = graphql<UpdateDomainMutation, UpdateDomainMutationVariables>(`mutation UpdateDomain($id: ID!, $input: UpdateDomainInput!) {
  updateDomain(id: $id, input: $input) {
    ...DomainDetails
  }
}

${domainDetailsFragment}

${domainRowFragment}`)

export const SetDomainApps = graphql<SetDomainAppsMutation, SetDomainAppsMutationVariables>(`mutation SetDomainApps($id: ID!, $input: SetDomainAppsInput!) {
  setDomainApps(id: $id, input: $input) {
    ...DomainDetails
  }
}

${domainDetailsFragment}

${domainRowFragment}`)

export const DeleteDomain = graphql<DeleteDomainMutation, DeleteDomainMutationVariables>(`mutation DeleteDomain($id: ID!) {
  deleteDomain(id: $id) {
    success
  }
}`)
