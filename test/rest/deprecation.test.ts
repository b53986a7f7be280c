import { Validator } from '@seriousme/openapi-schema-validator'
import { printSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiRoots } from '../../src/platform/rest/rest-routes.ts'
import type { RestAnswer } from '../support/rest.ts'
import { argumentMark, type DeprecatedService, operationMark, startDeprecated } from './deprecated.ts'
import { bodySchemaOf, parametersOf, responseOf } from './openapi.ts'

// The service has no deprecations, so these operations stand for later ones.

let service: DeprecatedService
beforeAll(async () => {
  service = await startDeprecated()
})
afterAll(() => service.server.close())

const deprecationHeaders = ({ headers }: RestAnswer) => [headers.deprecation, headers.sunset]
const nothing = [undefined, undefined]
/** 2026-11-01 and 2027-05-01, 2026-10-15 and 2026-12-31, each at midnight UTC. */
const ofOperation = ['@1793491200', 'Sat, 01 May 2027 00:00:00 GMT']
const ofArgument = ['@1792022400', 'Thu, 31 Dec 2026 00:00:00 GMT']
const linkTo = (link: string) => `<${link}>; rel="deprecation"; type="text/html"`

describe('a deprecated operation', () => {
  it.each(apiRoots)('sends Deprecation, Sunset and Link under %s, after the links of paging', async (root) => {
    const answer = await service.rest.get(`${root}/parcels?page=2`)
    expect([answer.status, ...deprecationHeaders(answer)]).toEqual([200, ...ofOperation])
    const links = answer.headers.link?.split(', ') ?? []
    expect(links).toHaveLength(5)
    expect(links[0]).toMatch(new RegExp(`^<https?://[^/]+${root}/parcels\\?page=1>; rel="first"$`))
    expect(links[4]).toBe(linkTo(operationMark.link))
    expect(answer.headers['x-total-count']).toBe('45')
  })

  const json = { 'content-type': 'application/json' }
  it.each<[number, string, string, object]>([
    [200, 'HEAD', '/parcels', {}],
    [400, 'GET', '/parcels?page=none', {}],
    [401, 'POST', '/parcels', {}],
    [401, 'POST', '/parcels', { body: '{', headers: json }],
    [429, 'GET', '/parcels', { headers: { 'x-flood': '1' } }],
  ])('tells them with a %i to %s %s', async (status, method, path, options) => {
    const answer = await service.rest.send(method, `/v1${path}`, options)
    expect([answer.status, ...deprecationHeaders(answer)]).toEqual([status, ...ofOperation])
    expect(answer.headers.link).toContain(linkTo(operationMark.link))
  })

  it('does not send them for other operations, wrong methods or unknown paths', async () => {
    for (const [method, path] of [
      ['GET', '/shipments'],
      ['PUT', '/parcels'],
      ['GET', '/parcels/1'],
    ] as const) {
      const answer = await service.rest.send(method, `/v1${path}`)
      expect(deprecationHeaders(answer), path).toEqual(nothing)
      expect(answer.headers.link ?? '', path).not.toContain('deprecation')
    }
  })
})

describe('a deprecated argument', () => {
  it.each(['searchText=x', 'search-text=x', 'searchText='])('sends the headers for ?%s', async (query) => {
    const answer = await service.rest.get(`/v1/shipments?${query}`)
    expect([answer.status, ...deprecationHeaders(answer)]).toEqual([200, ...ofArgument])
    expect(answer.headers.link).toMatch(/; rel="last", <[^>]*>; rel="deprecation"; type="text\/html"$/)
  })

  it('sends the headers when it is in the body, also as null and with an error of another field', async () => {
    for (const body of [{ searchText: 'x' }, { searchText: null }, { searchText: 'x', page: 'none' }]) {
      const answer = await service.rest.post('/v1/shipments', body)
      expect(deprecationHeaders(answer)).toEqual(ofArgument)
      expect(answer.headers.link).toBe(linkTo(argumentMark.link))
    }
  })

  it('sends no headers when it is absent', async () => {
    expect(deprecationHeaders(await service.rest.get('/v1/shipments?title=x'))).toEqual(nothing)
    for (const body of [{ title: 'x' }, undefined, '[]', '{']) {
      const answer = await service.rest.post('/v1/shipments', body, { headers: { 'content-type': 'application/json' } })
      expect(deprecationHeaders(answer)).toEqual(nothing)
    }
  })

  it('of a deprecated operation sends the dates of the earliest sunset, and both links', async () => {
    const answer = await service.rest.get('/v1/parcels?searchText=x')
    expect(deprecationHeaders(answer)).toEqual(ofArgument)
    for (const { link } of [operationMark, argumentMark]) expect(answer.headers.link).toContain(linkTo(link))
  })
})

describe('deprecations', () => {
  it('are @deprecated in the SDL', () => {
    const sdl = printSchema(service.schema)
    expect(sdl).toMatch(/parcels\(.*\): \[Int!\]! @deprecated\(reason: "Use shipments instead\."\)$/m)
    expect(sdl).toContain('sendParcel: Int! @deprecated(reason: "Use shipments instead.")')
    expect(sdl.match(/searchText: String @deprecated\(reason: "Use title instead\."\)/g)).toHaveLength(3)
    expect(sdl.match(/@deprecated/g)).toHaveLength(5)
  })

  it('are in the introspection, and GraphQL answers have no headers', async () => {
    const { data } = await service.graph(
      `{ __schema { queryType { fields(includeDeprecated: true) { name isDeprecated deprecationReason
         args(includeDeprecated: true) { name isDeprecated deprecationReason } } } } }`,
    )
    const fields = new Map(data.__schema.queryType.fields.map((field: { name: string }) => [field.name, field]))
    expect(fields.get('parcels')).toMatchObject({ isDeprecated: true, deprecationReason: 'Use shipments instead.' })
    expect(fields.get('shipments')).toMatchObject({ isDeprecated: false })
    expect(fields.get('shipments')).toHaveProperty(
      'args',
      expect.arrayContaining([{ name: 'searchText', isDeprecated: true, deprecationReason: 'Use title instead.' }]),
    )
    const answer = await service.rest.post('/graphql', { query: '{ parcels(searchText: "x") }' })
    expect([answer.json, ...deprecationHeaders(answer)]).toEqual([{ data: { parcels: [1] } }, ...nothing])
  })

  it('are deprecated: true in OpenAPI, for operation, parameter and body field, with the headers', async () => {
    const openapi = JSON.parse(JSON.stringify(await service.described.describe('http://localhost:3000')))
    const { parcels, shipments } = { parcels: openapi.paths['/parcels'], shipments: openapi.paths['/shipments'] }
    expect([parcels.get.deprecated, parcels.post.deprecated]).toEqual([true, true])
    expect([shipments.get.deprecated, shipments.post.deprecated]).toEqual([undefined, undefined])
    const deprecated = parametersOf(openapi, shipments.get).filter((parameter) => parameter.deprecated)
    expect(deprecated.map(({ name }) => name)).toEqual(['searchText'])
    const { properties } = bodySchemaOf(openapi, shipments.post)
    expect(properties.searchText).toMatchObject({ deprecated: true, type: ['string', 'null'] })
    expect(properties.title).not.toHaveProperty('deprecated')
    for (const status of ['200', '401', 'default']) {
      expect(Object.keys(responseOf(openapi, parcels.post, status).headers)).toEqual(
        expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
      )
    }
    expect(await new Validator().validate(openapi)).toMatchObject({ valid: true })
  })
})
