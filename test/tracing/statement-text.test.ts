import fc from 'fast-check'
import pg from 'pg'
import { expect, it } from 'vitest'
import { describeStatement } from '../../src/platform/tracing/statement-spans.ts'

const textOf = (statement: string) => String(describeStatement(statement).attributes?.['db.query.text'])

it.each([
  [
    `select "a0"."id" from "account" as "a0" where "a0"."email" = 'ada@example.com' limit 1`,
    'select "a0"."id" from "account" as "a0" where "a0"."email" = ? limit ?',
  ],
  [
    'select * from link where id = $1 and code = any($2::text[])',
    'select * from link where id = $1 and code = any($2::text[])',
  ],
  [
    `insert into t1 (c2, c3) values ('it''s', E'a\\\\b', -17, 1.5, 1e+21, null)`,
    'insert into t1 (c2, c3) values (?, ?, -?, ?, ?, null)',
  ],
  [`notify jobs, 'a payload'`, 'notify jobs, ?'],
  ['do $body$ begin perform 1; end $body$', 'do ?'],
  [`select '$$', secret, '$$'`, 'select ?, secret, ?'],
  [`select value->>'key' from t where code = 'cut off`, 'select value->>? from t where code = ?'],
])('keeps names and parameters of %s', (statement, expected) => {
  expect(textOf(statement)).toBe(expected)
})

it('keeps no part of a value, wherever the text is cut off', () => {
  // A letter that stands in no statement, so that each one in the answer is of a value.
  const value = fc.string({
    unit: fc.constantFrom('Ω', "'", '"', '\\', '$', ' ', 'E', 'e', '1', '-', ',', '$$', "''"),
    maxLength: 30,
  })
  fc.assert(
    fc.property(fc.array(value, { maxLength: 4 }), fc.nat(200), (values, length) => {
      const statement = `insert into "link" ("id") values (${values.map((each) => pg.escapeLiteral(each)).join(', ')})`
      expect(textOf(statement.slice(0, length))).not.toContain('Ω')
      expect(textOf(`${statement} returning "id"`)).toMatch(/returning "id"$/)
    }),
    { numRuns: 2_000 },
  )
})

it.each([
  ['select * from "link" where id = $1', 'SELECT link'],
  ['insert into jobs.job_common (id) values ($1)', 'INSERT jobs.job_common'],
  ['update "workspace" set name = $1', 'UPDATE workspace'],
  ['with row as (select * from jsonb_to_recordset($1)) delete from session', 'WITH session'],
  ['begin', 'BEGIN'],
  ['', 'STATEMENT'],
])('names the span of %s after what it does', (statement, name) => {
  expect(describeStatement(statement).name).toBe(name)
})

it('cuts off a text that is longer than any of its own', () => {
  expect(textOf(`select ${'x, '.repeat(5_000)}`).length).toBeLessThanOrEqual(4_000)
})
