// Written by `npm run emit`. Edit account.graphql.
import { graphql } from '../../graph/document.ts'
import type {
  AddAppMutation,
  AddAppMutationVariables,
  ChangeEmailMutation,
  ChangeEmailMutationVariables,
  ChangePasswordMutation,
  ChangePasswordMutationVariables,
  ChangeProfileMutation,
  ChangeProfileMutationVariables,
  ConfirmAppMutation,
  ConfirmAppMutationVariables,
  DeleteAccountMutation,
  DeleteAccountMutationVariables,
  LogOutDeviceMutation,
  LogOutDeviceMutationVariables,
  OwnAccountQuery,
  OwnAccountQueryVariables,
  OwnArchiveQuery,
  OwnArchiveQueryVariables,
  OwnDeletionQuery,
  OwnDeletionQueryVariables,
  OwnGrantsQuery,
  OwnGrantsQueryVariables,
  OwnSessionsQuery,
  OwnSessionsQueryVariables,
  RemoveAppMutation,
  RemoveAppMutationVariables,
  RemoveIdentityMutation,
  RemoveIdentityMutationVariables,
  RemovePasskeyMutation,
  RemovePasskeyMutationVariables,
  RenamePasskeyMutation,
  RenamePasskeyMutationVariables,
  RenewCodesMutation,
  RenewCodesMutationVariables,
  RequestArchiveMutation,
  RequestArchiveMutationVariables,
  SendVerificationMutation,
  SendVerificationMutationVariables,
  WithdrawGrantMutation,
  WithdrawGrantMutationVariables,
} from '../../graph/types.ts'

export const ownProfileFragment = `fragment OwnProfile on UserProfile {
  id
  name
  email
  emailVerifiedAt
  pendingEmail
  language
  timezone
  unwantedMails
}`

export const OwnAccount = graphql<OwnAccountQuery, OwnAccountQueryVariables>(`query OwnAccount {
  me {
    ...OwnProfile
  }
  signInMethods {
    hasPassword
    authenticatorAppSince
    recoveryCodesLeft
    passkeys {
      id
      name
      createdAt
      lastUsedAt
    }
  }
  identities {
    id
    providerName
    email
    lastLoginAt
  }
}

${ownProfileFragment}`)

export const OwnSessions = graphql<OwnSessionsQuery, OwnSessionsQueryVariables>(`query OwnSessions($first: Int!, $after: String) {
  sessions(first: $first, after: $after) {
    nodes {
      id
      device
      country
      createdAt
      signInMethods
      isCurrent
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`)

export const OwnGrants = graphql<OwnGrantsQuery, OwnGrantsQueryVariables>(`query OwnGrants($first: Int!, $after: String) {
  oauthGrants(first: $first, after: $after) {
    nodes {
      id
      app {
        id
        name
      }
      scopes
      createdAt
      expiresAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`)

export const OwnArchive = graphql<OwnArchiveQuery, OwnArchiveQueryVariables>(`query OwnArchive {
  accountArchive {
    state
    createdAt
    finishedAt
    download {
      href
      byteCount
      expiresAt
    }
  }
}`)

export const OwnDeletion = graphql<OwnDeletionQuery, OwnDeletionQueryVariables>(`query OwnDeletion {
  accountDeletion {
    workspaces {
      id
      name
      memberCount
      outcome
    }
  }
}`)

export const ChangeProfile = graphql<ChangeProfileMutation, ChangeProfileMutationVariables>(`mutation ChangeProfile($name: String, $language: Language, $timezone: String, $unwantedMails: [OptionalMail!]) {
  updateProfile(
    name: $name
    language: $language
    timezone: $timezone
    unwantedMails: $unwantedMails
  ) {
    ...OwnProfile
  }
}

${ownProfileFragment}`)

export const ChangeEmail = graphql<ChangeEmailMutation, ChangeEmailMutationVariables>(`mutation ChangeEmail($email: String!, $password: String) {
  requestEmailChange(email: $email, password: $password) {
    ...OwnProfile
  }
}

${ownProfileFragment}`)

export const SendVerification = graphql<SendVerificationMutation, SendVerificationMutationVariables>(`mutation SendVerification {
  requestEmailVerification {
    success
  }
}`)

export const ChangePassword = graphql<ChangePasswordMutation, ChangePasswordMutationVariables>(`mutation ChangePassword($current: String!, $new: String!, $endGrants: Boolean!, $revokeApiKeys: Boolean!) {
  changePassword(
    currentPassword: $current
    newPassword: $new
    endGrants: $endGrants
    revokeApiKeys: $revokeApiKeys
  ) {
    user {
      id
    }
  }
}`)

export const AddApp = graphql<AddAppMutation, AddAppMutationVariables>(`mutation AddApp {
  addAuthenticatorApp {
    secret
    uri
  }
}`)

export const ConfirmApp = graphql<ConfirmAppMutation, ConfirmAppMutationVariables>(`mutation ConfirmApp($code: String!) {
  confirmAuthenticatorApp(code: $code) {
    codes
  }
}`)

export const RemoveApp = graphql<RemoveAppMutation, RemoveAppMutationVariables>(`mutation RemoveApp {
  removeAuthenticatorApp {
    success
  }
}`)

export const RenewCodes = graphql<RenewCodesMutation, RenewCodesMutationVariables>(`mutation RenewCodes {
  renewRecoveryCodes {
    codes
  }
}`)

export const RenamePasskey = graphql<RenamePasskeyMutation, RenamePasskeyMutationVariables>(`mutation RenamePasskey($id: ID!, $name: String!) {
  renamePasskey(id: $id, name: $name) {
    id
    name
  }
}`)

export const RemovePasskey = graphql<RemovePasskeyMutation, RemovePasskeyMutationVariables>(`mutation RemovePasskey($id: ID!) {
  removePasskey(id: $id) {
    success
  }
}`)

export const RemoveIdentity = graphql<RemoveIdentityMutation, RemoveIdentityMutationVariables>(`mutation RemoveIdentity($id: ID!) {
  removeIdentity(id: $id) {
    success
  }
}`)

export const LogOutDevice = graphql<LogOutDeviceMutation, LogOutDeviceMutationVariables>(`mutation LogOutDevice($id: ID!) {
  endSession(id: $id) {
    success
  }
}`)

export const WithdrawGrant = graphql<WithdrawGrantMutation, WithdrawGrantMutationVariables>(`mutation WithdrawGrant($id: ID!) {
  withdrawOauthGrant(id: $id) {
    success
  }
}`)

export const RequestArchive = graphql<RequestArchiveMutation, RequestArchiveMutationVariables>(`mutation RequestArchive {
  requestAccountArchive {
    state
    createdAt
  }
}`)

export const DeleteAccount = graphql<DeleteAccountMutation, DeleteAccountMutationVariables>(`mutation DeleteAccount($password: String) {
  requestAccountDeletion(password: $password) {
    deletesAt
  }
}`)
