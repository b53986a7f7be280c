import type { Cache, CacheExchangeOpts } from '@urql/exchange-graphcache'
import { gql } from 'urql'

/** Forgets what a list field of the query has, so that open screens ask for it again. */
export function forgetLists(cache: Cache, ...fieldNames: string[]): void {
  for (const { fieldName, fieldKey } of cache.inspectFields('Query'))
    if (fieldNames.includes(fieldName)) cache.invalidate('Query', fieldKey)
}

const forget =
  (...fieldNames: string[]) =>
  (_result: unknown, _args: unknown, cache: Cache) =>
    forgetLists(cache, ...fieldNames)

/** `workspace` has how much of the plan is used. */
const linkLists = ['urls', 'folders', 'tags', 'workspaces', 'workspace']

/** Adds a click to the last day of its link, so that lists show it without asking again. */
function countClick(cache: Cache, id: string): void {
  const link = { __typename: 'UrlItem', id }
  for (const { fieldName, fieldKey } of cache.inspectFields(link)) {
    const days = fieldName === 'dailyClicks' ? (cache.resolve(link, fieldKey) as number[] | null) : null
    if (days)
      cache.writeFragment(gql(`fragment _ on UrlItem { id dailyClicks(days: ${days.length}) }`), {
        id,
        dailyClicks: [...days.slice(0, -1), (days.at(-1) ?? 0) + 1],
      })
  }
}

/** The rules of a link are read anew after a change of one, and so is where a visitor would go. */
function forgetRules(_result: unknown, { id }: { id?: unknown }, cache: Cache): void {
  cache.invalidate({ __typename: 'UrlItem', id: String(id) }, 'rules')
  forgetLists(cache, 'testUrlRules')
}

const ruleChanges = ['Device', 'Geo', 'Language', 'Time', 'Split'].flatMap((kind) => [
  ...['create', 'update', 'delete'].map((act) => `${act}${kind}Rule`),
  `reorder${kind}Rules`,
])

/** What changes beside the entity that a mutation returns. */
export const cacheUpdates: Partial<CacheExchangeOpts> = {
  keys: { BioPageDraft: ({ pageId }) => pageId as string },
  updates: {
    Subscription: {
      clickRecorded: ({ clickRecorded }, _args, cache) => {
        const { id } = (clickRecorded as { url: { id: string } | null }).url ?? {}
        if (id) countClick(cache, id)
      },
    },
    Mutation: {
      ...Object.fromEntries(ruleChanges.map((name) => [name, forgetRules])),
      createUrl: forget(...linkLists),
      deleteUrl: forget(...linkLists),
      deleteUrls: forget(...linkLists),
      updateUrls: forget(...linkLists),
      changeSelectedUrls: forget(...linkLists, 'url'),
      createFolder: forget('folders'),
      createTag: forget('tags'),
      createUtmTemplate: forget('utmTemplates'),
      deleteUtmTemplate: forget('utmTemplates'),
      updateFolder: forget('folders'),
      deleteFolder: forget('folders', 'urls', 'url'),
      updateTag: forget('tags'),
      mergeTags: forget('tags', 'urls', 'url'),
      deleteTag: forget('tags', 'urls', 'url'),
      createDomain: forget('domains'),
      verifyDomain: forget('domains'),
      updateDomain: forget('domains'),
      deleteDomain: forget('domains'),
      createPixel: forget('pixelsConnection'),
      deletePixel: forget('pixelsConnection'),
      setUrlPixels: forget('pixelsConnection'),
      createDynamicQr: forget('dynamicQrs', 'urls', 'workspace'),
      deleteDynamicQr: forget('dynamicQrs', 'urls', 'workspace'),
      createQrLogo: forget('qrLogosConnection'),
      deleteQrLogo: forget('qrLogosConnection', 'dynamicQr', 'urlQrDesign'),
      updateUrlQrDesign: forget('urlQrDesign'),
      updateUrlHealth: forget('urlHealth'),
      checkUrlHealth: forget('urlHealth'),
      createBioPage: forget('bioPages', 'workspace'),
      duplicateBioPage: forget('bioPages', 'workspace'),
      deleteBioPage: forget('bioPages', 'workspace'),
      // What is saved has not reached the page yet.
      updateBioPageDraft: (_result, { id }, cache) =>
        cache.writeFragment(gql('fragment _ on BioPage { id hasDraft }'), { id, hasDraft: true }),
      publishBioPage: forget('bioPageDraft', 'bioPageAnalytics'),
      discardBioPageDraft: forget('bioPageDraft'),
      createSharedStatsPage: forget('sharedStatsPages'),
      deleteSharedStatsPage: forget('sharedStatsPages'),
      createWorkspace: forget('workspaces'),
      deleteWorkspace: forget('workspaces'),
      restoreWorkspace: forget('workspaces'),
      leaveWorkspace: forget('workspaces'),
      transferWorkspace: forget('workspaceMembers'),
      removeWorkspaceMember: forget('workspaceMembers', 'workspace'),
      createInvitation: forget('workspaceInvitations', 'workspace'),
      revokeInvitation: forget('workspaceInvitations', 'workspace'),
      endSession: forget('sessions'),
      confirmAuthenticatorApp: forget('signInMethods', 'sessions'),
      removeAuthenticatorApp: forget('signInMethods'),
      renewRecoveryCodes: forget('signInMethods'),
      removePasskey: forget('signInMethods'),
      removeIdentity: forget('identities'),
      withdrawOauthGrant: forget('oauthGrants'),
      createApiKey: forget('apiKeys', 'workspace'),
      rotateApiKey: forget('apiKeys', 'workspace'),
      revokeApiKey: forget('apiKeys', 'workspace'),
      createImport: forget('imports'),
      createLinkExport: forget('exports'),
      createClickExport: forget('exports'),
      createWebhook: forget('webhooksConnection', 'workspace'),
      deleteWebhook: forget('webhooksConnection', 'workspace'),
      testWebhook: forget('webhookDeliveries'),
      redeliverWebhook: forget('webhookDeliveries'),
      redeliverWebhookEvents: forget('webhookDeliveries'),
      createOauthApp: forget('oauthApps'),
      deleteOauthApp: forget('oauthApps'),
      blockUrl: forget('abuseReviews', 'abuseActs'),
      dismissReports: forget('abuseReviews', 'abuseActs'),
      unblockUrl: forget('abuseReviews', 'abuseActs'),
      blockDestination: forget('blockedDestinations', 'abuseReviews', 'abuseActs'),
      unblockDestination: forget('blockedDestinations', 'abuseReviews', 'abuseActs'),
      suspendAccount: forget('adminAccounts', 'adminWorkspaces', 'abuseActs'),
      restoreAccount: forget('adminAccounts', 'adminWorkspaces', 'abuseActs'),
      setWorkspacePlan: forget('adminAccounts', 'adminWorkspaces', 'workspaces', 'workspace'),
      acknowledgeAlert: forget('commandCenterAlerts'),
      acknowledgeAnomaly: forget('anomalies'),
      resolveAnomaly: forget('anomalies'),
      updateLinkHealth: forget('linkHealth', 'urlHealth'),
    },
  },
}
