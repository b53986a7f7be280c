import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOperations } from '../../src/platform/graphql/operations.ts'
import { listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { apiRoots } from '../../src/platform/rest/rest-routes.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import { oneOfEach } from '../support/size.ts'
import { type Actor, inputsFor, needsOwnAccount, newActor } from './acts.ts'
import { overRest, pathOf, readPathOf, restOperation } from './faces.ts'
import { misfits } from './forms.ts'
import { images, mediaTypes } from './operation-sets.ts'
import { type ContractRow, contract, graphqlOnly } from './table.ts'

let test: TestApp
let somebody: Actor
beforeAll(async () => {
  test = await sharedApp()
  somebody = await newActor(test)
})
afterAll(() => test.close())

const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const
const routeOf = ({ method, path }: ContractRow) => `${method} ${path}`
/** Its form is the chat's, so it is no operation, and not in the document. */
const outsideSchema = ['/v1/openapi.json', '/v1/slack/commands']
const reads = contract.filter(({ method }) => method === 'GET')
/** One plan of the server serves all reads of a media type. */
const readsOfEachKind = oneOfEach(reads, ({ operation, isList }) => `${mediaTypes[operation]} ${isList}`)

/** Every path of the server, from its list of routes. */
function pathsOf(server: FastifyInstance): string[] {
  const above: string[] = []
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, branch = '', segment = ''] = /^([\s│]*[├└]── )(\S+)/.exec(line) ?? []
      if (!segment) return []
      const depth = branch.length / 4
      above.splice(depth - 1, above.length, segment)
      return [above.join('').replace(/^\/(?=\/)/, '')]
    })
}

function expectEnvelope({ json }: RestAnswer, code: string): void {
  expect(json).toEqual({
    error: {
      code,
      message: expect.any(String),
      resolution: expect.stringMatching(/\S/),
      requestId: expect.any(String),
    },
    message: json.error.message,
    timestamp: test.clock.now().toISOString(),
  })
}

async function answerTo(row: ContractRow): Promise<RestAnswer> {
  const actor = needsOwnAccount.has(row.operation) ? await newActor(test) : somebody
  const inputs = await inputsFor(row.operation, actor)
  return overRest(test, restOperation(test, row.operation), inputs, { token: actor.account.token })
}

describe('the REST interface', () => {
  it('has the operations of the contract and no other', () => {
    const served = listRestOperations(test.app.schema).map(
      ({ name, route }) => `${name}: ${route.method} ${route.path} ${route.status}`,
    )
    const documented = contract.map((row) => `${row.operation}: ${routeOf(row)} ${row.status}`)
    expect(served.toSorted()).toEqual(documented.toSorted())
  })

  it('has every operation of the schema in exactly one table', () => {
    const named = [...contract.map(({ operation }) => operation), ...Object.keys(graphqlOnly)]
    const offered = listOperations(test.app.schema).map(({ name }) => name)
    expect(named.toSorted()).toEqual(offered.toSorted())
  })

  it('has exactly the paths of the contract and its OpenAPI document', () => {
    const served = pathsOf(test.app.server).filter((path) => path.startsWith('/v1/'))
    const paths = new Set(contract.map(({ path }) => `/v1${path.replace(/\{(\w+)\}/g, ':$1')}`))
    expect(served.toSorted()).toEqual([...paths, ...outsideSchema].toSorted())
  })

  it.each(apiRoots)('has under %s exactly the methods of the OpenAPI document', async (root) => {
    const { paths } = (await test.rest.get(`${root}/openapi.json`)).json as { paths: Record<string, object> }
    const described = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb} ${path}`),
    )
    const served: string[] = []
    for (const path of pathsOf(test.app.server).filter((each) => each.startsWith('/v1/'))) {
      const documented = path.slice('/v1'.length).replace(/:(\w+)/g, '{$1}')
      // The 405 of a path lists its methods.
      const { status, headers } = await test.rest.send('OPTIONS', path.replace('/v1', root))
      expect(status, path).toBe(405)
      const methods = headers.allow?.split(', ').filter((method) => method !== 'HEAD') ?? []
      if (!outsideSchema.includes(path))
        served.push(...methods.map((method) => `${method.toLowerCase()} ${documented}`))
    }
    expect(served.toSorted()).toEqual(described.toSorted())
  })

  it('has no wildcard routes, except for domains, unknown hosts and the console', () => {
    const wildcards = pathsOf(test.app.server).filter((path) => path.includes('*'))
    expect(wildcards.toSorted()).toEqual(['/*', '/app*'])
  })

  it('declares the statuses of the contract and 429 for every operation', () => {
    for (const row of contract) {
      const statuses = restOperation(test, row.operation).errors.map(({ definition: kind }) => kind.status)
      for (const status of [...row.errors, 429]) expect(statuses, routeOf(row)).toContain(status)
    }
  })
})

// roots.test.ts compares the answers under the other roots with these.
describe('a valid request', () => {
  it.each(contract.map((row) => [routeOf(row), row] as const))(
    '%s returns its status with the documented fields',
    async (_route, row) => {
      const { status, json, headers } = await answerTo(row)
      expect(status).toBe(row.status)
      expect(headers['content-type']).toBe(mediaTypes[row.operation] ?? 'application/json; charset=utf-8')
      for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'])
        expect(headers[name], name).toMatch(/^\d+$/)
      // The content of images is tested in test/qr-codes, that of tables in test/imports.
      if (images.has(row.operation) || row.operation === 'importErrors') return
      expect(Array.isArray(json)).toBe(row.isList === true)
      const answered: unknown[] = row.isList ? json : [json]
      expect(answered.length).toBeGreaterThan(0)
      expect(answered.flatMap((each) => misfits(each, row.answers))).toEqual([])
    },
  )
})

/** One row of each path. */
const rowsByPath = new Map(contract.map((row) => [row.path, row]))
const methodsOf = (path: string) => contract.filter((each) => each.path === path).map(({ method }) => method)

// The 405 of each path under each root lists its methods (above).
const pathsOfEachKind = oneOfEach([...rowsByPath], ([path]) => methodsOf(path).toSorted().join())
it.each(pathsOfEachKind)('%s returns 405 with Allow for every other method', async (path, row) => {
  const allowed: string[] = methodsOf(path)
  if (allowed.includes('GET')) allowed.push('HEAD')
  const address = `/v1${pathOf(restOperation(test, row.operation), { id: 'x', shortUrl: 'x', urlId: 'x' })}`
  for (const method of everyMethod.filter((each) => !allowed.includes(each))) {
    const answer = await test.rest.send(method, address, { body: method === 'TRACE' ? undefined : '{ not JSON' })
    expect(answer.status, method).toBe(405)
    expect(answer.headers.allow?.split(', ').toSorted(), method).toEqual(allowed.toSorted())
    if (method !== 'HEAD') expectEnvelope(answer, 'METHOD_NOT_ALLOWED')
  }
})

describe.each(apiRoots)('under %s', (root) => {
  it('openapi.json supports GET and HEAD, and returns 405 for other methods', async () => {
    expect((await test.rest.get(`${root}/openapi.json`)).json.openapi).toMatch(/^3\./)
    expect((await test.rest.send('HEAD', `${root}/openapi.json`)).status).toBe(200)
    for (const method of everyMethod.filter((each) => each !== 'GET' && each !== 'HEAD')) {
      const answer = await test.rest.send(method, `${root}/openapi.json`)
      expect([answer.status, answer.headers.allow], method).toEqual([405, 'GET, HEAD'])
    }
  })

  it.each([
    ['POST', '/webhook'],
    ['POST', '/webhook/1'],
    ['DELETE', '/webhook/1'],
    ['GET', '/docs'],
    ['GET', '/docs/index.html'],
    ['GET', '/swagger'],
    ['GET', '/graphql/x'],
    ['POST', '/create-url'],
    ['POST', '/Mutation.createUrl'],
    ['GET', '/*'],
    ['GET', '/urls/a/b/c'],
    ['OPTIONS', '/*'],
  ])('answers 404 in the envelope to %s %s, which sofa-api or a wildcard would serve', async (method, path) => {
    const body = method === 'POST' ? { subscription: 'x', url: 'http://127.0.0.1/' } : undefined
    const answer = await test.rest.send(method, root + path, { token: somebody.account.token, body })
    expect(answer.status).toBe(404)
    expectEnvelope(answer, 'ROUTE_NOT_FOUND')
    expect(answer.headers['ratelimit-limit']).toMatch(/^\d+$/)
  })
})

describe('HEAD', () => {
  it.each(readsOfEachKind.map((row) => [row.path, row] as const))(
    'returns the status and headers of GET without a body for %s',
    async (_path, row) => {
      const inputs = await inputsFor(row.operation, somebody)
      const operation = restOperation(test, row.operation)
      const path = `/v1${readPathOf(operation, inputs)}`
      const options = { token: somebody.account.token }
      const [got, headed] = [await test.rest.get(path, options), await test.rest.send('HEAD', path, options)]
      expect(headed.status).toBe(row.status)
      expect(headed.text).toBe('')
      const lasting = ({ headers }: RestAnswer) => {
        // The framing of a file is only known for GET (RFC 9110, 9.3.2).
        const {
          'transfer-encoding': _framing,
          'x-request-id': _id,
          'ratelimit-remaining': _remaining,
          date: _date,
          ...others
        } = headers
        return others
      }
      expect(lasting(headed)).toEqual(lasting(got))
    },
  )

  it('returns 401 without a credential, as GET does', async () => {
    expect((await test.rest.send('HEAD', '/v1/urls')).status).toBe(401)
  })
})

describe('the three roots', () => {
  it('return the same bytes for the same read', async () => {
    const actor = await newActor(test)
    const [first = '', ...otherRoots] = apiRoots
    for (const [index, row] of readsOfEachKind.filter(({ operation }) => operation !== 'resolveUrl').entries()) {
      const inputs = await inputsFor(row.operation, actor)
      const operation = restOperation(test, row.operation)
      const texts = []
      for (const root of [first, otherRoots[index % otherRoots.length] ?? '']) {
        texts.push((await overRest(test, operation, inputs, { root, token: actor.account.token })).text)
      }
      expect(new Set(texts).size, routeOf(row)).toBe(1)
    }
  })
})
