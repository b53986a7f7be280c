import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentTo } from '../contract/webhooks.ts'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
let sent: { id: string; webhookId: string }[]
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  const actor = { test, account: ada, word: () => test.seed.word() }
  sent = []
  for (let n = 0; n < 5; n++) sent.push(await sentTo(actor))
})
afterAll(() => test.close())

const walk = `{
  webhooks {
    id
    deliveries(first: 10) {
      totalCount
      nodes { id state attempts { number httpStatus } webhook { id name } event { id type payload createdAt } }
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
      expect(deliveries.totalCount).toBe(1)
      expect(deliveries.nodes).toMatchObject([
        {
          id: json[0].id,
          state: 'EXHAUSTED',
          attempts: [{ number: 1, httpStatus: 500 }],
          webhook: { id },
          event: { id: json[0].eventId, type: 'LINK_CREATED', payload: '{}' },
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
    const of = (args: string) =>
      `webhook(id: "${first?.webhookId}") { deliveries(${args}) { totalCount nodes { id } } }`
    const document = `{
      a: ${of('status: EXHAUSTED, event: LINK_CREATED')} b: ${of('status: SUCCEEDED')}
      c: ${of('event: QR_CREATED')} d: ${of('first: 0')}
    }`
    const { data } = await test.graph(document, { token: ada.token })
    const counts = ['a', 'b', 'c', 'd'].map((name) => {
      const { totalCount, nodes } = data[name].deliveries
      return [totalCount, nodes.length]
    })
    expect(counts).toEqual([
      [1, 1],
      [0, 0],
      [0, 0],
      [1, 0],
    ])
    const { errors } = await test.graph(`{ x: ${of('status: LOST')} }`, { token: ada.token })
    expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
  })

  it.each([
    ['status=exhausted&event=link.created', 1],
    ['event=webhook.test', 0],
  ])('filter by %s over REST', async (query, count) => {
    const { json } = await test.rest.get(`/v1/webhooks/${sent[0]?.webhookId}/deliveries?${query}`, { token: ada.token })
    expect(json).toHaveLength(count)
  })

  it.each(['status=lost', 'event=link.create'])('return 400 for the filter %s over REST', async (query) => {
    const answer = await test.rest.get(`/v1/webhooks/${sent[0]?.webhookId}/deliveries?${query}`, { token: ada.token })
    expectError(answer, 400, 'INVALID_PARAMS', [query.split('=')[0] ?? ''])
  })

  it('return the links of a webhook with its ids, and leave out deleted ones', async () => {
    const account = await test.seed.account()
    const [kept, deleted] = [await test.seed.link(account), await test.seed.link(account)]
    const urlIds = [deleted.id, kept.id]
    await test.seed.webhook(account, { linkIds: urlIds })
    await test.rest.delete(`/v1/urls/${deleted.id}`, { token: account.token })
    const { data } = await test.graph('{ webhooks { urlIds urls { id code } } }', { token: account.token })
    expect(data.webhooks).toEqual([{ urlIds, urls: [{ id: kept.id, code: kept.shortUrl }] }])
  })

  it('are rejected before they run if they cost too much', async () => {
    const document =
      '{ webhooks { deliveries(first: 100) { nodes { webhook { deliveries(first: 100) { nodes { id } } } } } } }'
    const { errors } = await test.graph(document, { token: ada.token })
    expect(errors?.[0]?.message).toMatch(/^The operation costs \d+; at most 1000 is allowed/)
  })
})

describe('mutation deleteWebhook', () => {
  it('returns the id of the deleted webhook', async () => {
    const account = await test.seed.account()
    const { id } = await test.seed.webhook(account)
    const { data } = await test.graph(`mutation { deleteWebhook(id: "${id}") { deletedId } }`, { token: account.token })
    expect(data.deleteWebhook).toEqual({ deletedId: id })
  })
})
