import { glob, readFile } from 'node:fs/promises'
import { ApolloServerErrorCode } from '@apollo/server/errors'
import { describe, expect, it } from 'vitest'
// Its errors belong to the table, and no operation declares them.
import '../../src/platform/graphql/documents/document.errors.ts'
import { buildErrorTable, listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { schema } from '../support/api.ts'

const rows = buildErrorTable(schema)
const codes = rows.map(({ code }) => code)

describe('the error table', () => {
  it('has every code of Apollo that /graphql returns', () => {
    // formatError turns the first into INTERNAL, and the second is for servers without persisted queries.
    const replaced = ['INTERNAL_SERVER_ERROR', 'PERSISTED_QUERY_NOT_SUPPORTED']
    const returned = Object.values<string>(ApolloServerErrorCode).filter((code) => !replaced.includes(code))
    expect(codes).toEqual(expect.arrayContaining(returned))
  })

  it('has every code that a source file names', async () => {
    for await (const file of glob('src/**/*.ts')) {
      for (const [, code] of (await readFile(file, 'utf8')).matchAll(/\bcode: '([A-Z_]+)'/g))
        expect(codes, file).toContain(code)
    }
  })

  it('has no code of a module that no operation declares, except one of the authorization server, two of the console and two of /mcp', async () => {
    const ofModules = new Set<string>()
    for await (const file of glob('src/modules/**/*.ts')) {
      for (const [, code = ''] of (await readFile(file, 'utf8')).matchAll(/\bcode: '([A-Z_]+)'/g)) ofModules.add(code)
    }
    const undeclared = rows.filter(({ code, operations }) => ofModules.has(code) && operations.length === 0)
    const codes = undeclared.map(({ code }) => code)
    const ofMcp = ['LOGIN_NOT_ACCEPTED', 'ORIGIN_NOT_ALLOWED']
    const others = ['BROWSER_SESSION_REQUIRED', 'MISDIRECTED_REQUEST', 'NOT_FROM_CONSOLE']
    expect(codes.toSorted()).toEqual([...ofMcp, ...others].toSorted())
  })

  it('names operations by their routes over REST, and by their fields over GraphQL', () => {
    const fields = listRestOperations(schema).map(({ name }) => `\`${name}\``)
    for (const { code, resolution, graphqlResolution = resolution } of rows) {
      expect([code, graphqlResolution]).toEqual([code, expect.not.stringMatching(/[A-Z]+ \/|[{}]/)])
      for (const field of fields) expect(resolution, code).not.toContain(field)
    }
    const withBoth = rows.filter(({ graphqlResolution }) => graphqlResolution !== undefined)
    expect(withBoth.map(({ code }) => code)).toContain('LINK_NOT_FOUND')
  })

  it('has INVALID_PARAMS for every operation with a route, because any of them can get an unknown parameter', () => {
    const { operations = [] } = rows.find(({ code }) => code === 'INVALID_PARAMS') ?? {}
    expect(listRestOperations(schema).filter(({ name }) => !operations.includes(name))).toEqual([])
  })

  it('has each code once, by status', () => {
    expect(new Set(codes).size).toBe(codes.length)
    const statuses = rows.map(({ status }) => status)
    expect(statuses).toEqual(statuses.toSorted((a, b) => a - b))
  })
})
