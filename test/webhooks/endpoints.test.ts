import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebhookSecrets } from '../../src/modules/integrations/webhooks/index.ts'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

/** As in production: public hosts only. */
let test: TestApp
let owner: SeededAccount
beforeAll(async () => {
  test = await startApp({ OUTWARD_NETWORKS: 'public' })
})
afterAll(() => test.close())
beforeEach(async () => {
  owner = await test.seed.account()
})

const as = () => ({ token: owner.token })
/** A literal, so that no name is looked up. */
const url = () => `https://8.8.8.8/${test.seed.word()}`
const create = (input: object) =>
  test.rest.post('/v1/webhooks', { name: 'Receiver', url: url(), events: ['link.created'], ...input }, as())

describe('POST /webhooks', () => {
  it('returns 201 with the secret, which no later response and no row contains', async () => {
    const { status, json } = await create({ name: '  Deploys ' })
    expect([status, json.name]).toEqual([201, 'Deploys'])
    expect(json.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const shown = await test.rest.get(`/v1/webhooks/${json.id}`, as())
    expect(shown.text).not.toContain(json.secret.slice(9, -4))
    expect(shown.json.secretPreview).toBe(`${json.secret.slice(0, 9)}…${json.secret.slice(-4)}`)
    const rows = await test.sql<{ sealed: string }>(
      `select encode(sealed_secret, 'escape') as sealed from webhook where id = ?`,
      [json.id],
    )
    expect(JSON.stringify(rows)).not.toContain(json.secret.slice(9, -4))
  })

  it.each([
    'http://8.8.8.8/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://2130706433/',
    'https://169.254.169.254/latest/meta-data',
    'https://user:word@8.8.8.8/',
    'https://8.8.8.8:5432/',
    'https://printer.local/',
    'not an address',
  ])('returns 400 WEBHOOK_URL_NOT_ALLOWED for %s', async (rejected) => {
    const { status, json } = await create({ url: rejected })
    expect([status, json.error.code, json.error.details[0].field]).toEqual([400, 'WEBHOOK_URL_NOT_ALLOWED', 'url'])
  })

  it.each([
    [{ name: 'x'.repeat(41) }, 'name'],
    [{ events: [] }, 'events'],
    [{ events: ['link.created', 'link.created'] }, 'events'],
    [{ events: ['link.exploded'] }, 'events'],
    [{ events: ['webhook.test'] }, 'events'],
    [{ linkIds: ['lnk_unknown'] }, 'linkIds'],
    [{ linkIds: Array.from({ length: 51 }, (_, n) => `lnk_${n}`) }, 'linkIds'],
  ])('returns 400 for %j and names %s', async (input, field) => {
    const { status, json } = await create(input)
    expect([status, json.error.code, json.error.details[0].field]).toEqual([400, 'INVALID_PARAMS', field])
  })

  it('returns 400 for the link of another account, as for an unknown one', async () => {
    const link = await test.seed.link(await test.seed.account())
    expect((await create({ linkIds: [link.id] })).json.error.code).toBe('INVALID_PARAMS')
  })

  it('returns 409 for a URL of the same account, and 201 for that of another account', async () => {
    const address = url()
    const { json } = await create({ url: address })
    const again = await create({ url: address.replace('https', 'HTTPS') })
    expect([again.status, again.json.error.details[0].webhookId]).toEqual([409, json.id])
    owner = await test.seed.account()
    expect((await create({ url: address })).status).toBe(201)
  })

  it('returns 201 to five of twelve concurrent requests, and 403 to the others', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({})))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(201), ...Array(7).fill(403)])
    expect((await test.rest.get('/v1/webhooks', as())).json).toHaveLength(5)
  })
})

describe('PATCH /webhooks/{id}', () => {
  it('changes the fields that are present only', async () => {
    const { json } = await create({})
    const patch = (body: object) => test.rest.patch(`/v1/webhooks/${json.id}`, body, as())
    expect((await patch({ events: ['link.deleted'] })).json).toMatchObject({
      name: 'Receiver',
      events: ['link.deleted'],
    })
    expect((await patch({ name: 'New' })).json).toMatchObject({ name: 'New', events: ['link.deleted'], url: json.url })
    expect((await patch({ url: 'https://10.0.0.1/' })).json.error.code).toBe('WEBHOOK_URL_NOT_ALLOWED')
    expect((await patch({ name: null })).json.error.details[0]).toEqual({ field: 'name', issue: 'must not be null' })
  })

  it('keeps the start of remaining subscriptions, adds new ones and removes others', async () => {
    const { json } = await create({ events: ['link.created', 'link.deleted'] })
    const subscriptions = () =>
      test.sql('select kind, since from event_interest where listener_id = ? order by kind', [json.id])
    const before = await subscriptions()
    test.clock.advance({ minutes: 1 })
    await test.rest.patch(`/v1/webhooks/${json.id}`, { events: ['link.deleted', 'link.updated'] }, as())
    const after = await subscriptions()
    expect(after.map((row) => (row as { kind: string }).kind)).toEqual(['link.deleted', 'link.updated'])
    expect(after[0]).toEqual(before[1])
    await test.rest.patch(`/v1/webhooks/${json.id}`, { isActive: false }, as())
    expect(await subscriptions()).toEqual([])
  })
})

it('DELETE /webhooks/{id} deletes the webhook and its subscription', async () => {
  const { json } = await create({})
  expect((await test.rest.delete(`/v1/webhooks/${json.id}`, as())).json).toEqual({ success: true })
  expect((await test.rest.get(`/v1/webhooks/${json.id}`, as())).status).toBe(404)
  expect(await test.sql('select 1 from event_interest where listener_id = ?', [json.id])).toEqual([])
})

it('the deletion of an account deletes its webhooks, events and subscriptions', async () => {
  const { json } = await create({})
  await test.rest.post(`/v1/webhooks/${json.id}/test`, {}, as())
  await test.sql('delete from account where id = ?', [owner.id])
  for (const [table, column] of [
    ['webhook', 'workspace_id'],
    ['event', 'workspace_id'],
    ['event_interest', 'workspace_id'],
  ]) {
    expect(await test.sql(`select 1 from ${table} where ${column} = ?`, [owner.workspaceId])).toEqual([])
  }
})

describe('a sealed secret', () => {
  const [old, now] = ['the secret of before, long enough', 'the secret of today, long enough']
  const message = { id: 'evt_1', at: new Date(), payload: '{}' }

  it('signs after a rotation of JWT_SECRET while the previous one is known', () => {
    const sealed = new WebhookSecrets(new Keyring(old)).seal('whk_1', 'whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0')
    const rotated = new WebhookSecrets(new Keyring(now, old))
    expect(rotated.sign('whk_1', [sealed], message)).toBe(
      new WebhookSecrets(new Keyring(old)).sign('whk_1', [sealed], message),
    )
    expect(() => new WebhookSecrets(new Keyring(now)).sign('whk_1', [sealed], message)).toThrow('JWT_SECRET_PREVIOUS')
  })

  it('cannot be read for another webhook', () => {
    const secrets = new WebhookSecrets(new Keyring(now))
    const sealed = secrets.seal('whk_1', secrets.generate().text)
    expect(() => secrets.sign('whk_2', [sealed], message)).toThrow('cannot be read')
  })
})
