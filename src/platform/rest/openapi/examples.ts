import type { JsonSchema } from './json-schema.ts'

/** Texts of fields whose description has no example, by the names of the fields. Other fields have their name as text. */
const textsByName: Readonly<Record<string, string>> = {
  answer: 'The link launch did best, with 12 clicks.',
  browser: 'Firefox',
  document: '{ accountAnalytics { totalClicks } }',
  image: 'data:image/png;base64,iVBORw0KGgo=',
  issue: 'must be an http or https address',
  key: 'tk_2Xr9vQ5mT1c8Lw4Zk7Yb3Hd6',
  keyPreview: 'tk_2Xr9',
  message: 'It is safe: we have removed the page.',
  name: 'Spring campaign',
  os: 'Linux',
  password: 'correct horse battery',
  pattern: 'example.net',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  secretPreview: 'whsec_MfKQ',
  shortCode: 'launch',
  shortUrl: 'launch',
  slug: 'launch',
  summary: 'The link launch was created.',
  timezone: 'Europe/Berlin',
  title: 'Launch day',
  token: 'eyJhbGciOiJIUzI1NiJ9.e30.ZRrHA1JJJW8opsbCGfG_HACGpVUMN_a9IxQwTR3wdgY',
}

const textsByFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-11-21T10:00:00.000Z',
  email: 'ada@example.com',
  uri: 'https://example.com/launch',
}

/** Fields that are true in an example. Most flags of an answer, such as `isBlocked`, say that something is unusual. */
const trueFlags = new Set(['success', 'isActive', 'isPublished', 'isOk'])

/**
 * Builds the examples of answers and bodies from their schemas: each field has the example of its schema, so that none is
 * written for one operation.
 */
export class ExampleBuilder {
  constructor(private readonly schemas: Readonly<Record<string, JsonSchema>>) {}

  /** An answer with all its fields. A field that may be null is null, unless it has an example. */
  ofAnswer(schema: JsonSchema): unknown {
    return this.valueOf('', schema)
  }

  /** A body with its required fields. If it has none, with one field that may be sent. */
  ofBody(schema: JsonSchema): unknown {
    const properties = Object.entries(propertiesOf(this.resolve(schema)))
    const required = properties.filter(([name]) => requiredOf(this.resolve(schema)).includes(name))
    const optional = properties.filter(([name]) => !/Ids?$/.test(name))
    const shown = required.length > 0 ? required : optional.length > 0 ? optional.slice(0, 1) : properties.slice(0, 1)
    return Object.fromEntries(shown.map(([name, property]) => [name, this.valueOf(name, notNull(property), true)]))
  }

  private valueOf(name: string, schema: JsonSchema, isBody = false): unknown {
    const { $ref, examples, default: byDefault, enum: values, anyOf, type } = schema
    if (Array.isArray(examples)) return examples[0]
    if (byDefault !== undefined && byDefault !== null) return byDefault
    if (anyOf || (Array.isArray(type) && type.includes('null'))) return null
    if ($ref) return this.valueOf(name, this.resolve(schema), isBody)
    if (Array.isArray(values)) return values[0]
    switch (type) {
      case 'object': {
        const isShown = (property: string) => !isBody || requiredOf(schema).includes(property)
        const properties = Object.entries(propertiesOf(schema)).filter(([property]) => isShown(property))
        return Object.fromEntries(
          properties.map(([property, each]) => [property, this.valueOf(property, each, isBody)]),
        )
      }
      case 'array':
        return [this.valueOf(name, schema.items as JsonSchema, isBody)]
      case 'boolean':
        return trueFlags.has(name)
      case 'integer':
      case 'number':
        return schema.minimum ?? 12
      default:
        return textsByFormat[String(schema.format)] ?? textsByName[name] ?? name
    }
  }

  /** The schema that a reference names. */
  private resolve(schema: JsonSchema): JsonSchema {
    if (typeof schema.$ref !== 'string') return schema
    const referred = this.schemas[schema.$ref.split('/').at(-1) ?? '']
    if (!referred) throw new Error(`There is no schema ${schema.$ref}.`)
    return referred
  }
}

/** The schema without the examples of its fields, which the examples of answers and bodies show. */
export function withoutExamples({ examples, properties, items, anyOf, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Record<string, JsonSchema>).map(([name, each]) => [name, withoutExamples(each)]),
      ),
    }),
    ...(items !== undefined && { items: withoutExamples(items as JsonSchema) }),
    ...(anyOf !== undefined && { anyOf: (anyOf as JsonSchema[]).map(withoutExamples) }),
  }
}

function propertiesOf({ properties = {} }: JsonSchema): Record<string, JsonSchema> {
  return properties as Record<string, JsonSchema>
}

function requiredOf({ required = [] }: JsonSchema): string[] {
  return required as string[]
}

/** A value of the schema that is not null. */
function notNull({ anyOf, type, enum: values, ...schema }: JsonSchema): JsonSchema {
  const [first] = (anyOf ?? []) as JsonSchema[]
  return {
    ...schema,
    ...first,
    ...(type !== undefined && { type: Array.isArray(type) ? type.find((each) => each !== 'null') : type }),
    ...(values !== undefined && { enum: (values as unknown[]).filter((each) => each !== null) }),
  }
}
