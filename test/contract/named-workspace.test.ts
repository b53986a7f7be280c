import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOperations, type Operation } from '../../src/platform/graphql/operations.ts'
import { isInWorkspace } from '../../src/platform/graphql/workspace-operations.ts'
import { listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { schema } from '../support/api.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { transports } from '../support/live.ts'
import { oneOfEach } from '../support/size.ts'
import { seedTeam, type Team } from '../workspaces/team.ts'
import { type Actor, type Inputs, inputsFor, inWorkspace, repetitionErrors, sharedInputsFor } from './acts.ts'
import { documentOf, overGraph, overRest, type Via } from './faces.ts'
import { lowestRoleOf } from './role-table.ts'
import { toVariables } from './translation.ts'

let test: TestApp
let team: Team
let foreign: Team
/** The owner, who makes everything in the team. */
let actor: Actor
beforeAll(async () => {
  test = await sharedApp()
  ;[team, foreign] = await Promise.all([seedTeam(test), seedTeam(test)])
  actor = inWorkspace({ test, account: team.owner, word: () => test.seed.word() }, team.id)
  await actor.test.rest.patch('/v1/link-health', { isOn: true }, { token: team.owner.token })
})
afterAll(() => test.close())

const restOperations = new Map(listRestOperations(schema).map((operation) => [operation.name, operation]))
const operations = listOperations(schema).filter(isInWorkspace)
/** One rule reads the name of the workspace for all operations of a kind. */
const oneOfEachKind = (each: readonly Operation[]) => oneOfEach(each, ({ kind }) => kind)
const named = (each: readonly Operation[]) => each.map((operation) => [operation.name, operation] as const)
const asWords = (answer: unknown) => JSON.stringify(answer).replace(/"requestId":"[^"]*"/g, '')

/** The answers over both interfaces, and of an error its code and its fields alone. */
async function answersTo(operation: Operation, inputs: Inputs, { token, headers = {} }: Via): Promise<string[]> {
  const via = { token, headers }
  const { data, error } = await overGraph(test, operation, inputs, via)
  const ofGraph = asWords(error ? [error.extensions.code, error.extensions.details] : data)
  const rest = restOperations.get(operation.name)
  if (!rest) return [ofGraph]
  const { status, json, text, headers: sent } = await overRest(test, rest, inputs, via)
  const ofRest = status < 400 ? [sent['x-total-count'], json ?? text] : [json.error.code, json.error.details]
  return [ofGraph, asWords(ofRest)]
}

const inHeader = (id: string) => ({ 'x-workspace-id': id })
const unknownId = `wsp_${'0'.repeat(26)}`
// Codes are one namespace for all workspaces.
const reads = oneOfEachKind(operations.filter(({ kind, name }) => kind === 'query' && name !== 'codeCheck'))
// A viewer of the team is the owner of the personal workspace.
const writes = oneOfEachKind(
  operations.filter(({ kind, name }) => kind === 'mutation' && lowestRoleOf(name) !== 'viewer'),
)
const tried = oneOfEachKind(operations)

describe('the workspace of a request', () => {
  it.each(named(reads))('%s reads that of the argument, the header, or both', async (name, operation) => {
    // A link is found by its id in every workspace.
    const { urlId, ...inputs } = await sharedInputsFor(name, actor)
    const via = { token: team.owner.token }
    const ofHeader = await answersTo(operation, inputs, { ...via, headers: inHeader(team.id) })
    const argument = { ...inputs, workspaceId: team.id }
    // The address of a file names the workspace, by whichever means the request did.
    expect(await answersTo(operation, argument, via)).toEqual(ofHeader)
    expect(await answersTo(operation, argument, { ...via, headers: inHeader(team.id) })).toEqual(ofHeader)
    const ofPersonal = await answersTo(operation, { ...inputs, workspaceId: team.owner.workspaceId }, via)
    const withoutName = await answersTo(operation, inputs, via)
    expect(ofPersonal).not.toEqual(ofHeader)
    if (name !== 'clickExport' && name !== 'linkExport') expect(withoutName).toEqual(ofPersonal)
  })

  it.each(named(writes))(
    '%s writes into that of the argument, the header, or else the personal one',
    async (name, operation) => {
      const mine = { ...actor, test, account: team.viewer }
      const inputs = await inputsFor(name, mine)
      const via = { token: team.viewer.token }
      const denied = await answersTo(operation, { ...inputs, workspaceId: team.id }, via)
      for (const answer of denied) expect(answer).toContain('"ROLE_TOO_LOW"')
      expect(await answersTo(operation, inputs, { ...via, headers: inHeader(team.id) })).toEqual(denied)
      const [ofGraph] = await answersTo(operation, inputs, via)
      expect(ofGraph).not.toContain('"ROLE_TOO_LOW"')
      if (!(name in repetitionErrors)) expect(ofGraph).not.toMatch(/^\["[A-Z_]+"/)
    },
  )

  it.each(named(tried))('%s refuses a header and an argument that differ with 400', async (name, operation) => {
    const inputs = { ...(await sharedInputsFor(name, actor)), workspaceId: team.id }
    for (const id of [team.owner.workspaceId, foreign.id, '']) {
      const answers = await answersTo(operation, inputs, { token: team.owner.token, headers: inHeader(id) })
      for (const answer of answers) expect(answer).toMatch(/^\["INVALID_PARAMS",\[\{"field":"workspaceId"/)
    }
  })

  it.each(named(tried))('%s gives 404 for one that is unknown or of others, alike', async (name, operation) => {
    const inputs = await sharedInputsFor(name, actor)
    const via = { token: team.owner.token }
    const missing = await answersTo(operation, { ...inputs, workspaceId: unknownId }, via)
    for (const answer of missing) expect(answer).toMatch(/^\["WORKSPACE_NOT_FOUND"/)
    for (const id of [foreign.id, 'x', '__proto__']) {
      expect(await answersTo(operation, { ...inputs, workspaceId: id }, via), id).toEqual(missing)
      expect(await answersTo(operation, inputs, { ...via, headers: inHeader(id) }), id).toEqual(missing)
    }
  })
})

describe('a subscription', () => {
  const subscriptions = named(operations.filter(({ kind }) => kind === 'subscription'))

  it.each(
    transports.flatMap(({ transport, openClient }) =>
      subscriptions.map(([name, operation]) => [name, transport, operation, openClient] as const),
    ),
  )('%s over %s takes the argument, or the header of its request', async (name, _transport, operation, openClient) => {
    const variables = toVariables(operation, await sharedInputsFor(name, actor))
    const errorFor = async (headers: Record<string, string>, workspaceId?: string) => {
      const client = await openClient(test.app.server, { token: team.owner.token, headers })
      const given = { ...variables, ...(workspaceId && { workspaceId }) }
      const subscription = client.subscribe(documentOf(operation, given), given)
      await expect.poll(() => subscription.errors?.[0]?.extensions.code ?? subscription.connectionError).toBeDefined()
      await client.close()
      return subscription.errors?.[0]?.extensions.code
    }
    expect(await errorFor({}, foreign.id)).toBe('WORKSPACE_NOT_FOUND')
    expect(await errorFor(inHeader(foreign.id))).toBe('WORKSPACE_NOT_FOUND')
    expect(await errorFor(inHeader(team.owner.workspaceId), team.id)).toBe('INVALID_PARAMS')
  })
})
