import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mutations } from '../../scripts/mutations.ts'

it('every guard that scripts/mutation-check.ts removes stands in the source once', () => {
  const misfits = mutations.filter(({ file, find, replace }) => {
    return readFileSync(file, 'utf8').split(find).length !== 2 || find === replace
  })
  expect(misfits.map(({ promise }) => promise)).toEqual([])
})
