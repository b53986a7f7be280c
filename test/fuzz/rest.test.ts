import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRestOperations, type RestOperation } from '../../src/platform/rest/rest-operations.ts'
import { Random } from '../anomalies/random.ts'
import { inputsFor, needsOwnAccount, newActor } from '../contract/acts.ts'
import { pathOf } from '../contract/faces.ts'
import { responseOf } from '../rest/openapi.ts'
import { schema } from '../support/api.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { trials } from '../support/size.ts'
import { oddTexts, oddValue, pick } from './values.ts'

/** FUZZ_REQUESTS and FUZZ_SEED repeat a run, or make a longer one. */
const requests = Number(process.env.FUZZ_REQUESTS ?? trials(400, 10_000))
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 32)

/** They hash a password for each request. */
const skipped = new Set(['changePassword', 'login', 'register'])

// biome-ignore lint/suspicious/noExplicitAny: the document is JSON.
type Json = any

let test: TestApp
let document: Json
let operations: RestOperation[]
beforeAll(async () => {
  test = await sharedApp()
  document = (await test.rest.get('/v1/openapi.json')).json
  operations = listRestOperations(schema).filter(({ name }) => !skipped.has(name))
})
afterAll(() => test.close())

const validators = new Map<string, ValidateFunction>()
function validatorFor(ajv: Ajv2020, schema: Json): ValidateFunction {
  const key = JSON.stringify(schema)
  const validator = validators.get(key) ?? ajv.compile(schema)
  validators.set(key, validator)
  return validator
}

function answerOf(operation: RestOperation, status: number): Json {
  const described = document.paths[operation.route.path][operation.route.method.toLowerCase()]
  return responseOf(document, described, status)
}

describe(`${requests} random requests (FUZZ_SEED=${seed})`, () => {
  it('get only answers that openapi.json describes', async () => {
    const random = new Random(seed)
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'tack', components: document.components })
    const findings: string[] = []
    const statuses = new Map<number, number>()
    let actor = await newActor(test)
    for (let number = 0; number < requests; number++) {
      if (number % 200 === 0) actor = await newActor(test)
      const operation = pick(random, operations)
      const inputs: Record<string, unknown> =
        random.next() < 0.6 ? { ...(await inputsFor(operation.name, actor)) } : { ...oddInputs(operation, random) }
      const names = operation.field.args.map(({ name }) => name)
      if (random.next() < 0.7) inputs[pick(random, [...names, 'unknown', 'id'])] = oddValue(random)
      const token = random.next() < 0.85 ? actor.account.token : pick(random, [undefined, 'tk_x', 'x.y.z'])
      // Without its last segment a path is that of another operation.
      for (const name of operation.pathArguments) if (inputs[name] === '') delete inputs[name]
      const answer = await send(operation, inputs, token, random)
      if (needsOwnAccount.has(operation.name) && answer.status < 300) actor = await newActor(test)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      const problem = findProblem(ajv, operation, answer)
      if (problem) findings.push(`#${number} ${operation.name} ${JSON.stringify(inputs).slice(0, 300)}: ${problem}`)
    }
    if (findings.length > 0) throw new Error(findings.join('\n'))
    // A fuzz whose requests all fail the same check tests little.
    for (const status of [200, 201, 400, 401, 404]) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(1)
  }, 600_000)
})

function oddInputs(operation: RestOperation, random: Random): Record<string, unknown> {
  return Object.fromEntries(
    operation.field.args.flatMap(({ name }) => (random.next() < 0.5 ? [[name, oddValue(random)]] : [])),
  )
}

async function send(
  operation: RestOperation,
  inputs: Record<string, unknown>,
  token: string | undefined,
  random: Random,
) {
  const { method } = operation.route
  const named = Object.fromEntries(
    operation.pathArguments.map((name) => [
      name,
      inputs[name] ??
        pick(
          random,
          oddTexts.filter((text) => text !== ''),
        ),
    ]),
  )
  const others = Object.entries(inputs).filter(([name]) => !operation.pathArguments.includes(name))
  const path = `/v1${pathOf(operation, toTexts(named))}`
  if (method !== 'GET') {
    const body =
      random.next() < 0.05 ? pick(random, ['{', '[]', '"x"', 'null', '{"a":1,"a":2}']) : Object.fromEntries(others)
    const headers = { 'content-type': 'application/json' }
    return test.rest.send(method, path, {
      token,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers,
    })
  }
  const query = new URLSearchParams(toTexts(Object.fromEntries(others))).toString()
  return test.rest.send(method, `${path}?${query}`, { token })
}

/** As text for a URL, in which a lone surrogate has no form. */
function toTexts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const toText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toText(value)]))
}

function findProblem(ajv: Ajv2020, operation: RestOperation, answer: Awaited<ReturnType<typeof send>>): string | null {
  const { status, json, headers } = answer
  // An empty segment, or one with a slash, is another path.
  const code = json?.error?.code
  if (code === 'ROUTE_NOT_FOUND' || code === 'METHOD_NOT_ALLOWED') return null
  if (status >= 500) return `${status} ${answer.text.slice(0, 300)}`
  const response = answerOf(operation, status)
  if (!response) return `the status ${status} is not described: ${answer.text.slice(0, 200)}`
  if (
    code &&
    !response.description.includes(`\`${code}\``) &&
    !Object.keys(response.content?.['application/json']?.examples ?? {}).includes(code)
  )
    return `the code ${code} of ${status} is not described`
  if (!headers['ratelimit-limit']) return 'no RateLimit-Limit'
  if (json === undefined) return null
  const mediaType = String(headers['content-type']).split(';')[0] ?? ''
  const schema = response.content?.[mediaType]?.schema
  if (!schema) return `${mediaType} of ${status} is not described`
  const validate = validatorFor(ajv, withRoot(schema))
  return validate(json) ? null : ajv.errorsText(validate.errors).slice(0, 300)
}

/** The schema with its references into the document. */
function withRoot(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"tack#/components'))
}
