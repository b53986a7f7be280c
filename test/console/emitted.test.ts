import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { emitConsole } from '../../scripts/emit-console.ts'

it('has files of the console that match its documents, the schema and the colours', async () => {
  const emitted = await emitConsole()
  for (const [file, text] of emitted) expect(readFileSync(file, 'utf8'), `${file}: run npm run emit`).toBe(text)
  const leftOver = globSync('console/**/*.graphql.ts').filter((file) => !emitted.has(file))
  expect(leftOver).toEqual([])
})
