import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { templateOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const remove = (id: string, { token } = ada) => test.rest.delete(`/v1/utm-templates/${id}`, { token })
const removeOverGraph = (id: string, { token } = ada) =>
  test.graph(`mutation { deleteUtmTemplate(id: "${id}") { success deletedId } }`, { token })

describe('DELETE /utm-templates/{id}', () => {
  it('returns 200, then 404, and the name is free again', async () => {
    const { id, name } = await templateOf(test, ada)
    const { status, json } = await remove(id)
    expect([status, json]).toEqual([200, { success: true }])
    expectError(await remove(id), 404, 'UTM_TEMPLATE_NOT_FOUND')
    expectError(await test.rest.get(`/v1/utm-templates/${id}`, { token: ada.token }), 404, 'UTM_TEMPLATE_NOT_FOUND')
    await templateOf(test, ada, { name })
  })

  it('returns the id over GraphQL', async () => {
    const { id } = await templateOf(test, ada)
    expect((await removeOverGraph(id)).data).toEqual({ deleteUtmTemplate: { success: true, deletedId: id } })
    expectGraphqlError(await removeOverGraph(id), 404, 'UTM_TEMPLATE_NOT_FOUND')
  })

  it('gives one of concurrent requests 200, and the others 404', async () => {
    const { id } = await templateOf(test, ada)
    const answers = await Promise.all([remove(id), remove(id), remove(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  it('returns 404 for a template of another account, which stays', async () => {
    const eve = await test.seed.account()
    const { id } = await templateOf(test, eve)
    expectError(await remove(id), 404, 'UTM_TEMPLATE_NOT_FOUND')
    expectGraphqlError(await removeOverGraph(id), 404, 'UTM_TEMPLATE_NOT_FOUND')
    expect((await test.rest.get(`/v1/utm-templates/${id}`, { token: eve.token })).status).toBe(200)
  })
})
