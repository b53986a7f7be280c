import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { dataModelFile, readStatements, renderDataModel } from '../../docs/data-model.ts'

describe('docs/data-model.md', () => {
  it('shows the tables as they are declared; npm run docs:model writes it', async () => {
    expect(await readFile(dataModelFile, 'utf8')).toBe(await renderDataModel())
  })

  it('shows every table that no migration has dropped', async () => {
    const statements = await readStatements()
    const created = statements.flatMap((statement) => /^create table (\w+) \(/.exec(statement)?.[1] ?? [])
    const dropped = new Set(
      statements.flatMap((statement) => /^drop table (\w+)$| attach partition (\w+) /.exec(statement)?.slice(1) ?? []),
    )
    const shown = [...(await renderDataModel()).matchAll(/^ {2}(\w+) \{$/gm)].map(([, name]) => name)
    expect(created.length).toBeGreaterThan(30)
    expect(shown.toSorted()).toEqual(created.filter((name) => !dropped.has(name)).toSorted())
  })
})
