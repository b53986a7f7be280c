import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import type { SeededAccount } from '../support/seed.ts'
import { agents } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
let receiver: Receiver
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await test.close()
})

const until = (check: () => unknown) => vi.waitFor(check, 60_000)
const of = (type: string) => receiver.received.filter(({ json }) => json.type === type).map(({ json }) => json.data)
const visit = (code: string, query = '') =>
  test.rest.get(`/${code}${query}`, { headers: { 'user-agent': agents.chrome } })

describe('events of QR codes', () => {
  it('are sent for its creation, its changes and each scan', async () => {
    const as = { token: ada.token }
    await test.seed.webhook(ada, { url: receiver.url, events: ['qr.created', 'qr.updated', 'qr.scanned'] })
    const body = { title: 'Menu', targetUrl: 'https://example.com/menu' }
    const { json: qr } = await test.rest.post('/v1/dynamic-qr', body, as)
    await test.rest.patch(`/v1/dynamic-qr/${qr.id}`, { targetUrl: 'https://example.com/new', title: 'Menu' }, as)
    const link = await test.seed.link(ada)
    await visit(qr.shortCode, '?qr=1')
    await visit(qr.shortCode)
    await visit(link.shortUrl, '?qr=1')
    await until(() => expect(of('qr.scanned')).toHaveLength(2))
    const fields = { id: qr.id, code: qr.shortCode, title: 'Menu', isActive: true, createdAt: qr.createdAt }
    await until(() => expect(of('qr.created')).toEqual([{ qr: expect.objectContaining(fields) }]))
    await until(() =>
      expect(of('qr.updated')).toMatchObject([
        { qr: { ...fields, targetUrl: 'https://example.com/new' }, changes: { targetUrl: { from: body.targetUrl } } },
      ]),
    )
    expect(
      of('qr.scanned')
        .map(({ qrId, click }) => [qrId, click?.code, click?.trigger])
        .toSorted(),
    ).toEqual(
      [
        [qr.id, qr.shortCode, 'qr'],
        [null, link.shortUrl, 'qr'],
      ].toSorted(),
    )
    expect(of('link.clicked')).toEqual([])
  })
})

describe('link.blocked', () => {
  it('is sent with the reason, for subscribed links only, and not when a link is unblocked', async () => {
    const reviewer = await test.seed.account()
    await test.sql(`update account set role = 'admin' where id = ?`, [reviewer.id])
    const owner = await test.seed.account()
    const [link, other] = [await test.seed.link(owner), await test.seed.link(owner)]
    const url = `${receiver.url}?blocked`
    await test.seed.webhook(owner, { url, events: ['link.blocked'], linkIds: [link.id] })
    const act = (id: string, what: string, body: object) =>
      test.rest.post(`/v1/abuse/reviews/${id}/${what}`, body, { token: reviewer.token })
    await act(other.id, 'block', { reason: 'spam' })
    await act(link.id, 'block', { reason: 'phishing', note: 'seen by a neighbour' })
    await act(link.id, 'unblock', {})
    await until(() => expect(of('link.blocked')).toHaveLength(1))
    expect(of('link.blocked')).toMatchObject([{ link: { id: link.id, code: link.shortUrl }, reason: 'phishing' }])
    expect(JSON.stringify(receiver.received)).not.toContain('neighbour')
  })
})
