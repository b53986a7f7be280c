import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPoolClient, getPool } from '../../src/platform/database/native-client.ts'
import { sharedApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

it('a statement that the database refuses fails, and its connection stays in the pool', async () => {
  const pool = await getPool(test.app.database.orm)
  const client = createPoolClient(pool)
  const errors: unknown[] = []
  const onRelease = (error: unknown) => void (error && errors.push(error))
  pool.on('release', onRelease)
  const divide = (by: number) => client.query({ name: 'divide', text: 'select 1 / $1::int as result' }, [by])
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect(await divide(1)).toEqual([{ result: 1 }])
  pool.off('release', onRelease)
  expect(errors).toEqual([])
})
