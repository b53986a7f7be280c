import { getNamedType, isNonNullType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAtLeastRole } from '../../src/platform/auth/workspace-role.ts'
import { listOperations, type Operation } from '../../src/platform/graphql/operations.ts'
import { isConnectionType } from '../../src/platform/graphql/pagination/connection-types.ts'
import { listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { schema } from '../support/api.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { oneOfEach } from '../support/size.ts'
import { type Role, roles, seedTeam, type Team } from '../workspaces/team.ts'
import { type Actor, type Inputs, inputsFor, inWorkspace, needsOwnAccount, newActor, repetitionErrors } from './acts.ts'
import { declared, expectInEnvelope, expectInExtensions } from './envelope.ts'
import { overGraph, overRest, type Via } from './faces.ts'
import { accessClassOf, adminOnly } from './operation-sets.ts'
import { workspaceCodes } from './recipes.ts'
import { lowestRoleOf, ofAccount } from './role-table.ts'

let test: TestApp
let team: Team
/** The owner, who makes everything in the team. */
let actor: Actor
beforeAll(async () => {
  test = await sharedApp()
  team = await seedTeam(test)
  const others = (['admin', 'member', 'viewer'] as const).map((role) => ({ account: team[role], role }))
  const owner = { test, account: team.owner, others, word: () => test.seed.word() }
  actor = inWorkspace(owner, team.id)
})
afterAll(() => test.close())

const restOperations = new Map(listRestOperations(schema).map((operation) => [operation.name, operation]))
const operations = listOperations(schema).filter(({ access }) => !access.open)
const ofWorkspaces = operations.filter(({ name }) => !(name in ofAccount))
const named = (each: readonly Operation[]) => each.map((operation) => [operation.name, operation] as const)

/** What lower roles find only if it is their own: that of the owner is as good as missing. */
const ownOnly: Readonly<Record<string, { readonly below: Role; readonly code: string }>> = {
  apiKey: { below: 'admin', code: 'KEY_NOT_FOUND' },
  renameApiKey: { below: 'admin', code: 'KEY_NOT_FOUND' },
  rotateApiKey: { below: 'owner', code: 'KEY_NOT_FOUND' },
  revokeApiKey: { below: 'admin', code: 'KEY_NOT_FOUND' },
  cancelExport: { below: 'member', code: 'EXPORT_NOT_FOUND' },
}

/** What is tried by requests: the first operation of each class, and those whose answers have a reason of their own. */
const tried = oneOfEach(ofWorkspaces, (operation) =>
  operation.name in ownOnly ? operation.name : accessClassOf(operation),
)

type Caller = Role | 'stranger'
const callers: readonly Caller[] = ['stranger', 'viewer', 'member', 'admin', 'owner']

function answerTo(name: string, caller: Caller): string {
  if (caller === 'stranger') return 'WORKSPACE_NOT_FOUND'
  if (!isAtLeastRole(caller, lowestRoleOf(name))) return 'ROLE_TOO_LOW'
  const own = ownOnly[name]
  return own && !isAtLeastRole(caller, own.below) ? own.code : 'answers'
}

/** Who is refused for the last time in the order of the callers, and who is answered first. */
function boundaryOf(name: string): readonly Caller[] {
  const first = callers.findIndex((caller) => answerTo(name, caller) === 'answers')
  return callers.slice(first - 1, first + 1)
}

type Send = (inputs: Inputs, caller: Caller, via: Via) => Promise<string>

/** Sends a request as each of the callers, and returns what each of them got. */
async function answersOf(name: string, tried: readonly Caller[], send: Send) {
  let inputs = await inputsFor(name, actor)
  const answers: Partial<Record<Caller, string>> = {}
  for (const caller of tried) {
    const via = { token: team[caller].token, headers: { 'x-workspace-id': team.id } }
    const answer = await send(inputs, caller, via)
    answers[caller] = answer
    if (answer === 'answers' && name in repetitionErrors) inputs = await inputsFor(name, actor)
  }
  return answers
}

const expectedOf = (name: string, tried = callers) =>
  Object.fromEntries(tried.map((caller) => [caller, answerTo(name, caller)]))
const particularsOf = (code: string) => (code === 'ROLE_TOO_LOW' ? { fields: ['role'] } : {})

describe('the decorators of each operation', () => {
  it('say which operations concern the account alone', () => {
    const alone = operations.filter(({ access }) => !access.open && !access.workspaceRole)
    expect(alone.map(({ name }) => name).toSorted()).toEqual(Object.keys(ofAccount).toSorted())
  })

  it.each(named(ofWorkspaces))('need for %s the role of the table', (name, { access }) => {
    expect(access.open ? null : access.workspaceRole).toBe(lowestRoleOf(name))
  })

  it.each(named(ofWorkspaces))(
    'declare for %s exactly the errors of the workspace that occur below',
    (name, operation) => {
      const codes = operation.errors.map(({ definition }) => definition.code).filter((code) => workspaceCodes.has(code))
      const met = Object.values(expectedOf(name)).filter((code) => workspaceCodes.has(code))
      expect(new Set(codes)).toEqual(new Set(met))
    },
  )
})

describe('over REST', () => {
  it.each(named(tried.filter(({ name }) => restOperations.has(name))))('%s answers who may', async (name) => {
    const operation = restOperations.get(name)
    if (!operation) throw new Error(`${name} is not served over REST.`)
    const answers = await answersOf(name, callers, async (inputs, caller, via) => {
      const answer = await overRest(test, operation, inputs, via)
      if (answer.status === operation.route.status) return 'answers'
      const expected = answerTo(name, caller)
      if (workspaceCodes.has(expected))
        expectInEnvelope(answer, declared(operation, expected), test.clock.now(), particularsOf(expected))
      return answer.json.error.code
    })
    expect(answers).toEqual(expectedOf(name))
  })
})

// The same guard decides for both interfaces. Over REST every caller is tried.
describe('over GraphQL', () => {
  it.each(named(tried))('%s answers the lowest role that may, and refuses the one below', async (name, operation) => {
    const some = restOperations.has(name) ? boundaryOf(name) : callers
    const answers = await answersOf(name, some, async (inputs, caller, via) => {
      const answer = await overGraph(test, operation, inputs, via)
      if (!answer.error) return 'answers'
      const expected = answerTo(name, caller)
      if (workspaceCodes.has(expected))
        expectInExtensions(answer, operation, declared(operation, expected), particularsOf(expected))
      return answer.error.extensions.code
    })
    expect(some.length).toBeGreaterThan(1)
    expect(answers).toEqual(expectedOf(name, some))
  })
})

/** The argument by which an operation finds one thing, if it has one. */
const idOf = ({ field }: Operation) =>
  field.args.find(({ name, type }) => (name === 'id' || name === 'urlId') && isNonNullType(type))?.name

describe('for an account that is no member', () => {
  const byId = oneOfEach(ofWorkspaces.filter(idOf), ({ field }) => String(field.type))

  it.each(named(byId))('%s gives the same bytes as for an unknown id', async (name, operation) => {
    const inputs = await inputsFor(name, actor)
    const key = idOf(operation) ?? ''
    const unknown = { ...inputs, [key]: `${String(inputs[key]).slice(0, -26)}${'0'.repeat(26)}` }
    const via = { token: team.stranger.token }
    const ofGraph = async (each: Inputs) => withoutRequestId(await overGraph(test, operation, each, via))
    const theirs = await ofGraph(inputs)
    expect(theirs).toMatch(/"code":"\w+_NOT_FOUND"/)
    expect(theirs).toBe(await ofGraph(unknown))
    const rest = restOperations.get(name)
    if (!rest) return
    const ofRest = async (each: Inputs) => withoutRequestId((await overRest(test, rest, each, via)).json)
    expect(await ofRest(inputs)).toBe(await ofRest(unknown))
  })

  it('node gives null', async () => {
    const { id } = await actor.test.seed.link(actor.account)
    const document = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
    const nodesFor = async (token: string) => {
      const { data } = await test.graph(document, { token, variables: { ids: [id, team.id] } })
      return data.nodes
    }
    expect(await nodesFor(team.viewer.token)).toEqual([{ id }, { id: team.id }])
    expect(await nodesFor(team.stranger.token)).toEqual([null, null])
  })
})

const withoutRequestId = (answer: unknown) => JSON.stringify(answer).replace(/"requestId":"[^"]*"/, '')

describe('the fields of a workspace', () => {
  const type = schema.getType('Workspace')
  const fields = isObjectType(type) ? Object.values(type.getFields()) : []
  const lists = fields.flatMap((field) => {
    const of = getNamedType(field.type)
    if (isObjectType(of) && isConnectionType(of)) return [[field.name, `${field.name}(first: 50) { nodes { id } }`]]
    const hasId = isObjectType(of) && 'id' in of.getFields()
    return hasId && String(field.type).includes('[') ? [[field.name, `${field.name} { id }`]] : []
  })
  const document = `query ($id: ID!) { workspace(id: $id) { ${lists.map(([, text]) => text).join(' ')} } }`

  async function idsFor(token: string): Promise<Record<string, string[]>> {
    const { data, errors } = await test.graph(document, { token, variables: { id: team.id } })
    expect(errors).toBeUndefined()
    const found = Object.entries(data.workspace as Record<string, { nodes?: { id: string }[] } & { id: string }[]>)
    return Object.fromEntries(found.map(([name, list]) => [name, (list.nodes ?? list).map(({ id }) => id).toSorted()]))
  }

  it('are lists for every role, and API keys those of the caller, for an admin those of all', async () => {
    for (const name of ['urls', 'dynamicQrs', 'webhooks', 'apiKeys']) await inputsFor(name, actor)
    await actor.test.seed.key(team.member)
    const { apiKeys: ofOwner, ...others } = await idsFor(team.owner.token)
    for (const [name, ids] of Object.entries(others)) expect(ids, name).not.toEqual([])
    expect(ofOwner?.length).toBeGreaterThan(1)
    expect(await idsFor(team.admin.token)).toEqual({ ...others, apiKeys: ofOwner })
    for (const role of ['member', 'viewer'] as const) {
      const sql = 'select id from api_key where workspace_id = ? and account_id = ? order by id'
      const own = await test.sql<{ id: string }>(sql, [team.id, team[role].id])
      expect(await idsFor(team[role].token)).toEqual({ ...others, apiKeys: own.map(({ id }) => id) })
      expect(own.length).toBeLessThan(ofOwner?.length ?? 0)
    }
  })
})

describe('an operation of the account alone', () => {
  const alone = oneOfEach(
    operations.filter(({ name }) => name in ofAccount && restOperations.has(name) && !adminOnly.has(name)),
    accessClassOf,
  ).map(({ name }) => name)

  it.each(alone)('%s ignores the header X-Workspace-Id', async (name) => {
    const operation = restOperations.get(name)
    if (!operation) throw new Error(`${name} is not served over REST.`)
    const whose = needsOwnAccount.has(name) ? await newActor(test) : { ...actor, test, account: team.stranger }
    const headers = { 'x-workspace-id': team.id }
    const answer = await overRest(test, operation, await inputsFor(name, whose), {
      token: whose.account.token,
      headers,
    })
    expect(answer.status, answer.text).toBe(operation.route.status)
  })
})

it('every role is tried', () => expect(new Set(callers)).toEqual(new Set([...roles, 'stranger'])))
