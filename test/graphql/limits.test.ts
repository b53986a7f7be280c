import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GraphAnswer } from '../support/graph.ts'
import { type ProbeService, probe, startProbe } from './probe.ts'

let service: ProbeService
beforeAll(async () => {
  service = await startProbe()
})
afterAll(() => service.close())
beforeEach(() => {
  probe.calls = 0
})

/** `ring { next { … number } }`, this many levels deep. */
const deep = (levels: number) => `{ ring ${'{ next '.repeat(levels - 2)}{ number }${' }'.repeat(levels - 2)} }`
const aliases = (count: number) =>
  `{ ${Array.from({ length: count }, (_, index) => `a${index}: ring { number }`).join(' ')} }`

function expectError({ data, errors }: GraphAnswer, message: RegExp): void {
  expect(data).toBeUndefined()
  expect(errors).toHaveLength(1)
  expect(errors?.[0]).toEqual({
    message: expect.stringMatching(message),
    locations: expect.any(Array),
    extensions: {
      code: 'GRAPHQL_VALIDATION_FAILED',
      resolution: expect.any(String),
      http: { status: 400 },
      requestId: expect.any(String),
    },
  })
  expect(probe.calls).toBe(0)
}

describe('a document', () => {
  it('may have 10 levels and not 11', async () => {
    expect((await service.graph(deep(10))).errors).toBeUndefined()
    probe.calls = 0
    expectError(await service.graph(deep(11)), /deeper than 10 levels/)
  })

  it('may have 30 aliases and not 31', async () => {
    expect((await service.graph(aliases(30))).errors).toBeUndefined()
    expect(probe.calls).toBe(30)
    probe.calls = 0
    expectError(await service.graph(aliases(31)), /more than 30 aliases/)
  })

  it('may have 1000 fields and not one more, fragments included', async () => {
    // The ring, 99 spreads of ten fields and nine fields more are 1000.
    const tens = `fragment Ten on Ring { ${'number '.repeat(10)} }`
    const spread = (count: number) => `{ ring { ${'...Ten '.repeat(count)} ${'number '.repeat(9)} } } ${tens}`
    expect((await service.graph(spread(99))).errors).toBeUndefined()
    probe.calls = 0
    const oneMore = spread(99).replace('{ ring { ', '{ ring { number ')
    expectError(await service.graph(oneMore), /more than 1000 fields/)
  })

  it('may have a field 30 times at once and not 31 times, in inline fragments too', async () => {
    const same = (count: number) => `{ ring { ${'number '.repeat(20)} ... on Ring { ${'number '.repeat(count)} } } }`
    expect((await service.graph(same(10))).errors).toBeUndefined()
    probe.calls = 0
    expectError(await service.graph(same(11)), /more than 30 times/)
    // Apollo has stored the document that stands for it.
    expectError(await service.graph(same(11)), /more than 30 times/)
  })

  it('may have names of 128 characters', async () => {
    const named = (length: number) => `{ ring { ${'a'.repeat(length)}: number } }`
    expect((await service.graph(named(128))).errors).toBeUndefined()
    probe.calls = 0
    expectError(await service.graph(named(129)), /name is longer than 128/)
  })

  it('may have 65,536 characters', async () => {
    const long = (length: number) => '{ ring { number } }'.padEnd(length)
    expect((await service.graph(long(65_536))).errors).toBeUndefined()
    const { errors } = await service.graph(long(65_537))
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } })
    expect(errors?.[0]?.message).toContain('longer than 65536 characters')
  })

  it('is validated up to its fifth error', async () => {
    const { errors } = await service.graph(`{ ${Array.from({ length: 40 }, (_, n) => `nothing${n}`).join(' ')} }`)
    expect(errors).toHaveLength(5 + 1)
  })

  it('counts depth and aliases within fragments, named and inline', async () => {
    const fragments = 'fragment A on Ring { next { next { next { next { ...B } } } } } fragment B on Ring { number }'
    const within = `{ ring { ... on Ring { next { next { next { next { ...A } } } } } } } ${fragments}`
    expect((await service.graph(within)).errors).toBeUndefined()
    probe.calls = 0
    expectError(
      await service.graph(within.replace('{ ring {', '{ ring { next {').replace('} fragment A', '} } fragment A')),
      /deeper/,
    )
    const aliased = `{ ring { ${'...A '.repeat(16)} } } fragment A on Ring { a: number b: number }`
    expectError(await service.graph(aliased), /more than 30 aliases/)
  })

  it('is measured in all its operations', async () => {
    expectError(await service.graph(`query A { ring { number } } query B ${deep(11)}`), /deeper/)
  })

  it.each([
    ['itself', '{ ring { ...A } } fragment A on Ring { next { ...A } }'],
    ['each other', '{ ring { ...A } } fragment A on Ring { next { ...B } } fragment B on Ring { next { ...A } }'],
    ['itself with aliases', '{ ring { ...A } } fragment A on Ring { a: next { ...A } b: next { ...A } }'],
  ])('whose fragments spread %s is refused', async (_what, document) => {
    const answer = await service.graph(document)
    expect(answer.errors?.map(({ extensions }) => extensions.code)).toContain('GRAPHQL_VALIDATION_FAILED')
    expect(answer.errors?.map(({ message }) => message).join()).toMatch(/Cannot spread fragment "A" within itself/)
    expect(probe.calls).toBe(0)
  })

  it('with fragments that double 40 times is rejected without expanding them', async () => {
    const doubling = Array.from(
      { length: 40 },
      (_, index) => `fragment F${index} on Ring { ...F${index + 1} ...F${index + 1} }`,
    )
    const document = `{ ring { ...F0 } } ${doubling.join(' ')} fragment F40 on Ring { number }`
    expectError(await service.graph(document), /more than 1000 fields/)
  })

  it('with more than 1000 tokens is not parsed to its end', async () => {
    const { errors } = await service.graph(`{ ring { ${'number '.repeat(1000)} } }`)
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'GRAPHQL_PARSE_FAILED', http: { status: 400 } })
    expect(probe.calls).toBe(0)
  })
})
