import { type GraphQLNamedType, getNamedType, isAbstractType, isIntrospectionType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allScopes, type Scope } from '../../src/platform/auth/scopes.ts'
import { listOperations, type Operation } from '../../src/platform/graphql/operations.ts'
import { toRestSchema } from '../../src/platform/rest/rest-schema.ts'
import { schema as declaredSchema, graphSchema as schema } from '../support/api.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { oneOfEach } from '../support/size.ts'
import { inputsFor, needsOwnAccount, sharedInputsFor } from './acts.ts'
import { openToAnyone, tokenWith } from './anyone.ts'
import { adminOnly, needsMoreScopes, sessionOnly } from './operation-sets.ts'
import { scopeOf } from './table.ts'
import { toVariables } from './translation.ts'
import { listObjects, selectEverything } from './type-walk.ts'
import { typeScopes } from './types.ts'

let test: TestApp
let account: SeededAccount
let anyone: TestApp
beforeAll(async () => {
  test = await sharedApp()
  account = await test.seed.account()
  anyone = await openToAnyone(test, account)
})
afterAll(async () => {
  await anyone.close()
  await test.close()
})

it('every object type has its row in types.ts', () => {
  const names = Object.values(declaredSchema.getTypeMap())
    .filter((type) => isObjectType(type) && !isIntrospectionType(type))
    .map(({ name }) => name)
    .filter((name) => !/^(Query|Mutation|Subscription)$|(Connection|Edge)$/.test(name))
  expect(Object.keys(typeScopes).toSorted()).toEqual(names.toSorted())
})

/** Operations that any login may run. `node` and `nodes` run queries of this list. */
const operations = listOperations(schema).filter(
  ({ name, kind, field }) =>
    kind !== 'subscription' && !isAbstractType(getNamedType(field.type)) && !adminOnly.has(name),
)

async function send(server: TestApp, operation: Operation, whose: SeededAccount, token: string) {
  const makeInputs = operation.kind === 'query' ? sharedInputsFor : inputsFor
  const inputs = await makeInputs(operation.name, { test, account: whose, word: () => test.seed.word() })
  const { page: _page, limit: _limit, ...others } = inputs
  const variables = toVariables(operation, others)
  const answer = await server.graph(selectEverything(schema, operation, variables), {
    token,
    variables: { ...variables },
  })
  return {
    data: answer.data?.[operation.name],
    codes: new Set(answer.errors?.map(({ extensions }) => extensions.code)),
  }
}

/** The types that a login has reached. The tokens below would reach them too without guards. */
const reached = new Set<string>()

/** The guard belongs to a type, whichever operation leads to it. */
const leadingToEachType = oneOfEach(operations, ({ field }) => String(getNamedType(field.type)))

describe('a login reads all that', () => {
  it.each(leadingToEachType.map((operation) => [operation.name, operation] as const))(
    '%s leads to',
    async (name, operation) => {
      const whose = needsOwnAccount.has(name) ? await test.seed.account() : account
      const { data, codes } = await send(test, operation, whose, whose.token)
      expect([...codes].filter((code) => code !== 'FORBIDDEN')).toEqual([])
      for (const { object } of listObjects(data)) reached.add(object.__typename)
    },
  )

  it('which is every type but a few', () => {
    const ofAdmins = [
      'AbuseAct',
      'AbuseAppeal',
      'AbuseReport',
      'AbuseReview',
      'AdminAccount',
      'AdminWorkspace',
      'Approval',
      'BlockedDestination',
      'DoctorFinding',
      'DoctorReport',
      'ReasonCount',
      'WorkspacePlan',
    ]
    const onlyOverRest = ['RecentActivity', 'RecommendedAction']
    const withoutRows = [
      ...['BulkError', 'BulkErrorDetail', 'ClickFeature', 'ClickPlace', 'ClickPoint', 'ImportWarning', 'InsightLink'],
      // The row of the acts with an error has no code for it.
      ...['ImportIssueValue', 'ImportRowIssue'],
      // Nobody answers at the domains of the acts.
      'DomainCertificate',
      // Apps are set by a login alone.
      ...['AndroidApp', 'AppleApp'],
      // The activity of the acts is no change.
      'ActivityChange',
      // No link of the acts is in a folder or has a tag.
      ...['InsightPlacement', 'PlacementStat'],
      // Each link has a design, where the documents end.
      ...['QrGradient', 'QrGradientStop', 'QrReaderResult'],
      // Shared statistics leave out what happened a moment ago, and small numbers.
      ...['SharedStatsBucket', 'SharedStatsCount', 'SharedStatsLink'],
    ]
    const missing = Object.keys(typeScopes).filter((name) => !reached.has(name))
    expect(missing.toSorted()).toEqual([...ofAdmins, ...onlyOverRest, ...withoutRows].toSorted())
  })
})

const cells = operations
  .filter(({ name }) => !sessionOnly.has(name) && !needsMoreScopes.has(name))
  .flatMap((operation) => {
    const scope = scopeOf(operation.name)
    const scopes = scope === 'none' ? [...allScopes] : [scope]
    return scopes.map((granted) => [operation.name, granted, operation] as const)
  })

const ofEachType = oneOfEach(
  cells,
  ([name, granted, { field }]) => `${getNamedType(field.type)} ${scopeOf(name) === 'none' ? '' : granted}`,
)

describe('a token with one scope reads nothing of another scope', () => {
  it.each(ofEachType)('%s with %s', async (_name, granted: Scope, operation) => {
    const { data } = await send(anyone, operation, account, tokenWith('oauth', granted))
    const foreign = listObjects(data).filter(({ object, isResult }) => {
      const rule = typeScopes[object.__typename]
      const scope = typeof rule === 'function' ? rule(object) : rule
      const isAllowed = scope === 'none' || scope === 'part' || scope === granted
      return !isAllowed && !(isResult && typeof rule !== 'function')
    })
    expect(foreign).toEqual([])
  })
})

describe('an answer over REST has no field that needs another scope than its operation', () => {
  const restSchema = toRestSchema(declaredSchema)
  const fields = { ...restSchema.getQueryType()?.getFields(), ...restSchema.getMutationType()?.getFields() }

  /** The static scopes of the types below a type; lists that leave out what the token may not read need none. */
  function scopesBelow(type: GraphQLNamedType, path: readonly string[] = []): unknown[] {
    if (!isObjectType(type) || path.includes(type.name)) return []
    return Object.values(type.getFields()).flatMap(({ type: fieldType, extensions }) => {
      const target = getNamedType(fieldType)
      const scope = extensions.filtersByAccess || extensions.inheritsAccess ? 'part' : typeScopes[target.name]
      return [...(typeof scope === 'string' ? [scope] : []), ...scopesBelow(target, [...path, type.name])]
    })
  }

  it.each(Object.entries(fields).filter(([name]) => !adminOnly.has(name)))('%s', (name, { type }) => {
    const foreign = scopesBelow(getNamedType(type)).filter(
      (scope) => !['part', 'none', scopeOf(name)].includes(String(scope)),
    )
    expect(foreign).toEqual([])
  })
})
