import type { WorkspaceRole } from '../../src/platform/auth/workspace-role.ts'
import { accountReasons } from './account-acts.ts'
import { adminOnly } from './operation-sets.ts'
import { ruleTypeNames } from './rules.ts'
import { secondFactorReasons } from './second-factor-acts.ts'

/** Operations that concern the account and no workspace, with the reason. */
export const ofAccount: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...adminOnly].map((name) => [name, 'The admins of the installation are above workspaces.'])),
  me: 'The profile of the caller.',
  account: 'The profile of the caller.',
  requestAccountArchive: 'The data belongs to the account.',
  accountArchive: 'The data belongs to the account.',
  logout: 'Sessions belong to the account.',
  changePassword: 'The password belongs to the account.',
  requestEmailVerification: 'The address belongs to the account.',
  ...accountReasons,
  ...secondFactorReasons,
  workspaces: 'It lists the workspaces.',
  createWorkspace: 'The workspace is new.',
  acceptInvitation: 'The caller is no member yet.',
  webhookSample: 'The sample is the same for everybody.',
  unfurl: 'The page belongs to somebody else.',
  oauthApps: 'Applications belong to the account.',
  oauthApp: 'Applications belong to the account.',
  createOauthApp: 'Applications belong to the account.',
  updateOauthApp: 'Applications belong to the account.',
  rotateOauthAppSecret: 'Applications belong to the account.',
  deleteOauthApp: 'Applications belong to the account.',
  oauthGrants: 'Grants belong to the account.',
  oauthGrant: 'Grants belong to the account.',
  withdrawOauthGrant: 'Grants belong to the account.',
}

/** Operations that need a role above that of a viewer. */
const lowestRoles: Readonly<Record<'owner' | 'admin' | 'member', ReadonlySet<string>>> = {
  owner: new Set(['deleteWorkspace', 'restoreWorkspace', 'transferWorkspace']),
  admin: new Set([
    ...['updateWorkspace', 'updateWorkspaceMember', 'removeWorkspaceMember'],
    ...['workspaceInvitations', 'createInvitation', 'resendInvitation', 'revokeInvitation'],
    ...['updateLinkHealth'],
    ...['createWebhook', 'updateWebhook', 'deleteWebhook', 'rotateWebhookSecret', 'testWebhook'],
    ...['createDomain', 'updateDomain', 'setDomainApps', 'verifyDomain', 'deleteDomain'],
    ...['redeliverWebhook', 'redeliverWebhookEvents'],
  ]),
  member: new Set([
    ...['createUrls', 'updateUrls', 'deleteUrls', 'changeSelectedUrls'],
    ...['createUrl', 'updateUrl', 'deleteUrl', 'updateUrlHealth', 'checkUrlHealth', 'appealUrl'],
    ...['createDynamicQr', 'updateDynamicQr', 'deleteDynamicQr', 'createQrLogo', 'deleteQrLogo'],
    'updateUrlQrDesign',
    ...['acknowledgeAnomaly', 'resolveAnomaly', 'acknowledgeAlert'],
    ...ruleTypeNames.flatMap((type) => [`create${type}`, `update${type}`, `delete${type}`, `reorder${type}s`]),
    'setUrlRules',
    ...['createTag', 'updateTag', 'deleteTag', 'mergeTags', 'createFolder', 'updateFolder', 'deleteFolder'],
    ...['createUtmTemplate', 'updateUtmTemplate', 'deleteUtmTemplate'],
    ...['createPixel', 'updatePixel', 'deletePixel', 'setUrlPixels'],
    ...['createBioPage', 'updateBioPage', 'deleteBioPage', 'publishBioPage', 'unpublishBioPage'],
    ...['setBioPageImage', 'deleteBioPageImage', 'updateBioPageDraft', 'discardBioPageDraft', 'duplicateBioPage'],
    ...['createBioBlock', 'updateBioBlock', 'deleteBioBlock', 'reorderBioBlocks'],
    ...['createSharedStatsPage', 'updateSharedStatsPage', 'deleteSharedStatsPage'],
    ...['createImport', 'previewImport', 'uploadImport', 'cancelImport'],
  ]),
}

/** The lowest role that may run an operation about a workspace. */
export function lowestRoleOf(operation: string): WorkspaceRole {
  return (['owner', 'admin', 'member'] as const).find((role) => lowestRoles[role].has(operation)) ?? 'viewer'
}
