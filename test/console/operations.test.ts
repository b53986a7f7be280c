import { globSync, readFileSync } from 'node:fs'
import { buildSchema, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import { describe, expect, it } from 'vitest'

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'))
const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
const all = roots.flatMap((root) => Object.keys(root?.getFields() ?? {}))

/** The operations that the documents of the console use. */
function findUsed(): Set<string> {
  const used = new Set<string>()
  for (const file of globSync('console/**/*.graphql')) {
    const types = new TypeInfo(schema)
    const note = ({ name }: { name: { value: string } }) => {
      if (roots.some((root) => root && root === types.getParentType())) used.add(name.value)
    }
    visit(parse(readFileSync(file, 'utf8')), visitWithTypeInfo(types, { Field: note }))
  }
  return used
}

/** The operations of the table, of which each row has a reason. */
function readListed(): string[] {
  const [, section = ''] = readFileSync('docs/decisions/console.md', 'utf8').split('\n## Operations without a screen\n')
  const rows = [...section.matchAll(/^\| (`.+?`) \| (.+) \|$/gm)]
  return rows.flatMap(([, names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
}

describe('the operations of the graph', () => {
  const used = findUsed()
  const listed = readListed()

  it('have a screen of the console, or a reason why not', () => {
    expect(used.size).toBeGreaterThan(150)
    expect(all.filter((name) => !used.has(name) && !listed.includes(name))).toEqual([])
  })

  it('stand once in the list of those without a screen, and only while none uses them', () => {
    expect(
      listed.filter((name, index) => used.has(name) || !all.includes(name) || listed.indexOf(name) !== index),
    ).toEqual([])
  })
})
