import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentTo } from '../contract/webhooks.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
let sent: { id: string; webhookId: string }[]
beforeAll(async () => {
  test = await startApp()
  ada = await test.seed.account()
  const actor = { test, account: ada, word: () => test.seed.word() }
  sent = []
  for (let n = 0; n < 5; n++) sent.push(await sentTo(actor))
})
afterAll(() => test.close())

const walk = `{
  webhooks {
    id
    deliveries(limit: 10) {
      id state attempts { number httpStatus } webhook { id name } event { id type payload createdAt }
    }
  }
}`

describe('the relations of webhooks', () => {
  it('return deliveries, attempts and events, the same as REST', async () => {
    const { data, errors } = await test.graph(walk, { token: ada.token })
    expect(errors).toBeUndefined()
    expect(data.webhooks).toHaveLength(5)
    for (const { id, deliveries } of data.webhooks) {
      const { json } = await test.rest.get(`/v1/webhooks/${id}/deliveries`, { token: ada.token })
      expect(deliveries).toMatchObject([
        {
          id: json[0].id,
          state: 'exhausted',
          attempts: [{ number: 1, httpStatus: 500 }],
          webhook: { id },
          event: { id: json[0].eventId, type: 'link.created', payload: '{}' },
        },
      ])
    }
    expect(data.webhooks.map(({ id }: { id: string }) => id)).toEqual(
      sent.map(({ webhookId }) => webhookId).toReversed(),
    )
  })

  it('cost as many statements for five webhooks as for one', async () => {
    const statementsOf = async (document: string) => {
      test.statements.splice(0)
      expect((await test.graph(document, { token: ada.token })).errors).toBeUndefined()
      return test.statements.length
    }
    const one = await statementsOf(walk.replace('webhooks {', `webhook(id: "${sent[0]?.webhookId}") {`))
    expect(await statementsOf(walk)).toBe(one)
  })

  it('filter by state and kind and page, each for itself', async () => {
    const [first] = sent
    const of = (args: string) => `webhook(id: "${first?.webhookId}") { deliveries(${args}) { id } }`
    const document = `{
      a: ${of('status: "exhausted", event: "link.created"')} b: ${of('status: "succeeded"')}
      c: ${of('event: "qr.created"')} d: ${of('page: 2, limit: 1')}
    }`
    const { data } = await test.graph(document, { token: ada.token })
    const counts = ['a', 'b', 'c', 'd'].map((name) => data[name].deliveries.length)
    expect(counts).toEqual([1, 0, 0, 0])
    const { errors } = await test.graph(`{ x: ${of('status: "lost"')} }`, { token: ada.token })
    expect(errors?.[0]?.extensions.code).toBe('INVALID_PARAMS')
  })

  it('are rejected before they run if they could return too many objects', async () => {
    const document = '{ webhooks { deliveries(limit: 100) { webhook { deliveries(limit: 100) { id } } } } }'
    const { errors } = await test.graph(document, { token: ada.token })
    expect(errors?.[0]?.message).toMatch(/^The operation could answer with \d+ objects/)
  })
})
