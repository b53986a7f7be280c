import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import type { SeededAccount } from '../support/seed.ts'
import { addMember, as, seedTeam, type Team } from './team.ts'

let test: TestApp
let team: Team
beforeAll(async () => {
  test = await sharedApp()
  team = await seedTeam(test)
})
afterAll(() => test.close())

interface Activity {
  readonly type: string
  readonly actor: string
  readonly subjectType: string
  readonly subjectId: string
  readonly summary: string
}

const activitiesOf = async (reader: SeededAccount, workspaceId = team.id): Promise<Activity[]> =>
  (await test.rest.get(`/v1/activity?limit=100&workspaceId=${workspaceId}`, as(reader))).json

/** What an act adds to the activity log, oldest first. */
async function recordedBy(act: () => Promise<unknown>): Promise<Activity[]> {
  const before = (await activitiesOf(team.owner)).length
  await act()
  const all = await activitiesOf(team.owner)
  return all.slice(0, all.length - before).toReversed()
}

const sentences = (activities: readonly Activity[]) =>
  activities.map(({ type, actor, summary }) => `${type} by ${actor}: ${summary}`)
const path = (rest: string) => `/v1/workspaces/${team.id}${rest}`
const invite = (email: string) => test.rest.post(path('/invitations'), { email, role: 'viewer' }, as(team.admin))

describe('the activity log of a workspace', () => {
  it('has its creation, and that of a personal one has none', async () => {
    const ada = await test.seed.account()
    const { json } = await test.rest.post('/v1/workspaces', { name: 'Lab' }, as(ada))
    const activities = await activitiesOf(ada, json.id)
    expect(sentences(activities)).toEqual([`workspace.created by ${ada.id}: Workspace "Lab" was created.`])
    expect(activities[0]).toMatchObject({ subjectType: 'workspace', subjectId: json.id })
    expect(await activitiesOf(ada, ada.workspaceId)).toEqual([])
  })

  it('has what was changed, and nothing when all is the same', async () => {
    const change = (body: object) => () => test.rest.patch(path(''), body, as(team.admin))
    expect(sentences(await recordedBy(change({ name: 'Acme II' })))).toEqual([
      `workspace.updated by ${team.admin.id}: Workspace "Acme II" was changed: name.`,
    ])
    expect(await recordedBy(change({ name: 'Acme II' }))).toEqual([])
  })

  it('has invitations without their addresses, and their answers', async () => {
    const [joining, declining, third] = await Promise.all([0, 0, 0].map(() => test.seed.account()))
    if (!joining || !declining || !third) throw new Error('An account is missing.')
    const recorded = await recordedBy(async () => {
      await addMember(test, team, joining)
      const declined = await invite(declining.email)
      await test.rest.post(`/v1/invitations/${declined.json.token}/decline`, undefined)
      const revoked = await invite(third.email)
      await test.rest.delete(path(`/invitations/${revoked.json.id}`), as(team.owner))
    })
    expect(sentences(recorded)).toEqual([
      `workspace.invitation_sent by ${team.owner.id}: A person was invited, with the role member.`,
      `workspace.invitation_accepted by ${joining.id}: An invitation was accepted, with the role member.`,
      `workspace.member_added by ${joining.id}: "Ada" has joined with the role member.`,
      `workspace.invitation_sent by ${team.admin.id}: A person was invited, with the role viewer.`,
      'workspace.invitation_declined by system: An invitation was declined, with the role viewer.',
      `workspace.invitation_sent by ${team.admin.id}: A person was invited, with the role viewer.`,
      `workspace.invitation_revoked by ${team.owner.id}: An invitation was withdrawn, with the role viewer.`,
    ])
    expect(JSON.stringify(recorded)).not.toContain('@')
  })

  it('has roles, removals and departures, and nothing of an act that was refused', async () => {
    const [removed, leaving] = [await test.seed.account({ name: 'Grace' }), await test.seed.account({ name: 'Alan' })]
    await addMember(test, team, removed)
    await addMember(test, team, leaving)
    const recorded = await recordedBy(async () => {
      for (const role of ['viewer', 'viewer', 'owner'])
        await test.rest.patch(path(`/members/${removed.id}`), { role }, as(team.admin))
      await test.rest.delete(path(`/members/${removed.id}`), as(team.admin))
      await test.rest.post(path('/leave'), undefined, as(leaving))
      await test.rest.post(path('/leave'), undefined, as(team.owner))
      await test.rest.delete(path(`/members/${team.owner.id}`), as(team.viewer))
    })
    expect(sentences(recorded)).toEqual([
      `workspace.member_role_changed by ${team.admin.id}: "Grace" got the role viewer instead of member.`,
      `workspace.member_removed by ${team.admin.id}: "Grace" was removed from the workspace.`,
      `workspace.member_removed by ${leaving.id}: "Alan" has left the workspace.`,
    ])
    expect(new Set(recorded.map(({ subjectType }) => subjectType))).toEqual(new Set(['member']))
  })

  it('has a transfer, a deletion, and one restoration of two at once', async () => {
    const { owner, admin, id, slug } = await seedTeam(test)
    const at = (rest: string) => `/v1/workspaces/${id}${rest}`
    await test.rest.post(at('/transfer'), { userId: admin.id }, as(owner))
    await test.rest.delete(`${at('')}?confirm=${slug}`, as(admin))
    const restored = await Promise.all([1, 2].map(() => test.rest.post(at('/restore'), undefined, as(admin))))
    expect(restored.map(({ status }) => status).sort()).toEqual([200, 404])
    const [restoration, deletion, transfer] = await activitiesOf(owner, id)
    expect(sentences([transfer, deletion, restoration] as Activity[])).toEqual([
      `workspace.transferred by ${owner.id}: "Ada" has become an owner, and "Ada" is an admin now.`,
      `workspace.deleted by ${admin.id}: Workspace "Acme" was deleted.`,
      `workspace.restored by ${admin.id}: Workspace "Acme" was restored.`,
    ])
  })

  it('names its subjects in the graph, and invitations to admins alone', async () => {
    const guest = await test.seed.account({ name: 'Guest' })
    const { json: invitation } = await invite(guest.email)
    const document = `query ($id: ID) { activities(workspaceId: $id, first: 100) { nodes {
      subjectType subjectId
      subject { ... on Workspace { slug } ... on WorkspaceMember { userName: name } ... on WorkspaceInvitation { email } }
    } } }`
    const subjectsFor = async (reader: SeededAccount): Promise<Record<string, unknown>> => {
      const { data, errors } = await test.graph(document, { token: reader.token, variables: { id: team.id } })
      expect(errors).toBeUndefined()
      const nodes = data.activities.nodes as { subjectId: string; subject: unknown }[]
      return Object.fromEntries(nodes.map(({ subjectId, subject }) => [subjectId, subject]))
    }
    const [forAdmin, forViewer] = [await subjectsFor(team.admin), await subjectsFor(team.viewer)]
    expect(forAdmin[invitation.id]).toEqual({ email: guest.email })
    expect(forViewer[invitation.id]).toBeNull()
    expect(Object.values(forViewer)).toContainEqual({ userName: 'Ada' })
    expect(Object.values(forViewer)).toContainEqual({ slug: team.slug })
  })
})

describe('webhook events of members', () => {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver.close())

  it('are sent for each member who joins, is removed or leaves, to this workspace alone and without addresses', async () => {
    const { id, owner, admin, viewer } = await seedTeam(test)
    const events = ['workspace.member_added', 'workspace.member_removed']
    const body = { name: 'Team', url: receiver.url, events, workspaceId: id }
    await test.rest.post('/v1/webhooks', body, as(admin))
    await test.seed.webhook(owner, { url: `${receiver.url}/personal`, events })
    const grace = await test.seed.account({ name: 'Grace' })
    await addMember(test, { id, owner }, grace)
    await test.rest.delete(`/v1/workspaces/${id}/members/${grace.id}`, as(admin))
    await test.rest.post(`/v1/workspaces/${id}/leave`, undefined, as(viewer))
    await vi.waitFor(() => expect(receiver.received).toHaveLength(3), 20_000)
    const ofGrace = { userId: grace.id, name: 'Grace', role: 'member', id: expect.stringMatching(/^mbr_/) }
    const received = receiver.received.map(({ json }) => [json.type, json.data.reason ?? null, json.data.member])
    expect(received).toHaveLength(3)
    expect(received).toEqual(
      expect.arrayContaining([
        ['workspace.member_added', null, { ...ofGrace, joinedAt: test.clock.now().toISOString() }],
        ['workspace.member_removed', 'removed', expect.objectContaining(ofGrace)],
        ['workspace.member_removed', 'left', expect.objectContaining({ userId: viewer.id, role: 'viewer' })],
      ]),
    )
    expect(receiver.received[0]?.json.data.workspace).toMatchObject({ id, name: 'Acme' })
    expect(JSON.stringify(receiver.received.map(({ body }) => body))).not.toContain('@')
  })
})
