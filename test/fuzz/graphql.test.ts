import { readFile } from 'node:fs/promises'
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toGraphSchema } from '../../src/platform/graphql/graph-schema.ts'
import { Random } from '../anomalies/random.ts'
import { pageOf } from '../bio-pages/seed.ts'
import { type Actor, newActor } from '../contract/acts.ts'
import { folderOf, tagOf } from '../organizing/seed.ts'
import { pixelOf } from '../pixels/seed.ts'
import { codeOf } from '../qr-codes/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { trials } from '../support/size.ts'
import { templateOf } from '../utm-templates/seed.ts'
import { oddTexts, oddValue, pick } from './values.ts'

/** FUZZ_REQUESTS and FUZZ_SEED repeat a run, or make a longer one. */
const requests = Number(process.env.FUZZ_REQUESTS ?? trials(300, 3000))
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 32)

/** They end the session of the others, or hash a password for each request. */
const skipped = new Set(['logout', 'changePassword', 'login', 'register'])

let test: TestApp
let schema: GraphQLSchema
let codes: ReadonlySet<string>
beforeAll(async () => {
  test = await sharedApp()
  schema = toGraphSchema(test.app.schema)
  const table = JSON.parse(await readFile('schema/errors.json', 'utf8')) as { code: string }[]
  codes = new Set(table.map(({ code }) => code))
})
afterAll(() => test.close())

describe(`${requests} random documents (FUZZ_SEED=${seed})`, () => {
  it('get data of their shape, or errors of errors.json', async () => {
    const random = new Random(seed)
    const findings: string[] = []
    const met = new Map<string, number>()
    let actor = await newActor(test)
    let ids = await idsOf(actor)
    for (let number = 0; number < requests; number++) {
      if (number % 100 === 0) {
        actor = await newActor(test)
        ids = await idsOf(actor)
      }
      const { document, variables } = new DocumentMaker(schema, random, ids).make()
      const { data, errors = [] } = await test.graph(document, { token: actor.account.token, variables })
      for (const { message, extensions } of errors) {
        met.set(extensions.code, (met.get(extensions.code) ?? 0) + 1)
        if (!codes.has(extensions.code) || extensions.code === 'INTERNAL' || !extensions.resolution)
          findings.push(
            `#${number} ${extensions.code} ${message}\n${document}\n${JSON.stringify(variables).slice(0, 600)}`,
          )
      }
      if (errors.length === 0) {
        met.set('data', (met.get('data') ?? 0) + 1)
        const isEmpty = Object.values(data).some((value) => value === null) && !/\bnode\(/.test(document)
        if (isEmpty) findings.push(`#${number} null without an error\n${document}`)
      }
    }
    if (findings.length > 0) throw new Error(findings.join('\n'))
    // A fuzz whose documents all fail the same check tests little.
    expect(met.get('data') ?? 0).toBeGreaterThan(requests / 40)
    expect(met.size).toBeGreaterThan(3)
  }, 600_000)
})

/** Ids of rows of the caller, of another account and of nobody. */
async function idsOf(actor: Actor): Promise<string[]> {
  const { seed: seeds } = test
  const [mine, theirs] = [actor.account, await seeds.account()]
  const rows = [
    await seeds.link(mine),
    await seeds.link(mine, { password: 'secret word', clickLimit: 2 }),
    await seeds.link(theirs),
    await seeds.key(mine),
    await seeds.webhook(mine),
    await seeds.app(mine),
    await seeds.app(theirs),
    await folderOf(test, mine),
    await tagOf(test, mine),
    await templateOf(test, mine),
    await pixelOf(test, mine),
    await codeOf(test, mine),
    await pageOf(test, mine),
  ]
  return [
    ...rows.map(({ id }) => id),
    mine.id,
    mine.workspaceId,
    theirs.id,
    'lnk_01kagxkp4d1h8x9v5f6r2s3t7w',
    'nothing',
  ]
}

/** Writes a random document with its variables. */
class DocumentMaker {
  private readonly declarations: string[] = []
  private readonly variables: Record<string, unknown> = {}

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly random: Random,
    private readonly ids: readonly string[],
  ) {}

  make(): { document: string; variables: Record<string, unknown> } {
    const isMutation = this.random.next() < 0.3
    const root = isMutation ? this.schema.getMutationType() : this.schema.getQueryType()
    const fields = Object.values(root?.getFields() ?? {}).filter(({ name }) => !skipped.has(name))
    const selections = Array.from({ length: this.random.whole(1, 2) }, (_, index) => {
      const field = pick(this.random, fields)
      return `  a${index}: ${this.select(field, 0)}`
    })
    const declared = this.declarations.length > 0 ? `(${this.declarations.join(', ')})` : ''
    const document = `${isMutation ? 'mutation' : 'query'} ${declared} {\n${selections.join('\n')}\n}`
    return { document, variables: this.variables }
  }

  private select(field: GraphQLField<unknown, unknown>, depth: number): string {
    const given = field.args.filter((argument) => isRequired(argument) || this.random.next() < 0.3)
    const passed = given.map((argument) => `${argument.name}: ${this.declare(argument)}`)
    return `${field.name}${passed.length > 0 ? `(${passed.join(', ')})` : ''} ${this.selectFields(field.type, depth)}`
  }

  private selectFields(type: GraphQLOutputType, depth: number): string {
    const named = getNamedType(type)
    if (isLeafType(named)) return ''
    if (isInterfaceType(named)) return '{ __typename id }'
    if (!isObjectType(named)) return '{ __typename }'
    const fields = Object.values(named.getFields()).filter((field) => {
      const isLeaf = isLeafType(getNamedType(field.type))
      return isLeaf ? this.random.next() < 0.6 : depth < 4 && this.random.next() < 0.35
    })
    return `{ __typename ${fields.map((field) => this.select(field, depth + 1)).join(' ')} }`
  }

  /** Most values are in variables, with a type that fits and seldom with a value that does not. */
  private declare({ type, description }: GraphQLArgument): string {
    const name = `v${this.declarations.length}`
    this.declarations.push(`$${name}: ${type}`)
    this.variables[name] = this.random.next() < 0.04 ? oddValue(this.random) : this.valueOf(type, description)
    return `$${name}`
  }

  private valueOf(type: GraphQLInputType, description: Description): unknown {
    if (isNonNullType(type)) return this.valueOf(type.ofType, description)
    if (this.random.next() < 0.05) return null
    if (isListType(type))
      return Array.from({ length: this.random.whole(0, 3) }, () => this.valueOf(type.ofType, description))
    if (isEnumType(type)) return pick(this.random, type.getValues()).name
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter((field) => isRequired(field) || this.random.next() < 0.3)
      return Object.fromEntries(fields.map((field) => [field.name, this.valueOf(field.type, field.description)]))
    }
    return this.scalarOf(type.name, description)
  }

  /** Mostly of the kind that the description names, such as `lnk_01k...`: an id of another kind is found by nobody. */
  private idFor(description: Description): string {
    const [, prefix] = /`(\w+_)01k/.exec(description ?? '') ?? []
    const fitting = this.ids.filter((id) => prefix && id.startsWith(prefix))
    return pick(this.random, fitting.length > 0 && this.random.next() < 0.7 ? fitting : this.ids)
  }

  private scalarOf(name: string, description: Description): unknown {
    const isOdd = this.random.next() < 0.1
    switch (name) {
      case 'Int':
      case 'SafeInt':
        return isOdd ? pick(this.random, [-1, 0, 101, 2 ** 31 - 1]) : this.random.whole(1, 20)
      case 'Boolean':
        return this.random.next() < 0.5
      case 'Float':
        return this.random.next()
      case 'ID':
        return isOdd ? pick(this.random, oddTexts) : this.idFor(description)
      case 'DateTime':
        return pick(this.random, ['2026-11-22T10:00:00Z', '2020-01-01T00:00:00+02:00', '2099-12-31T23:59:59.999Z'])
      case 'URL':
        return isOdd ? pick(this.random, oddTexts) : `https://example.com/${this.random.whole(1, 9)}`
      default:
        return isOdd ? pick(this.random, oddTexts) : pick(this.random, ['word', 'Berlin', 'a-slug', 'ada@example.com'])
    }
  }
}

type Description = string | null | undefined

function isRequired({ type, defaultValue }: Pick<GraphQLArgument, 'type' | 'defaultValue'>): boolean {
  return isNonNullType(type) && defaultValue === undefined
}
