import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { buildSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { generateSchemaFiles } from '../../src/schema-files.ts'
import { bodySchemaOf, parametersOf } from '../rest/openapi.ts'

describe('the emitted files', () => {
  it('match the code', async () => {
    for (const [name, text] of Object.entries(await generateSchemaFiles())) {
      expect(await readFile(`schema/${name}`, 'utf8'), `schema/${name}: run npm run emit`).toBe(text)
    }
  })

  it('contain a valid GraphQL schema with a description on everything', async () => {
    const schema = buildSchema((await generateSchemaFiles())['schema.graphql'] ?? '')
    const undescribed = Object.values(schema.getTypeMap()).flatMap((type) => {
      if (type.name.startsWith('__') || ['String', 'Int', 'Boolean', 'ID', 'Float'].includes(type.name)) return []
      const fields = 'getFields' in type ? Object.values(type.getFields()) : []
      return [
        ...(type.description || type.name === 'Subscription' ? [] : [type.name]),
        ...fields.flatMap((field) => [
          ...(field.description ? [] : [`${type.name}.${field.name}`]),
          ...('args' in field
            ? field.args
                .filter((each: { description?: unknown }) => !each.description)
                .map((each: { name: string }) => `${type.name}.${field.name}(${each.name})`)
            : []),
        ]),
      ]
    })
    expect(undescribed).toEqual([])
  })

  it('contain a valid OpenAPI document whose references all resolve', async () => {
    const text = (await generateSchemaFiles())['openapi.json'] ?? ''
    const document = JSON.parse(text)
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    for (const [, reference = ''] of text.matchAll(/"\$ref": "#\/([^"]+)"/g)) {
      const target = reference
        .split('/')
        .reduce((at: Record<string, unknown> | undefined, key) => at?.[key] as never, document)
      expect(target, reference).toBeDefined()
    }
  })
})

describe('the OpenAPI document', async () => {
  const document = JSON.parse((await generateSchemaFiles())['openapi.json'] ?? '')
  const operations = Object.entries(document.paths as Record<string, Record<string, never>>).flatMap(([path, item]) =>
    // biome-ignore lint/suspicious/noExplicitAny: the document is JSON.
    Object.entries(item).map(([verb, operation]) => ({ path, verb, ...(operation as any) })),
  )

  it('is version 1.2.0 of the interface', () => {
    expect(document.info.version).toBe('1.2.0')
  })

  it('has the GraphQL names as operation ids', async () => {
    const fields = buildSchema((await generateSchemaFiles())['schema.graphql'] ?? '')
    const names = { ...fields.getQueryType()?.getFields(), ...fields.getMutationType()?.getFields() }
    for (const { operationId } of operations) expect(names).toHaveProperty(operationId)
  })

  it('has each argument once: in the path, the query of a GET or DELETE, or the body; a DELETE may have a body instead', () => {
    for (const { path, verb, ...operation } of operations) {
      const parameters = parametersOf(document, operation)
      const body = Object.keys(bodySchemaOf(document, operation)?.properties ?? {})
      const named = parameters.map((parameter: { name: string }) => parameter.name)
      if (verb === 'delete' && body.length > 0) expect(body, path).toEqual(named)
      else expect(new Set([...body, ...named]).size, path).toBe(body.length + named.length)
      if (verb === 'get') continue
      for (const parameter of parameters)
        expect(verb === 'delete' ? ['path', 'query'] : ['path', 'header']).toContain(parameter.in)
    }
  })

  it('requires only arguments without a default', () => {
    const create = bodySchemaOf(document, document.paths['/urls'].post)
    expect(create.required).toEqual(['longUrl'])
    expect(create.properties.isCloaked).toMatchObject({ type: 'boolean', default: false })
    expect(create.properties.clickLimit).toMatchObject({ type: ['integer', 'null'], minimum: 1 })
  })

  it('has the security and the errors of every operation', () => {
    for (const { path, security, responses } of operations) {
      expect(security, path).toBeDefined()
      expect(responses.default, path).toEqual({ $ref: '#/components/responses/GeneralError' })
      if (security.length > 0) expect(Object.keys(responses), path).toEqual(expect.arrayContaining(['401', '403']))
    }
  })
})
