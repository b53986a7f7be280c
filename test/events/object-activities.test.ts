import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedClient } from '../oauth/client.ts'
import { Flow } from '../oauth/flow.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { seedTeam } from '../workspaces/team.ts'

let test: ListeningApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedListening()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const document = `query ($id: ID!, $workspaceId: ID) {
  activities(subjectId: $id, workspaceId: $workspaceId) {
    totalCount
    nodes { type actorId actorName onBehalfOfName changes { field from to } }
  }
}`

const read = async (token: string, id: string, workspaceId?: string) =>
  (await test.graph(document, { token, variables: { id, workspaceId } })).data

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
        ...{ type: 'LINK_UPDATED', actorId: ada.id, actorName: expect.any(String), onBehalfOfName: null },
        changes: [{ field: 'hasPassword', from: 'false', to: 'true' }],
      },
      {
        ...{ type: 'LINK_UPDATED', actorId: keyId, actorName: 'Nightly job', onBehalfOfName: ada.name },
        changes: [
          { field: 'title', from: 'Spring', to: expect.stringMatching(/^Summer x+$/) },
          { field: 'clickLimit', from: null, to: '5' },
        ],
      },
      {
        ...{ type: 'LINK_CREATED', actorId: ada.id, actorName: expect.any(String), onBehalfOfName: null },
        changes: null,
      },
    ])
    const { json } = await test.rest.get(`/v1/activity?subjectId=${link.id}`, { token: ada.token })
    expect(json).toHaveLength(3)
    expect(
      JSON.stringify(await test.sql('select changes from activity where subject_id = ?', [link.id])),
    ).not.toContain('sesame')
  })

  it('names an application and the person for whom it acted, to the other members too', async () => {
    const team = await seedTeam(test)
    const client = await seedClient(test, await test.seed.account(), { name: 'Claude' })
    const flow = new Flow(test, client, team.member)
    const { browser, page } = await flow.beforeConsent({ scope: 'read:links write:links' })
    const { url } = await browser.submit(page, { act: 'allow', workspace: [team.id] })
    const token = (await flow.redeem(new URL(url).searchParams.get('code') ?? '')).json.access_token
    const body = { longUrl: 'https://example.com/', workspaceId: team.id }
    const { id } = (await test.rest.post('/v1/urls', body, { token })).json
    expect((await read(team.owner.token, id, team.id)).activities.nodes).toEqual([
      {
        ...{ type: 'LINK_CREATED', actorId: client.id, actorName: 'Claude', onBehalfOfName: team.member.name },
        changes: null,
      },
    ])
    const path = `/v1/activity?subjectId=${id}&workspaceId=${team.id}`
    expect((await test.rest.get(path, { token: team.owner.token })).json).toEqual([
      expect.objectContaining({ actor: client.id, onBehalfOf: team.member.id }),
    ])
  })

  it('has a former entry with its client alone', async () => {
    const link = await test.seed.link(ada)
    const { id: keyId } = await test.seed.key(ada, { name: 'Former' })
    await test.sql('update activity set actor = ?, on_behalf_of = null where subject_id = ?', [keyId, link.id])
    expect((await read(ada.token, link.id)).activities.nodes).toMatchObject([
      { actorName: 'Former', onBehalfOfName: null },
    ])
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
