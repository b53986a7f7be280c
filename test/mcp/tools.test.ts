import { readFile } from 'node:fs/promises'
import { parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { toolDocumentsFile, writeToolDocuments } from '../../scripts/emit-tools.ts'
import { fitResult } from '../../src/modules/integrations/mcp/result-size.ts'
import { toolDocuments } from '../../src/modules/integrations/mcp/tool-documents.ts'
import { toolList } from '../../src/modules/integrations/mcp/tool-list.ts'
import { toToolResult } from '../../src/modules/integrations/mcp/tool-results.ts'
import { buildTools } from '../../src/modules/integrations/mcp/tools.ts'
import { resolvers } from '../../src/modules.ts'
import { defineApi } from '../../src/platform/api-definition.ts'
import { estimatePrice } from '../../src/platform/graphql/price.ts'

const { graphSchema: schema } = await defineApi(resolvers)
const tools = buildTools(schema)

describe('the tools', () => {
  it('are the documents of their files, each once', async () => {
    expect(await readFile(toolDocumentsFile, 'utf8'), 'run npm run emit').toBe(writeToolDocuments())
    expect(toolList.map(({ name }) => name).toSorted()).toEqual(Object.keys(toolDocuments).toSorted())
  })

  it('fit into 12 KB of a list', () => {
    expect(JSON.stringify(tools.map(({ listed }) => listed)).length).toBeLessThanOrEqual(12 * 1024)
  })

  it.each(tools.map((tool) => [tool.listed.name, tool] as const))('%s describes each argument', (_, { listed }) => {
    const properties = Object.entries(listed.inputSchema.properties as Record<string, { description?: string }>)
    expect(properties.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([])
  })

  it.each(tools.map((tool) => [tool.listed.name, tool] as const))('%s costs what an operation may cost', (_, tool) => {
    const [create, change] = [{ destination: 'https://example.com' }, { id: 'lnk_0' }].map((item) =>
      Array.from({ length: 25 }, () => item),
    )
    const given = { ids: ['lnk_0'], first: 25, create, change, content: '', question: '', source: 'CSV' }
    const presence = Object.fromEntries([...tool.presence.keys()].map((name) => [name, true]))
    const variables = { ...given, id: 'x', ...presence }
    const { price } = estimatePrice({ schema, document: parse(tool.document), operationName: null, variables })
    expect(price).toBeLessThanOrEqual(1000)
  })

  it('say what changes something, and what deletes', () => {
    const kinds = tools.map(({ listed: { name, annotations } }) => [name, annotations] as const)
    for (const [name, annotations] of kinds)
      expect(annotations.readOnlyHint, name).toBe(!/_(save|delete|set|import)_/.test(name))
    expect(Object.fromEntries(kinds).tack_delete_links).toEqual({ readOnlyHint: false, destructiveHint: true })
  })
})

describe('a result', () => {
  const error = { message: 'No.', path: ['deleteUrls'], extensions: { code: 'X', resolution: 'Y.' } }

  it('without data at a root field is an error, also beside other data', () => {
    const result = toToolResult({ data: { createUrls: { results: [] }, deleteUrls: null }, errors: [error] })
    expect(result.isError).toBe(true)
    const [content] = result.content
    expect(JSON.parse(content?.type === 'text' ? content.text : '')).toEqual({
      code: 'X',
      message: 'No.',
      resolution: 'Y.',
      done: ['createUrls'],
    })
  })

  it('with an error below says what was left out', () => {
    const result = toToolResult({
      data: { urls: { nodes: null } },
      errors: [{ message: 'No.', path: ['urls', 'nodes'] }],
    })
    expect(result.isError).toBeUndefined()
    expect(result.content[1]).toEqual({ type: 'text', text: 'urls.nodes was left out: No.' })
  })

  it.each([
    ['many items', { urls: { nodes: Array.from({ length: 90 }, (_, id) => ({ id })) } }],
    ['long items', { urls: { nodes: Array.from({ length: 25 }, () => ({ note: 'n'.repeat(4000) })) } }],
    ['lists in lists', { a: Array.from({ length: 30 }, () => Array.from({ length: 30 }, () => 'x'.repeat(90))) }],
    ['one long text', { url: { note: 'n'.repeat(40_000) } }],
  ])('is cut to 25 items and 16 KB, and says so (%s)', (_, data) => {
    const before = JSON.stringify(data)
    const { data: fitting, notes } = fitResult(data)
    expect(JSON.stringify(fitting).length).toBeLessThanOrEqual(16 * 1024)
    expect(notes.length).toBeGreaterThan(0)
    expect(JSON.stringify(data)).toBe(before)
  })

  it('says from where a page goes on', () => {
    const data = { urls: { totalCount: 7, nodes: [{}, {}], pageInfo: { hasNextPage: true, endCursor: 'abc' } } }
    expect(fitResult(data).notes).toEqual(['Of 7 in all, more of urls follow the 2 here: call again with after="abc".'])
  })
})
