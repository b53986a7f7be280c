import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { resolveReference } from '../rest/openapi.ts'
import { restInterface } from '../support/api.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is JSON.
type Json = any

const document: Json = JSON.parse(JSON.stringify(await restInterface.describe('http://localhost:3000')))
const operations: Json[] = Object.values<Json>(document.paths).flatMap((item) => Object.values(item))
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'tack', components: document.components })

/** What is wrong with a value, or null. Each referenced schema is compiled once. */
function validate({ $ref, type, items }: Json, value: Json): string | null {
  if (type === 'array') return value.map((each: Json) => validate(items, each)).find(Boolean) ?? null
  return ajv.validate(`tack${$ref}`, value) ? null : ajv.errorsText()
}

/** The media types with a schema of our own. A file is bytes, or JSON of any form. */
const described = (content: Json): Json[] =>
  Object.values<Json>(content).filter(({ schema }) => schema && (schema.$ref || schema.type === 'array'))
const examplesOf = ({ examples = {} }: Json) =>
  Object.values<Json>(examples).map((each) => resolveReference(document, each).value)

describe('an example of the OpenAPI document', () => {
  it.each([
    ['body', (each: Json) => (each.requestBody ? [each.requestBody] : [])],
    ['answer', ({ responses }: Json) => Object.values<Json>(responses).map((each) => resolveReference(document, each))],
  ])('is there for every %s, and validates', (_what, listParts: (operation: Json) => Json[]) => {
    const parts = operations.flatMap((each) =>
      listParts(each).flatMap(({ content = {} }) => described(content).map((media) => [each.operationId, media])),
    )
    expect(parts.length).toBeGreaterThan(75)
    for (const [name, media] of parts) {
      const examples = examplesOf(media)
      expect(examples.length, name).toBeGreaterThan(0)
      for (const example of examples) expect([name, validate(media.schema, example)]).toEqual([name, null])
    }
  })

  it('shows the ids, addresses and texts that descriptions name', () => {
    const { UrlItem, RecommendedAction } = document.components.schemas
    const item = document.components.examples.UrlItem.value
    expect(item.id).toMatch(new RegExp(UrlItem.properties.id.pattern))
    expect(item).toMatchObject({
      originalUrl: 'https://example.com/launch',
      isActive: true,
      isBlocked: false,
      ogTitle: null,
    })
    expect(RecommendedAction.properties.path.examples).toBeUndefined()
    const { recommendations } = examplesOf(
      operations.find(({ operationId }) => operationId === 'commandCenter').responses[200].content['application/json'],
    )[0]
    expect(recommendations[0].action.path).toBe('/keys')
  })

  it('of a body has what it requires, and no more than one field of a body that requires nothing', () => {
    const bodyOf = (name: string) =>
      examplesOf(operations.find(({ operationId }) => operationId === name).requestBody.content['application/json'])[0]
    expect(bodyOf('changePassword')).toEqual({ newPassword: 'newPassword', currentPassword: 'currentPassword' })
    expect(Object.keys(bodyOf('updateTag'))).toHaveLength(1)
  })
})
