import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { bodySchemaOf, parametersOf, responseOf } from '../rest/openapi.ts'
import { restInterface } from '../support/api.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is JSON.
type Json = any

const describedAt = async (publicUrl: string): Promise<Json> =>
  JSON.parse(JSON.stringify(await restInterface.describe(publicUrl)))
const document = await describedAt('http://localhost:3000')
const operations: Json[] = Object.values<Json>(document.paths).flatMap((item) => Object.values(item))
const operation = (name: string) => operations.find(({ operationId }) => operationId === name)

describe('the OpenAPI document', () => {
  it('is of version 3.1 and marks null in types', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(JSON.stringify(document)).not.toContain('"nullable"')
    expect(document.components.schemas.UrlItem.properties.customUrl.type).toEqual(['string', 'null'])
    expect(document.components.schemas.QrDesign.properties.logoId.type).toEqual(['string', 'null'])
  })

  it('takes at most 160 lines for an operation, components included', async () => {
    const lines = (await readFile('schema/openapi.json', 'utf8')).split('\n').length
    expect(lines / operations.length).toBeLessThanOrEqual(160)
  })

  it('has one response for each set of errors, and refers to it', () => {
    const names = new Set<string>()
    for (const { operationId, responses } of operations) {
      for (const [status, response] of Object.entries<Json>(responses)) {
        if (Number(status) < 400 && status !== 'default') continue
        expect(response.$ref, `${operationId} ${status}`).toMatch(/^#\/components\/responses\/\w+$/)
        expect(Object.keys(response)).toEqual(['$ref'])
        names.add(`${status} ${response.$ref}`)
      }
    }
    const isError = ({ content }: Json) => content['application/json']?.schema.$ref?.endsWith('/ErrorResponse')
    expect(names.size).toBe(Object.values(document.components.responses).filter(isError).length)
  })

  it('has the errors of every request in one response, with the headers of limits', () => {
    const { content, headers } = responseOf(document, operation('createUrl'), 'default')
    const codes = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE']
    expect(Object.keys(content['application/json'].examples)).toEqual(codes)
    expect(Object.keys(headers)).toEqual([
      ...['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy', 'Retry-After'],
    ])
    expect(Object.keys(operation('createUrl').responses)).toEqual(['201', '400', '401', '403', '404', '409', 'default'])
  })

  it('is smaller than 750 KB without whitespace', () => {
    expect(JSON.stringify(document).length).toBeLessThan(750_000)
  })

  it('names operations in examples of errors by their routes', () => {
    const { EMAIL_TAKEN: example } = document.components.examples
    expect(example.value.error.resolution).toBe(
      'Log in with POST /auth/login, or register with another e-mail address. If somebody else has registered yours, set a password with POST /auth/password/reset-requests.',
    )
    expect(JSON.stringify(document)).not.toContain('{@')
  })

  it('names exactly the codes of an operation in its responses', () => {
    const { description, content } = responseOf(document, operation('url'), 404)
    expect(description).toContain('`LINK_NOT_FOUND`')
    expect(description).not.toContain('WEBHOOK_NOT_FOUND')
    expect(Object.keys(content['application/json'].examples)).toEqual(['LINK_NOT_FOUND', 'WORKSPACE_NOT_FOUND'])
    expect(operation('url').responses[404].$ref).toBe('#/components/responses/LinkNotFoundOrWorkspaceNotFound')
  })

  it('has the codes of errors as an enum, which has every code of an example', () => {
    const { ErrorResponse, ErrorCode } = document.components.schemas
    expect(ErrorResponse.properties.error.properties.code).toEqual({ $ref: '#/components/schemas/ErrorCode' })
    const codes = Object.keys(document.components.examples).filter((name) => /^[A-Z_]+$/.test(name))
    expect(codes.length).toBeGreaterThan(80)
    expect(ErrorCode.enum).toEqual(expect.arrayContaining(codes))
  })

  it('is ordered by tag, path and method, with accounts and links first', () => {
    const tags: string[] = document.tags.map(({ name }: Json) => name)
    const places = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.values<Json>(item).map(({ tags: [tag] }) => [tags.indexOf(tag), path] as const),
    )
    expect(tags.slice(0, 2)).toEqual(['auth', 'urls'])
    expect(places).toEqual(
      places.toSorted(([a, first], [b, second]) => a - b || (first < second ? -1 : first === second ? 0 : 1)),
    )
  })

  it('has a named schema for every body that is JSON, and the media types of files', () => {
    for (const { operationId, requestBody } of operations) {
      if (requestBody === undefined) continue
      if (operationId === 'uploadImport') {
        const types = [
          ...['text/csv', 'application/json', 'application/octet-stream'],
          ...['text/plain', 'text/tab-separated-values', 'application/vnd.ms-excel'],
        ]
        expect(requestBody).toEqual({ required: true, content: Object.fromEntries(types.map((type) => [type, {}])) })
        continue
      }
      const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`
      expect(requestBody.content['application/json'].schema).toEqual({ $ref: `#/components/schemas/${name}` })
    }
  })

  it('has parameters of several operations once', () => {
    const inline = operations.flatMap(({ parameters }) => parameters.filter(({ $ref }: Json) => $ref === undefined))
    const repeated = inline.map((each) => JSON.stringify(each)).filter((text, index, all) => all.indexOf(text) < index)
    const nameOf = (text: string) => JSON.parse(text).name
    // The third of this name.
    expect(new Set(repeated.map(nameOf))).toEqual(new Set(['limit']))
  })

  it('names no component like an operation with one of its parameters, which generators name so', () => {
    const components = Object.keys(document.components.schemas).map((name) => name.toLowerCase())
    for (const each of operations) {
      const named = parametersOf(document, each).filter(({ schema }) => schema.$ref === undefined)
      const names = named.map(({ name }) => `${each.operationId}${name}`.toLowerCase())
      expect(names.filter((name) => components.includes(name))).toEqual([])
    }
  })

  it('has no component that nothing refers to', () => {
    const text = JSON.stringify(document)
    const { securitySchemes, ...components } = document.components
    for (const [kind, members] of Object.entries<Json>(components)) {
      const names = Object.keys(members)
      expect(
        names.filter((name) => !text.includes(`"#/components/${kind}/${name}"`)),
        kind,
      ).toEqual([])
    }
    const used = new Set(operations.flatMap(({ security }) => security.flatMap(Object.keys)))
    expect(used).toEqual(new Set(Object.keys(securitySchemes)))
  })

  it('has summaries of at most five words, and a description', () => {
    for (const { operationId, summary, description } of operations) {
      expect(summary.split(' ').length, summary).toBeLessThanOrEqual(5)
      expect(description, operationId).toMatch(/\.$/)
    }
  })

  it('has tags in the order that a newcomer needs, each with a description', () => {
    const names = document.tags.map(({ name }: Json) => name)
    expect(names.slice(0, 5)).toEqual(['auth', 'urls', 'clicks', 'qr', 'keys'])
    for (const tag of document.tags) expect(tag.description, tag.name).toMatch(/\.$/)
    for (const { tags } of operations) expect(names).toEqual(expect.arrayContaining(tags))
  })

  it('names the public address as its server', async () => {
    expect(document.servers[0].url).toBe('http://localhost:3000/v1')
    const served = await describedAt('https://tack.example')
    expect(served.servers.map(({ url }: Json) => url)).toEqual([
      'https://tack.example/v1',
      'https://tack.example/api/v1',
      'https://tack.example/api',
    ])
    const { authorizationUrl } = served.components.securitySchemes.oauth2.flows.authorizationCode
    expect(authorizationUrl).toBe('https://tack.example/oauth/authorize')
  })
})

describe('a schema', () => {
  const { schemas } = document.components

  it('has the pattern and an example of an id, wherever it occurs', () => {
    const { pattern } = schemas.UrlItem.properties.id
    expect(pattern).toBe('^lnk_[0-9a-hjkmnp-tv-z]{26}$')
    const [id] = parametersOf(document, operation('url'))
    expect(id.schema).toEqual({ type: 'string', pattern, examples: [expect.stringMatching(pattern)] })
    expect(schemas.WebhookItem.properties.id.pattern).toContain('whk_')
  })

  it('has no pattern for an id that may also be a code', () => {
    const [id] = parametersOf(document, operation('abuseReview'))
    expect(id.schema).toEqual({ type: 'string' })
  })

  it('has the formats of URLs, e-mail addresses and instants, with examples', () => {
    const { longUrl, expiresAt, expiredUrl, customUrl } = schemas.CreateUrlBody.properties
    const referTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    const orNull = (name: string) => ({ anyOf: [referTo(name), { type: 'null' }] })
    expect(longUrl).toMatchObject({ type: 'string', format: 'uri' })
    expect(expiredUrl).toMatchObject({ type: ['string', 'null'], format: 'uri' })
    expect(expiresAt).toMatchObject(orNull('DateTime'))
    expect(schemas.DateTime).toMatchObject({ type: 'string', format: 'date-time' })
    expect(customUrl.format).toBeUndefined()
    expect(schemas.UserProfile.properties.email).toMatchObject({ format: 'email' })
  })

  it('has the values of a closed set, with null where it is accepted', () => {
    const reason = schemas.BlockUrlBody.properties.reason.$ref.split('/').at(-1)
    expect(schemas[reason].enum).toEqual(['phishing', 'malware', 'spam', 'illegal', 'other'])
    expect(schemas[reason].description).toContain('`malware`: ')
    const [{ $ref }, ...others] = schemas.CreateDynamicQrBody.properties.level.anyOf
    expect(others).toEqual([{ type: 'null' }])
    expect(schemas[$ref.split('/').at(-1)].enum).toEqual(['L', 'M', 'Q', 'H'])
    const level = parametersOf(document, operation('urlQr')).find(({ name }) => name === 'level')
    expect(level.schema.$ref).toBe($ref)
    expect(bodySchemaOf(document, operation('createUrl')).properties.redirectType.enum).toEqual([301, 302, 307, 308])
  })
})
