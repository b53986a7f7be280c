import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createEmbeddedClient, type NativeClient } from '../../src/platform/database/native-client.ts'

// Independent of the database of the test run, so one of the two runs is enough.
describe.runIf(inject('database').kind === 'embedded')('a statement of the embedded database', () => {
  let pglite: PGlite
  let client: NativeClient
  beforeAll(async () => {
    pglite = await PGlite.create()
    client = createEmbeddedClient(pglite)
    await pglite.exec('create table note (id int primary key, words text)')
  })
  afterAll(() => pglite.close())

  const add = { name: 'add', text: 'insert into note values ($1, $2) returning id, words, words is null as "isBlank"' }

  it('is planned once by its name and returns typed rows', async () => {
    expect(await client.query(add, [1, 'one'])).toEqual([{ id: 1, words: 'one', isBlank: false }])
    expect(await client.query(add, [2, null])).toEqual([{ id: 2, words: null, isBlank: true }])
    const { rows } = await pglite.query<{ name: string }>('select name from pg_prepared_statements')
    expect(rows).toEqual([{ name: 'add' }])
  })

  it('rejects with the reason, changes nothing, and later statements succeed', async () => {
    await expect(client.query(add, [1, 'again'])).rejects.toMatchObject({ code: '23505' })
    await expect(client.query({ name: 'wrong', text: 'select nothing from note' }, [])).rejects.toMatchObject({
      code: '42703',
    })
    await expect(client.query({ name: 'wrong', text: 'select 1 as n' }, [])).resolves.toEqual([{ n: 1 }])
    expect(await client.query(add, [3, 'three'])).toMatchObject([{ id: 3 }])
  })

  it('can run again after its first run failed', async () => {
    const halve = { name: 'halve', text: 'select 10 / $1::int as half' }
    await expect(client.query(halve, [0])).rejects.toMatchObject({ code: '22012' })
    expect(await client.query(halve, [2])).toEqual([{ half: 5 }])
    expect(await client.query(halve, [5])).toEqual([{ half: 2 }])
  })

  it('waits for an open transaction and is not part of it', async () => {
    let added: Promise<unknown> | undefined
    const undone = pglite.transaction(async (inner) => {
      added = client.query(add, [4, 'four'])
      await inner.query('select 1')
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await added).toMatchObject([{ id: 4 }])
    expect((await pglite.query('select words from note where id = 4')).rows).toEqual([{ words: 'four' }])
  })

  it('runs in order with other statements', async () => {
    const requested = [10, 11, 12].flatMap((id) => [
      client.query(add, [id, `no. ${id}`]),
      pglite.query('select 1 as one'),
    ])
    await Promise.all(requested)
    expect(await client.query({ name: 'count', text: 'select count(*)::int as n from note where id > 9' }, [])).toEqual(
      [{ n: 3 }],
    )
  })
})
