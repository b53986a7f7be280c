import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const document = `query ($id: ID!) {
  activities(subjectId: $id) { totalCount nodes { type actorId actorName changes { field from to } } }
}`

const read = async (token: string, id: string) => (await test.graph(document, { token, variables: { id } })).data

describe('activities(subjectId)', () => {
  it('lists what happened to one link, with who did it and the values before and after', async () => {
    const link = await test.seed.link(ada, { title: 'Spring' })
    await test.seed.link(ada)
    const { key, id: keyId } = await test.seed.key(ada, { name: 'Nightly job' })
    const change = (token: string, body: object) => {
      test.clock.advance({ seconds: 1 })
      return test.rest.patch(`/v1/urls/${link.id}`, body, { token })
    }
    await change(key, { title: `Summer ${'x'.repeat(400)}`.slice(0, 200), clickLimit: 5 })
    await change(ada.token, { password: 'open sesame', folderId: null })
    const { activities } = await read(ada.token, link.id)
    expect(activities.totalCount).toBe(3)
    expect(activities.nodes).toEqual([
      {
        ...{ type: 'LINK_UPDATED', actorId: ada.id, actorName: expect.any(String) },
        changes: [{ field: 'hasPassword', from: 'false', to: 'true' }],
      },
      {
        ...{ type: 'LINK_UPDATED', actorId: keyId, actorName: 'Nightly job' },
        changes: [
          { field: 'title', from: 'Spring', to: expect.stringMatching(/^Summer x+$/) },
          { field: 'clickLimit', from: null, to: '5' },
        ],
      },
      { type: 'LINK_CREATED', actorId: ada.id, actorName: expect.any(String), changes: null },
    ])
    const { json } = await test.rest.get(`/v1/activity?subjectId=${link.id}`, { token: ada.token })
    expect(json).toHaveLength(3)
    expect(
      JSON.stringify(await test.sql('select changes from activity where subject_id = ?', [link.id])),
    ).not.toContain('sesame')
  })

  it('keeps a long value to 300 characters', async () => {
    const link = await test.seed.link(ada)
    test.clock.advance({ seconds: 1 })
    const destination = `https://example.com/${'a'.repeat(900)}`
    await test.rest.patch(`/v1/urls/${link.id}`, { originalUrl: destination }, { token: ada.token })
    const [{ changes }] = (await read(ada.token, link.id)).activities.nodes
    expect(changes[0].to).toMatch(/^https:\/\/example\.com\/a+\u2026$/)
    expect(changes[0].to).toHaveLength(300)
  })

  it('has nothing about the link of another account', async () => {
    const link = await test.seed.link(ada)
    const eve = await test.seed.account()
    expect((await read(eve.token, link.id)).activities).toEqual({ totalCount: 0, nodes: [] })
  })
})
