import { describe, expect, it } from 'vitest'
import { TransactionSnapshot } from '../../../src/platform/graphql/subscriptions/committed-events.ts'

describe('a snapshot', () => {
  it.each([
    ['99', false],
    ['100', true],
    ['101', false],
    ['104', true],
    ['109', false],
    ['110', true],
    ['111', true],
  ])('of 100:110:100,104 says of what transaction %s wrote whether it is new: %s', (tx, isNew) => {
    expect(new TransactionSnapshot('100:110:100,104').excludes(tx)).toBe(isNew)
  })

  it('is read where no transaction is open', () => {
    const snapshot = new TransactionSnapshot('110:110:')
    expect([snapshot.xmin, snapshot.excludes('109'), snapshot.excludes('110')]).toEqual([110n, false, true])
  })
})
