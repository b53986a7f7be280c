import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openToAnyone, tokenWith } from '../contract/anyone.ts'
import { sentTo } from '../contract/webhooks.ts'
import { givenGrant } from '../oauth/app-rows.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let open: TestApp
let ada: SeededAccount
let eve: SeededAccount
/** An object of Ada's account of each type. */
const ids: Record<string, string> = {}
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  eve = await test.seed.account()
  open = await openToAnyone(test, ada)
  const delivery = await sentTo({ test, account: ada, word: () => test.seed.word() })
  const app = await test.seed.app(ada)
  const { json: activities } = await test.rest.get('/v1/activity?limit=1', { token: ada.token })
  ids.UserProfile = ada.id
  ids.ActivityItem = activities[0].id
  ids.ApiKeyItem = (await test.seed.key(ada)).id
  ids.OauthApp = app.id
  ids.OauthGrant = (await givenGrant(test, ada, app)).id
  ids.WebhookItem = delivery.webhookId
  ids.WebhookDelivery = delivery.id
  ids.WebhookEvent = delivery.eventId
})
afterAll(async () => {
  await open.close()
  await test.close()
})

const types = [
  'UserProfile',
  'ActivityItem',
  'ApiKeyItem',
  'OauthApp',
  'OauthGrant',
  'WebhookItem',
  'WebhookDelivery',
  'WebhookEvent',
]
const document = 'query ($id: ID!) { node(id: $id) { __typename id } }'

describe('node', () => {
  it.each(types)('returns the %s with this id', async (type) => {
    const { data, errors } = await test.graph(document, { token: ada.token, variables: { id: ids[type] } })
    expect(errors).toBeUndefined()
    expect(data.node).toEqual({ __typename: type, id: ids[type] })
  })

  it.each(types)('returns null for the %s of another account', async (type) => {
    const { data, errors } = await test.graph(document, { token: eve.token, variables: { id: ids[type] } })
    expect([data, errors]).toEqual([{ node: null }, undefined])
  })

  it.each(types)('returns INSUFFICIENT_SCOPE for the %s without read:profile', async (type) => {
    const token = tokenWith('oauth', 'read:links')
    const { data, errors } = await open.graph(document, { token, variables: { id: ids[type] } })
    expect([data, errors?.map(({ extensions }) => extensions.code)]).toEqual([{ node: null }, ['INSUFFICIENT_SCOPE']])
  })
})
