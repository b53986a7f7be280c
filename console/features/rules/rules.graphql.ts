// Written by `npm run emit`. Edit rules.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  CreateDeviceRuleMutation,
  CreateDeviceRuleMutationVariables,
  CreateGeoRuleMutation,
  CreateGeoRuleMutationVariables,
  CreateLanguageRuleMutation,
  CreateLanguageRuleMutationVariables,
  CreateSplitRuleMutation,
  CreateSplitRuleMutationVariables,
  CreateTimeRuleMutation,
  CreateTimeRuleMutationVariables,
  DeleteDeviceRuleMutation,
  DeleteDeviceRuleMutationVariables,
  DeleteGeoRuleMutation,
  DeleteGeoRuleMutationVariables,
  DeleteLanguageRuleMutation,
  DeleteLanguageRuleMutationVariables,
  DeleteSplitRuleMutation,
  DeleteSplitRuleMutationVariables,
  DeleteTimeRuleMutation,
  DeleteTimeRuleMutationVariables,
  LinkRulesQuery,
  LinkRulesQueryVariables,
  ReorderDeviceRulesMutation,
  ReorderDeviceRulesMutationVariables,
  ReorderGeoRulesMutation,
  ReorderGeoRulesMutationVariables,
  ReorderLanguageRulesMutation,
  ReorderLanguageRulesMutationVariables,
  ReorderSplitRulesMutation,
  ReorderSplitRulesMutationVariables,
  ReorderTimeRulesMutation,
  ReorderTimeRulesMutationVariables,
  TryRulesQuery,
  TryRulesQueryVariables,
  UpdateDeviceRuleMutation,
  UpdateDeviceRuleMutationVariables,
  UpdateGeoRuleMutation,
  UpdateGeoRuleMutationVariables,
  UpdateLanguageRuleMutation,
  UpdateLanguageRuleMutationVariables,
  UpdateSplitRuleMutation,
  UpdateSplitRuleMutationVariables,
  UpdateTimeRuleMutation,
  UpdateTimeRuleMutationVariables,
} from '../../graph/types.ts'

export const ruleRowFragment = `fragment RuleRow on RoutingRule {
  id
  kind
  isActive
  destination
  ... on DeviceRule {
    device
  }
  ... on GeoRule {
    action
    blockMessage
    condition
    matchType
    values
  }
  ... on LanguageRule {
    languages
  }
  ... on TimeRule {
    days
    startTime
    endTime
    startsAt
    endsAt
    timezone
  }
  ... on SplitRule {
    name
    weight
  }
}`

export const LinkRules = graphql<LinkRulesQuery, LinkRulesQueryVariables>(`query LinkRules($id: ID!) {
  url(id: $id) {
    id
    destination
    ruleCount
    rules {
      ...RuleRow
    }
  }
}

${ruleRowFragment}`)

export const TryRules = graphql<TryRulesQuery, TryRulesQueryVariables>(`query TryRules($id: ID!, $input: TestUrlRulesInput!) {
  testUrlRules(id: $id, input: $input) {
    destination
    matchedRule {
      id
      kind
      isBlocking
      blockMessage
      variant
    }
  }
}`)

export const CreateDeviceRule = graphql<CreateDeviceRuleMutation, CreateDeviceRuleMutationVariables>(`mutation CreateDeviceRule($id: ID!, $input: CreateDeviceRuleInput!) {
  createDeviceRule(id: $id, input: $input) {
    id
  }
}`)

export const UpdateDeviceRule = graphql<UpdateDeviceRuleMutation, UpdateDeviceRuleMutationVariables>(`mutation UpdateDeviceRule($id: ID!, $ruleId: ID!, $input: UpdateDeviceRuleInput!) {
  updateDeviceRule(id: $id, ruleId: $ruleId, input: $input) {
    id
  }
}`)

export const DeleteDeviceRule = graphql<DeleteDeviceRuleMutation, DeleteDeviceRuleMutationVariables>(`mutation DeleteDeviceRule($id: ID!, $ruleId: ID!) {
  deleteDeviceRule(id: $id, ruleId: $ruleId) {
    success
  }
}`)

export const ReorderDeviceRules = graphql<ReorderDeviceRulesMutation, ReorderDeviceRulesMutationVariables>(`mutation ReorderDeviceRules($id: ID!, $ruleIds: [ID!]!) {
  reorderDeviceRules(id: $id, ruleIds: $ruleIds) {
    id
  }
}`)

export const CreateGeoRule = graphql<CreateGeoRuleMutation, CreateGeoRuleMutationVariables>(`mutation CreateGeoRule($id: ID!, $input: CreateGeoRuleInput!) {
  createGeoRule(id: $id, input: $input) {
    id
  }
}`)

export const UpdateGeoRule = graphql<UpdateGeoRuleMutation, UpdateGeoRuleMutationVariables>(`mutation UpdateGeoRule($id: ID!, $ruleId: ID!, $input: UpdateGeoRuleInput!) {
  updateGeoRule(id: $id, ruleId: $ruleId, input: $input) {
    id
  }
}`)

export const DeleteGeoRule = graphql<DeleteGeoRuleMutation, DeleteGeoRuleMutationVariables>(`mutation DeleteGeoRule($id: ID!, $ruleId: ID!) {
  deleteGeoRule(id: $id, ruleId: $ruleId) {
    success
  }
}`)

export const ReorderGeoRules = graphql<ReorderGeoRulesMutation, ReorderGeoRulesMutationVariables>(`mutation ReorderGeoRules($id: ID!, $ruleIds: [ID!]!) {
  reorderGeoRules(id: $id, ruleIds: $ruleIds) {
    id
  }
}`)

export const CreateLanguageRule = graphql<CreateLanguageRuleMutation, CreateLanguageRuleMutationVariables>(`mutation CreateLanguageRule($id: ID!, $input: CreateLanguageRuleInput!) {
  createLanguageRule(id: $id, input: $input) {
    id
  }
}`)

export const UpdateLanguageRule = graphql<UpdateLanguageRuleMutation, UpdateLanguageRuleMutationVariables>(`mutation UpdateLanguageRule($id: ID!, $ruleId: ID!, $input: UpdateLanguageRuleInput!) {
  updateLanguageRule(id: $id, ruleId: $ruleId, input: $input) {
    id
  }
}`)

export const DeleteLanguageRule = graphql<DeleteLanguageRuleMutation, DeleteLanguageRuleMutationVariables>(`mutation DeleteLanguageRule($id: ID!, $ruleId: ID!) {
  deleteLanguageRule(id: $id, ruleId: $ruleId) {
    success
  }
}`)

export const ReorderLanguageRules = graphql<ReorderLanguageRulesMutation, ReorderLanguageRulesMutationVariables>(`mutation ReorderLanguageRules($id: ID!, $ruleIds: [ID!]!) {
  reorderLanguageRules(id: $id, ruleIds: $ruleIds) {
    id
  }
}`)

export const CreateTimeRule = graphql<CreateTimeRuleMutation, CreateTimeRuleMutationVariables>(`mutation CreateTimeRule($id: ID!, $input: CreateTimeRuleInput!) {
  createTimeRule(id: $id, input: $input) {
    id
  }
}`)

export const UpdateTimeRule = graphql<UpdateTimeRuleMutation, UpdateTimeRuleMutationVariables>(`mutation UpdateTimeRule($id: ID!, $ruleId: ID!, $input: UpdateTimeRuleInput!) {
  updateTimeRule(id: $id, ruleId: $ruleId, input: $input) {
    id
  }
}`)

export const DeleteTimeRule = graphql<DeleteTimeRuleMutation, DeleteTimeRuleMutationVariables>(`mutation DeleteTimeRule($id: ID!, $ruleId: ID!) {
  deleteTimeRule(id: $id, ruleId: $ruleId) {
    success
  }
}`)

export const ReorderTimeRules = graphql<ReorderTimeRulesMutation, ReorderTimeRulesMutationVariables>(`mutation ReorderTimeRules($id: ID!, $ruleIds: [ID!]!) {
  reorderTimeRules(id: $id, ruleIds: $ruleIds) {
    id
  }
}`)

export const CreateSplitRule = graphql<CreateSplitRuleMutation, CreateSplitRuleMutationVariables>(`mutation CreateSplitRule($id: ID!, $input: CreateSplitRuleInput!) {
  createSplitRule(id: $id, input: $input) {
    id
  }
}`)

export const UpdateSplitRule = graphql<UpdateSplitRuleMutation, UpdateSplitRuleMutationVariables>(`mutation UpdateSplitRule($id: ID!, $ruleId: ID!, $input: UpdateSplitRuleInput!) {
  updateSplitRule(id: $id, ruleId: $ruleId, input: $input) {
    id
  }
}`)

export const DeleteSplitRule = graphql<DeleteSplitRuleMutation, DeleteSplitRuleMutationVariables>(`mutation DeleteSplitRule($id: ID!, $ruleId: ID!) {
  deleteSplitRule(id: $id, ruleId: $ruleId) {
    success
  }
}`)

export const ReorderSplitRules = graphql<ReorderSplitRulesMutation, ReorderSplitRulesMutationVariables>(`mutation ReorderSplitRules($id: ID!, $ruleIds: [ID!]!) {
  reorderSplitRules(id: $id, ruleIds: $ruleIds) {
    id
  }
}`)
