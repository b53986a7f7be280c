import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { addDomain } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const update = (id: string, body: object) => test.rest.patch(`/v1/domains/${id}`, body, { token: ada.token })

it('is one domain of a workspace at most, also when two become it at once', async () => {
  const defaults = async () => {
    const { json } = await test.rest.get('/v1/domains', { token: ada.token })
    return json.filter(({ isDefault }: { isDefault: boolean }) => isDefault).map(({ id }: { id: string }) => id)
  }
  const [one, other] = [await addDomain(test, ada), await addDomain(test, ada)]
  expect(await defaults()).toEqual([])
  await update(one.id, { isDefault: true })
  await update(other.id, { isDefault: true })
  expect(await defaults()).toEqual([other.id])
  for (let attempt = 0; attempt < 5; attempt++) {
    await Promise.all([update(one.id, { isDefault: true }), update(other.id, { isDefault: true })])
    expect(await defaults()).toHaveLength(1)
  }
  await update(one.id, { isDefault: false })
  await update(other.id, { isDefault: false })
  expect(await defaults()).toEqual([])
  expectError(await update(one.id, { isDefault: null }), 400, 'INVALID_PARAMS', ['isDefault'])
})
