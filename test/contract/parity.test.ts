import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { toRestSchema } from '../../src/platform/rest/rest-schema.ts'
import { schema } from '../support/api.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { oneOfEach } from '../support/size.ts'
import { type Actor, type Inputs, inputsFor, repetitionErrors } from './acts.ts'
import { overGraph, overRest, restOperation } from './faces.ts'
import { files, shapeOf, uploads } from './operation-sets.ts'
import { dump, mark, withoutChance } from './rows.ts'
import { ruleTypeNames } from './rules.ts'
import { secondFactorWrites } from './second-factor-acts.ts'
import { contract } from './table.ts'
import { withoutRestOnly } from './translation.ts'

const shapes = new Map(listRestOperations(toRestSchema(schema)).map((each) => [each.name, shapeOf(each)]))

/** Two equal services: one gets only REST requests, the other only GraphQL. */
let rest: TestApp
let graph: TestApp
beforeAll(async () => {
  rest = await startApp()
  graph = await startApp()
  graph.clock.set(rest.clock.now())
})
afterAll(async () => {
  await rest.close()
  await graph.close()
})

/** The same account with the same words in each service. */
async function actorIn(test: TestApp, name: string): Promise<Actor> {
  let words = 0
  const account = await test.seed.account({ email: `${name.toLowerCase()}@example.com` })
  return { test, account, word: () => `${name}-${++words}` }
}

async function actOverRest(test: TestApp, name: string, inputs: Inputs, token: string | undefined) {
  const operation = restOperation(test, name)
  const { status, json } = await overRest(test, operation, inputs, { token })
  return status < 400
    ? { answer: withoutChance(withoutRestOnly(json, operation.field.type)) }
    : { code: json.error.code, status }
}

async function actOverGraph(test: TestApp, name: string, inputs: Inputs, token: string | undefined) {
  const { data, error } = await overGraph(test, restOperation(test, name), inputs, { token })
  return error ? { code: error.extensions.code, status: error.extensions.http.status } : { answer: withoutChance(data) }
}

/**
 * Operations that change rows; resolving a link does, because it is a click. A rotated secret differs only by chance.
 */
const writes = new Set([
  ...['register', 'login', 'logout', 'changePassword', 'resetPassword', 'verifyEmail'],
  ...secondFactorWrites,
  ...['endSession', 'removeIdentity', 'updateProfile', 'requestEmailChange', 'requestAccountDeletion'],
  ...['createUrls', 'updateUrls', 'deleteUrls', 'changeSelectedUrls'],
  ...['acknowledgeAlert', 'suspendAccount', 'restoreAccount'],
  ...['shortenUrl', 'createUrl', 'updateUrl', 'deleteUrl', 'resolveUrl', 'unlockUrl'],
  ...[
    'createApiKey',
    'renameApiKey',
    'rotateApiKey',
    'revokeApiKey',
    'createOauthApp',
    'updateOauthApp',
    'deleteOauthApp',
    'withdrawOauthGrant',
  ],
  ...['createDynamicQr', 'updateDynamicQr', 'deleteDynamicQr', 'createQrLogo', 'deleteQrLogo'],
  ...['createTag', 'updateTag', 'deleteTag', 'mergeTags', 'createFolder', 'updateFolder', 'deleteFolder'],
  ...['createUtmTemplate', 'updateUtmTemplate', 'deleteUtmTemplate'],
  ...['createPixel', 'updatePixel', 'deletePixel', 'setUrlPixels'],
  'updateUrlQrDesign',
  'setUrlRules',
  ...['createBioPage', 'updateBioPage', 'deleteBioPage', 'publishBioPage', 'unpublishBioPage'],
  ...['setBioPageImage', 'deleteBioPageImage', 'updateBioPageDraft', 'duplicateBioPage'],
  ...['createBioBlock', 'updateBioBlock', 'deleteBioBlock', 'reorderBioBlocks'],
  ...['createDomain', 'updateDomain', 'setDomainApps', 'deleteDomain'],
  ...['createSharedStatsPage', 'updateSharedStatsPage', 'deleteSharedStatsPage'],
  ...['createImport', 'cancelImport'],
  ...['createLinkExport', 'createClickExport', 'cancelExport'],
  ...['reportAbuse', 'appealUrl', 'blockUrl', 'dismissReports', 'unblockUrl'],
  ...['blockDestination', 'unblockDestination'],
  ...['createWebhook', 'updateWebhook', 'deleteWebhook', 'rotateWebhookSecret', 'testWebhook'],
  ...['acknowledgeAnomaly', 'resolveAnomaly'],
  ...['createWorkspace', 'updateWorkspace', 'deleteWorkspace', 'restoreWorkspace', 'setWorkspacePlan'],
  ...['leaveWorkspace', 'transferWorkspace', 'updateWorkspaceMember', 'removeWorkspaceMember'],
  ...['createInvitation', 'resendInvitation', 'revokeInvitation', 'acceptInvitation', 'declineInvitation'],
  ...['updateLinkHealth', 'updateUrlHealth', 'checkUrlHealth'],
  ...ruleTypeNames.flatMap((type) => [`create${type}`, `update${type}`, `delete${type}`, `reorder${type}s`]),
])

describe('the same operation over GraphQL and REST', () => {
  // Files exist only over REST; GraphQL returns their URL.
  const both = contract.filter(({ operation }) => !files.has(operation) && !uploads.has(operation))
  const tried = oneOfEach(both, ({ operation }) => `${shapes.get(operation)} ${writes.has(operation)}`)

  it.each(tried.map(({ operation }) => operation))(
    '%s leaves the same rows and returns the same, also when repeated',
    async (name) => {
      const [restStart, graphStart] = [await mark(rest), await mark(graph)]
      const [there, here] = [await actorIn(rest, name), await actorIn(graph, name)]
      const [inRest, inGraph] = [await inputsFor(name, there), await inputsFor(name, here)]
      const act = async () => {
        const overRest = await actOverRest(rest, name, inRest, there.account.token)
        expect(await actOverGraph(graph, name, inGraph, here.account.token)).toEqual(overRest)
        const rows = await dump(rest, restStart)
        expect(await dump(graph, graphStart)).toEqual(rows)
        return { code: overRest.code, rows }
      }
      const before = await dump(rest, restStart)
      const first = await act()
      expect(first.code).toBeUndefined()
      if (writes.has(name)) expect(first.rows).not.toEqual(before)
      else expect(first.rows).toEqual(before)
      const second = await act()
      expect(second.code).toBe(repetitionErrors[name])
      if (repetitionErrors[name]) expect(second.rows).toEqual(first.rows)
    },
  )
})
