import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openToAnyone, tokenWith } from '../contract/anyone.ts'
import { codeOf } from '../qr-codes/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const document = `{
  activities(first: 100) {
    nodes {
      type subjectType subjectId
      subject {
        __typename
        ... on UrlItem { id code }
        ... on DynamicQrItem { id title }
        ... on WebhookItem { id secretPreview }
        ... on ApiKeyItem { id keyPreview }
      }
    }
  }
}`

interface Activity {
  readonly type: string
  readonly subjectId: string
  readonly subject: { readonly __typename: string; readonly id: string } | null
}

async function read({ token }: Pick<SeededAccount, 'token'>): Promise<Activity[]> {
  const { data, errors } = await test.graph(document, { token })
  expect(errors).toBeUndefined()
  return data.activities.nodes
}

describe('ActivityItem.subject', () => {
  it('is the link, QR code, webhook or API key', async () => {
    const ada = await test.seed.account()
    await test.seed.link(ada)
    await codeOf(test, ada)
    await test.seed.webhook(ada)
    await test.seed.key(ada)
    const activities = await read(ada)
    expect(activities.map(({ type, subject }) => [type, subject?.__typename])).toEqual([
      ['API_KEY_CREATED', 'ApiKeyItem'],
      ['WEBHOOK_CREATED', 'WebhookItem'],
      ['QR_CREATED', 'DynamicQrItem'],
      ['LINK_CREATED', 'UrlItem'],
    ])
    for (const { subjectId, subject } of activities) expect(subject?.id).toBe(subjectId)
  })

  it('is null after its deletion, and keeps its id', async () => {
    const ada = await test.seed.account()
    const { id } = await test.seed.link(ada)
    await test.rest.delete(`/v1/urls/${id}`, { token: ada.token })
    expect((await read(ada)).map(({ subjectId, subject }) => [subjectId, subject])).toEqual([
      [id, null],
      [id, null],
    ])
  })

  it('takes one statement for many links', async () => {
    const ada = await test.seed.account()
    for (let count = 0; count < 20; count++) await test.seed.link(ada)
    test.statements.splice(0)
    expect(await read(ada)).toHaveLength(20)
    // The activities and the links.
    expect(test.statements).toHaveLength(2)
  })

  it('is INSUFFICIENT_SCOPE without the scope of the subject, and the rest of the activity is answered', async () => {
    const ada = await test.seed.account()
    const { id } = await test.seed.link(ada)
    await test.sql(`update activity set type = 'anomaly.resolved' where subject_id = ?`, [id])
    const open = await openToAnyone(test, ada)
    const { data, errors } = await open.graph(document, { token: tokenWith('oauth', 'read:profile', 'read:analytics') })
    expect(data.activities.nodes).toMatchObject([{ subjectId: id, subject: null }])
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['INSUFFICIENT_SCOPE'])
    await open.close()
  })
})
