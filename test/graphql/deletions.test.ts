import { getNamedType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOperations } from '../../src/platform/graphql/operations.ts'
import { type Actor, inputsFor, inWorkspace } from '../contract/acts.ts'
import { documentOf, restOperation } from '../contract/faces.ts'
import { toVariables } from '../contract/translation.ts'
import { schema } from '../support/api.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { seedTeam } from '../workspaces/team.ts'

let test: TestApp
let actor: Actor
beforeAll(async () => {
  test = await sharedApp()
  const team = await seedTeam(test)
  actor = inWorkspace({ test, account: team.owner, word: () => test.seed.word() }, team.id)
})
afterAll(() => test.close())

/** Each mutation that takes an object from another one, which its answer returns. */
const parents = {
  workspace: [
    ...['deleteUrl', 'deleteTag', 'deleteFolder', 'deleteUtmTemplate', 'deleteDomain', 'deletePixel'],
    ...['deleteBioPage', 'deleteDynamicQr', 'deleteQrLogo', 'deleteWebhook', 'deleteSharedStatsPage'],
    ...['revokeApiKey', 'revokeInvitation', 'removeWorkspaceMember'],
  ],
  url: [...['deleteGeoRule', 'deleteDeviceRule', 'deleteLanguageRule', 'deleteTimeRule', 'deleteSplitRule']],
  bioPage: ['deleteBioBlock'],
}

/** What they end belongs to no object that the caller could still read, or to the account. */
const withoutParent = [
  ...['deleteWorkspace', 'leaveWorkspace', 'deleteOauthApp', 'withdrawOauthGrant', 'endSession', 'unblockDestination'],
  ...['removeAuthenticatorApp', 'removePasskey', 'removeIdentity'],
]

describe('a deletion returns the object that had the deleted one:', () => {
  it.each(Object.entries(parents).flatMap(([parent, names]) => names.map((name) => [name, parent] as const)))(
    '%s returns %s',
    async (name, parent) => {
      const operation = restOperation(test, name)
      const inputs = await inputsFor(name, actor)
      const variables = toVariables(operation, inputs)
      const document = documentOf(operation, variables, '{ success workspace { id } url { id } bioPage { id } }')
      const { data, errors } = await actor.test.graph(document, {
        token: actor.account.token,
        variables: { ...variables },
      })
      const isOfWorkspace = parent === 'workspace' && !String(inputs.id).startsWith('wsp_')
      const id = isOfWorkspace ? actor.account.workspaceId : inputs.id
      expect(errors).toBeUndefined()
      expect(data[name]).toEqual({ success: true, workspace: null, url: null, bioPage: null, [parent]: { id } })
    },
  )

  it('each of them is listed', () => {
    const ending = listOperations(schema)
      .filter(({ field }) => getNamedType(field.type).name === 'SuccessResponse')
      .map(({ name }) => name)
      .filter((name) => /^(delete|revoke|remove|leave|withdraw|end|unblock)/.test(name))
    expect([...Object.values(parents).flat(), ...withoutParent].sort()).toEqual(ending.sort())
  })
})

it('deleteUrl returns the counts of its workspace and its folder without the link', async () => {
  const { account } = actor
  const folder = await test.rest.post('/v1/folders', { name: test.seed.word() }, { token: account.token })
  const [link] = await Promise.all([0, 1].map(() => test.seed.link(account, { folderId: folder.json.id })))
  const document = `mutation ($id: ID!) {
    deleteUrl(id: $id) { deletedId workspace { urls(first: 1) { totalCount } } folder { id urlCount } }
  }`
  const before = await test.graph('{ urls { totalCount } }', { token: account.token })
  const { data } = await test.graph(document, { token: account.token, variables: { id: link?.id } })
  expect(data.deleteUrl.folder).toEqual({ id: folder.json.id, urlCount: 1 })
  expect(data.deleteUrl.workspace.urls.totalCount).toBe(before.data.urls.totalCount - 1)
})

it('deleteGeoRule returns the link with one rule less', async () => {
  const link = await test.seed.link(actor.account)
  const rule = {
    matchType: 'country',
    condition: 'in',
    values: ['DE'],
    action: 'redirect',
    destination: 'https://a.example/',
  }
  const { token } = actor.account
  const created = await test.rest.post(`/v1/urls/${link.id}/geo-rules`, rule, { token })
  const document = 'mutation ($id: ID!, $rule: ID!) { deleteGeoRule(id: $id, ruleId: $rule) { url { ruleCount } } }'
  const variables = { id: link.id, rule: created.json.id }
  expect((await test.graph(document, { token, variables })).data.deleteGeoRule.url).toEqual({ ruleCount: 0 })
})
