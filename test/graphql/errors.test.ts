import { GraphQLError } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProbeService, probe, startProbe } from './probe.ts'

let service: ProbeService
beforeAll(async () => {
  service = await startProbe()
})
afterAll(() => service.close())

const post = (query: string, variables?: unknown) => service.rest.post('/graphql', { query, variables })

describe('an error for a document or variable does not quote its values', () => {
  const login = (password: string) => `mutation { touch(times: 1, password: ${password}) }`

  it.each([
    ['a syntax error at a string', 'mutation { touch(times: 1 password "hunter2") }'],
    ['a syntax error at a name', 'mutation { touch(times: 1, password: "x" hunter2 hunter2) }'],
    ['a syntax error at a number', 'mutation { touch(times: 1, password: "x" 24680 24680) }'],
    ['a syntax error at a block string', 'mutation { touch(times: 1, password """hunter2""") }'],
    ['an unterminated string', 'mutation { touch(times: 1, password: "hunter2) }'],
    ['a wrong escape', 'mutation { touch(times: 1, password: "hunter2\\q") }'],
    ['an inline number for text', login('24680')],
    ['an inline word for text', login('hunter2')],
    ['an inline list for text', login('["hunter2"]')],
    ['an inline object for text', login('{ value: "hunter2" }')],
    ['an inline truth value for text', login('true')],
    ['an inline text for a number', 'mutation { touch(times: "hunter2") }'],
    ['an inline number out of range', 'mutation { touch(times: 2468024680) }'],
    ['an inline text for a date-time', 'mutation { touch(times: 1, at: "hunter2") }'],
    ['an inline number for a date-time', 'mutation { touch(times: 1, at: 24680) }'],
    ['a wrong default of a variable', 'mutation ($times: Int! = "hunter2") { touch(times: $times) }'],
    ['a wrong value of a directive', 'mutation { touch(times: 1) @include(if: "hunter2") }'],
  ])('%s', async (_what, query) => {
    const { status, text, json } = await post(query)
    expect([status, json.data]).toEqual([400, undefined])
    expect(text).not.toMatch(/hunter2|\b(24680)+\b/)
    expect(json.errors[0].message).toMatch(/\S/)
    for (const { line, column } of json.errors[0].locations) expect(line * column).toBeGreaterThan(0)
  })

  it.each([
    ['a number for text', { times: 1, password: 24680 }],
    ['a list for text', { times: 1, password: ['hunter2'] }],
    ['an object for text', { times: 1, password: { hunter2: 'hunter2' } }],
    ['a text for a number', { times: 'hunter2' }],
    ['a text for a date-time', { times: 1, at: 'hunter2' }],
    ['a number for a date-time', { times: 1, at: 24680 }],
    ['a date-time out of the calendar', { times: 1, at: '0000-01-01T00:02:46.80Z' }],
    ['nothing for a number', { password: 'hunter2' }],
  ])('a variable with %s', async (_what, variables) => {
    const document =
      'mutation ($times: Int!, $password: String, $at: DateTime) { touch(times: $times, password: $password, at: $at) }'
    const { status, text, json } = await post(document, variables)
    expect([status, json.errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT'])
    expect(json.errors[0].message).toMatch(/^The variable "\$\w+" is missing or does not match its type\.$/)
    expect(text).not.toMatch(/hunter2|\b(24680)+\b|02:46/)
  })

  it.each(['hunter2', '"hunter2"', '24680', '["hunter2"]'])(
    'an inline %s for an enum: the message names what the enum accepts',
    async (value) => {
      const { text, json } = await post(`mutation { touch(times: 1, strength: ${value}) }`)
      expect(json.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
      expect(json.errors[0].message).toBe(
        'A value in the document does not match the expected type. TouchStrength accepts SOFT, VERY_HARD.',
      )
      expect(text).not.toMatch(/hunter2|24680/)
    },
  )

  it.each(['hunter2', 24680, ['hunter2']])(
    'a variable with %s for an enum: the message names what the enum accepts',
    async (strength) => {
      const document = 'mutation ($strength: TouchStrength) { touch(times: 1, strength: $strength) }'
      const { text, json } = await post(document, { strength })
      expect(json.errors[0].extensions.code).toBe('BAD_USER_INPUT')
      expect(json.errors[0].message).toBe(
        'The variable "$strength" is missing or does not match its type. TouchStrength accepts SOFT, VERY_HARD.',
      )
      expect(text).not.toMatch(/hunter2|24680/)
    },
  )

  it('nor does the log', () => {
    expect(JSON.stringify(service.logs)).not.toMatch(/hunter2|\b(24680)+\b|02:46/)
  })
})

/** What drivers, libraries and our own bugs may throw; each contains a word that callers must not read. */
const faults: readonly (readonly [string, () => unknown])[] = [
  ['an error', () => new Error('SELECT secret FROM account')],
  ['an error with a cause', () => new Error('secret', { cause: new Error('secret') })],
  ['a TypeError', () => new TypeError("Cannot read properties of undefined (reading 'secret')")],
  ['a RangeError', () => new RangeError('secret')],
  ['an AggregateError', () => new AggregateError([new Error('secret'), new Error('secret')], 'secret')],
  ['a driver error', () => Object.assign(new Error('duplicate key secret'), { code: '23505', detail: 'secret' })],
  ['a system error', () => Object.assign(new Error('ENOENT: /secret'), { code: 'ENOENT', errno: -2, path: '/secret' })],
  [
    'an error that looks like ours',
    () => Object.assign(new Error('secret'), { code: 'SECRET', status: 400, resolution: 'secret' }),
  ],
  ['an error with a status', () => Object.assign(new Error('secret'), { statusCode: 400, status: 400 })],
  [
    'an error with extensions',
    () => Object.assign(new Error('secret'), { extensions: { code: 'BAD_USER_INPUT', secret: 1 } }),
  ],
  ['a GraphQL error', () => new GraphQLError('secret')],
  [
    'a GraphQL error with a code',
    () => new GraphQLError('secret', { extensions: { code: 'BAD_USER_INPUT', secret: 1 } }),
  ],
  ['a frozen error', () => Object.freeze(new Error('secret'))],
  ['an error without a message', () => new Error('')],
  ['a text', () => 'secret'],
  ['a number', () => 24680],
  ['an object', () => ({ message: 'secret', stack: 'at secret' })],
  ['a symbol', () => Symbol('secret')],
  ['null', () => null],
  ['undefined', () => undefined],
  ['false', () => false],
]

const ours = {
  code: 'INTERNAL',
  message: 'Something went wrong on our side.',
  resolution: expect.stringMatching(/requestId/),
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
}

/** No word of the cause, no stack, no file, no library. */
const inside = /secret|\b(24680)+\b|SELECT|\.ts|\.js|node_modules|\bat \w+ \(|Error:/i

describe.each(faults)('a resolver that throws %s', (_what, fault) => {
  const throwing = () => {
    service.logs.length = 0
    probe.next = () => {
      throw fault()
    }
  }

  it('returns INTERNAL over GraphQL and logs the cause', async () => {
    throwing()
    const { status, json, text } = await post('{ given }')
    const { message, ...extensions } = ours
    expect(status).toBe(200)
    expect(json).toEqual({
      data: { given: null },
      errors: [
        {
          message,
          locations: [{ line: 1, column: 3 }],
          path: ['given'],
          extensions: { ...extensions, http: { status: 500 } },
        },
      ],
    })
    expect(text).not.toMatch(inside)
    expectLogged(json.errors[0].extensions.requestId)
  })

  it('returns 500 INTERNAL over REST and logs the cause', async () => {
    throwing()
    const { status, json, text } = await service.rest.get('/v1/given')
    expect([status, json.error, json.message]).toEqual([500, ours, ours.message])
    expect(text).not.toMatch(inside)
    expectLogged(json.error.requestId)
  })
})

/** Asserts one log line with the cause and the request id. */
function expectLogged(requestId: string): void {
  const lines = service.logs.filter(({ level }) => (level as number) >= 50)
  expect(lines).toEqual([expect.objectContaining({ reqId: requestId, msg: ours.message })])
}

describe.each([
  ['more than the type can hold', 3_000_000_000],
  ['something of another type', 'secret'],
  ['null where there is always a value', null],
  ['an error as if it were a value', new Error('secret')],
])('a resolver that gives back %s', (_what, value) => {
  it('returns INTERNAL over GraphQL and REST', async () => {
    probe.next = () => value
    const graph = await post('{ given }')
    expect(graph.json.errors[0].extensions).toMatchObject({ code: 'INTERNAL', http: { status: 500 } })
    const rest = await service.rest.get('/v1/given')
    expect([rest.status, rest.json.error]).toEqual([500, ours])
    expect(graph.text + rest.text).not.toMatch(inside)
  })
})

describe('a variable that does not match its type', () => {
  const document =
    'mutation ($n: Int!, $at: DateTime, $strength: TouchStrength) { touch(times: $n, at: $at, strength: $strength) }'

  it('returns every field in the details, under the name of the argument', async () => {
    const { json } = await post(document, { at: '2026-12-01T10:00', strength: 'MILD' })
    expect(json.errors).toHaveLength(1)
    expect(json.errors[0].extensions.details).toMatchObject([
      { field: 'times', issue: 'is required: a whole number of at most 2147483647' },
      { field: 'at', issue: 'must be a date-time with an offset, such as 2026-11-21T10:00:00Z, or null' },
      { field: 'strength', issue: 'must be one of SOFT, VERY_HARD, or null' },
    ])
  })
})

describe('requests that fail at the same time', () => {
  it('each have their own id in the error and in the header', async () => {
    probe.next = () => Promise.reject(new Error('secret'))
    const queries = Array.from({ length: 20 }, (_, turn) => ['{ given }', '{ nothing }', '{ given'][turn % 3] ?? '')
    const answers = await Promise.all(queries.map((query) => post(query)))
    for (const { json, headers } of answers) {
      expect(json.errors[0].extensions.requestId).toBe(headers['x-request-id'])
    }
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(20)
  })
})

describe('an argument with a default that is null by a variable', () => {
  it('returns 400 with its name, before anything runs', async () => {
    const { status, json } = await post('mutation ($times: Int = 1) { touch(times: $times) }', { times: null })
    expect([status, json.data]).toEqual([400, undefined])
    expect(json.errors[0].message).toContain('Argument "times"')
    expect(json.errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', http: { status: 400 } })
  })
})
