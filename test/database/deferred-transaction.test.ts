import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { EntityManager, Orm } from '../../src/platform/database/database.ts'
import { DeferredTransaction } from '../../src/platform/database/deferred-transaction.ts'
import { sharedApp, type TestApp } from '../support/app.ts'

let test: TestApp
let orm: Orm
let word: string
beforeAll(async () => {
  test = await sharedApp()
  orm = test.app.database.orm
})
beforeEach(() => {
  word = test.seed.word()
})
afterAll(() => test.close())

const insert = (em: EntityManager, name: string) => em.execute('insert into code (key) values (?)', [`${word}-${name}`])
const failing = (em: EntityManager) => async (name: string) => {
  await insert(em, name)
  throw new Error('the act fails')
}
const committed = async () => {
  const rows = await test.sql<{ key: string }>('select key from code where starts_with(key, ?) order by key', [word])
  return rows.map(({ key }) => key.slice(word.length + 1))
}

it('commits the transactions of an act together, and not before', async () => {
  const transaction = new DeferredTransaction(orm)
  await transaction.em.transactional((em) => insert(em, 'a'))
  await transaction.em.transactional((em) => insert(em, 'b'))
  if (test.database === 'server') expect(await committed()).toEqual([])
  await transaction.commit()
  expect(await committed()).toEqual(['a', 'b'])
})

it('begins again after an act whose first transaction has failed', async () => {
  const transaction = new DeferredTransaction(orm)
  const { em } = transaction
  await expect(em.transactional((inner) => failing(inner)('a'))).rejects.toThrow('the act fails')
  expect(em.isInTransaction()).toBe(false)
  await em.transactional((inner) => insert(inner, 'b'))
  await transaction.commit()
  expect(await committed()).toEqual(['b'])
})

it('keeps what was written before a transaction that fails, also within the first one', async () => {
  const transaction = new DeferredTransaction(orm)
  await transaction.em.transactional(async (em) => {
    await insert(em, 'a')
    await expect(em.transactional((inner) => failing(inner)('b'))).rejects.toThrow('the act fails')
    // A statement that fails ends a transaction of PostgreSQL, but not what was before its savepoint.
    await expect(em.transactional((inner) => insert(inner, 'a'))).rejects.toThrow('duplicate')
  })
  await expect(transaction.em.transactional((em) => failing(em)('c'))).rejects.toThrow('the act fails')
  await transaction.commit()
  expect(await committed()).toEqual(['a'])
})

it('leaves nothing after a rollback', async () => {
  const transaction = new DeferredTransaction(orm)
  await transaction.em.transactional((em) => insert(em, 'a'))
  await transaction.rollback()
  expect(await committed()).toEqual([])
})
