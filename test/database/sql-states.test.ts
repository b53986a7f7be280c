import { describe, expect, it } from 'vitest'
import {
  isDatabaseDefect,
  isDatabaseUnavailable,
  isTransactionConflict,
} from '../../src/platform/database/database.errors.ts'
import { classifySqlState } from '../../src/platform/database/sql-states.ts'

/** Every class of appendix A of the manual of PostgreSQL, and the codes that differ from their class. */
const expected = {
  unavailable: ['08', '28', '3D', '53', '55', '57', '58', 'F0', '25006', '25P03', '25P04', '55P03', '57014', '57P01'],
  conflict: ['40', '72', '40001', '40P01'],
  values: ['21', '22', '23', '44', '54', 'P0', '22P02', '23505', '22021', 'P0001'],
  defect: [
    ...['00', '01', '02', '03', '09', '0A', '0B', '0F', '0L', '0P', '0Z', '10', '20', '24', '25', '26', '27', '2B'],
    ...['2D', '2F', '34', '38', '39', '3B', '3F', '42', 'HV', 'XX', '25P02', '42P01', '42501', '42703'],
  ],
} as const

describe.each(Object.entries(expected))('a SQLSTATE that says %s', (kind, states) => {
  it.each(states.map((state) => state.padEnd(5, '0')))('%s', (state) => {
    expect(classifySqlState(state)).toBe(kind)
    const error = Object.assign(new Error('from the server'), { code: state })
    const found = [isDatabaseUnavailable, isTransactionConflict, isDatabaseDefect].map((is) => is(error))
    expect(found).toEqual(['unavailable', 'conflict', 'defect'].map((each) => each === kind))
  })
})

it.each([
  'timeout expired',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Query read timeout',
])('the driver says "%s" when the database is unavailable', (message) =>
  expect(isDatabaseUnavailable(new Error(message))).toBe(true),
)

it('an error of something else says nothing about the database', () => {
  const error = Object.assign(new Error('EPERM: not permitted'), { code: 'EPERM' })
  expect([isDatabaseUnavailable, isTransactionConflict, isDatabaseDefect].map((is) => is(error))).toEqual([
    false,
    false,
    false,
  ])
})
