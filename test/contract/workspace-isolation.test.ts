import { isNonNullType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allScopes } from '../../src/platform/auth/scopes.ts'
import { listOperations, type Operation } from '../../src/platform/graphql/operations.ts'
import { isInWorkspace } from '../../src/platform/graphql/workspace-operations.ts'
import { listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { schema } from '../support/api.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { liveClient } from '../support/live.ts'
import type { SeededLink } from '../support/seed.ts'
import { oneOfEach, triesAll } from '../support/size.ts'
import { type Actor, type Inputs, inputsFor, inWorkspace, linkOf, newActor, sharedInputsFor } from './acts.ts'
import { openToAnyone, tokenWith } from './anyone.ts'
import { overGraph, overRest } from './faces.ts'
import { accessClassOf, sessionOnly } from './operation-sets.ts'
import { ofAccount } from './role-table.ts'

/** The owner of two workspaces, and what it does in the second one. */
let owner: Actor
let inSecond: Actor
let test: TestApp
let second: string
/** Serves tokens that may use the first workspace alone. */
let limited: TestApp
let key: string
const grant = tokenWith('oauth', ...allScopes)
beforeAll(async () => {
  test = await sharedApp()
  owner = await newActor(test)
  const { json } = await test.rest.post('/v1/workspaces', { name: 'Second' }, { token: owner.account.token })
  second = json.id
  inSecond = inWorkspace(owner, second)
  limited = await openToAnyone(test, owner.account, [owner.account.workspaceId])
  key = (await test.seed.key(owner.account)).key
})
afterAll(async () => {
  await limited.close()
  await test.close()
})

const restOperations = new Map(listRestOperations(schema).map((operation) => [operation.name, operation]))
const operations = listOperations(schema).filter(({ name, access }) => !access.open && !(name in ofAccount))
const named = (each: readonly Operation[]) => each.map((operation) => [operation.name, operation] as const)
const idOf = ({ field }: Operation) =>
  field.args.find(({ name, type }) => (name === 'id' || name === 'urlId') && isNonNullType(type))?.name

/** The answers over both interfaces to the credentials of the first workspace, without what differs by itself. */
async function answersTo({ name, access }: Operation, inputs: Inputs): Promise<string[]> {
  const operation = operations.find((each) => each.name === name)
  if (!operation || access.open) return []
  const acceptsKeys = !access.scope.endsWith(':profile') && !sessionOnly.has(name)
  const ofKey = acceptsKeys ? [[test, key] as const] : []
  // One credential, because the same query finds the row for both.
  const credentials = triesAll || !acceptsKeys ? [[limited, grant] as const, ...ofKey] : ofKey
  const rest = restOperations.get(name)
  const answers: unknown[] = []
  for (const [service, token] of credentials) {
    const { data, error } = await overGraph(service, operation, inputs, { token })
    answers.push(error ?? data)
    if (!rest) continue
    const { status, headers, text, json } = await overRest(service, rest, inputs, { token })
    answers.push([status, headers['x-total-count'], json ?? text])
  }
  return answers.map((answer) => JSON.stringify(answer).replace(/"requestId":"[^"]*"/g, ''))
}

/** The setting is no row of its own. */
async function makeRows(name: string, actor: Actor): Promise<void> {
  const { test, account } = actor
  if (name === 'linkHealth') await test.rest.patch('/v1/link-health', { isOn: true }, { token: account.token })
  else await inputsFor(name, actor)
}

// A login is for all workspaces of its account, so nothing of them is hidden from it.
const byId = operations.filter((operation) => idOf(operation) && !sessionOnly.has(operation.name))

describe('what is in another workspace of the same account', () => {
  it.each(named(byId))('%s does not find by its id', async (name, operation) => {
    const inputs = await sharedInputsFor(name, inSecond)
    const idName = idOf(operation) ?? ''
    const unknown = { ...inputs, [idName]: `${String(inputs[idName]).slice(0, -26)}${'0'.repeat(26)}` }
    const answers = await answersTo(operation, inputs)
    for (const answer of answers) expect(answer).toMatch(/_NOT_FOUND"/)
    expect(answers).toEqual(await answersTo(operation, unknown))
  })

  // Codes are one namespace for all workspaces.
  const lists = operations.filter(
    (operation) => operation.kind === 'query' && operation.name !== 'codeCheck' && isInWorkspace(operation),
  )
  it.each(named(lists))('%s neither lists nor counts', async (name, operation) => {
    const inputs = { ...(await inputsFor(name, inSecond)), urlId: undefined, workflowId: undefined }
    const given = Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== undefined))
    const before = await answersTo(operation, given)
    await makeRows(name, inSecond)
    expect(await answersTo(operation, given)).toEqual(before)
    await makeRows(name, owner)
    expect(await answersTo(operation, given)).not.toEqual(before)
  })

  const inWorkspaces = oneOfEach(operations.filter(isInWorkspace), accessClassOf)

  it.each(named(inWorkspaces))('%s refuses by name', async (name, operation) => {
    const inputs = await sharedInputsFor(name, owner)
    const answers = await answersTo(operation, { ...inputs, workspaceId: second })
    for (const answer of answers) expect(answer).toContain('"WORKSPACE_NOT_FOUND"')
  })

  it('node and the lists of workspaces do not show', async () => {
    const [theirs, own] = [await linkOf(inSecond), await linkOf(owner)]
    const document = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
    const { data } = await test.graph(document, { token: key, variables: { ids: [theirs.id, own.id, second] } })
    expect(data.nodes).toEqual([null, { id: own.id }, null])
    const listed = await limited.rest.get('/v1/workspaces', { token: grant })
    expect(listed.json.map(({ id }: { id: string }) => id)).toEqual([owner.account.workspaceId])
    const me = await limited.graph('{ me { urls { nodes { id } } workspaces { id } } }', { token: grant })
    expect(JSON.stringify(me)).not.toContain(second)
    expect(JSON.stringify(me)).not.toContain(theirs.id)
  })

  it('subscriptions do not deliver', async () => {
    const client = await liveClient(limited.app.server, { token: grant })
    const clicks = client.subscribe('subscription { clickRecorded { url { id } } }')
    const activities = client.subscribe('subscription { activityRecorded { id summary } }')
    await client.roundTrip()
    const theirs: SeededLink[] = []
    const own: SeededLink[] = []
    // A subscription begins when its credential was read, so what happens before is not delivered.
    await expect
      .poll(
        async () => {
          theirs.push(await linkOf(inSecond))
          own.push(await linkOf(owner))
          for (const { shortUrl } of [...theirs, ...own]) await test.rest.get(`/v1/urls/redirect/${shortUrl}`)
          return Math.min(clicks.events.length, activities.events.length)
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0)
    const received = JSON.stringify([clicks.events, activities.events])
    expect(own.some(({ id }) => received.includes(id))).toBe(true)
    for (const { id, shortUrl } of theirs) {
      expect(received).not.toContain(id)
      expect(received).not.toContain(shortUrl)
    }
    await client.close()
  })
})
