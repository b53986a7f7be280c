import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeForChat, renderBody } from '../../src/modules/integrations/webhooks/deliveries/chat-messages.ts'
import { EventKind } from '../../src/platform/events/domain-events.ts'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { type Receiver, startReceiver, verified } from '../support/receiver.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../workspaces/team.ts'

let test: TestApp
let ada: SeededAccount
let receiver: Receiver
beforeAll(async () => {
  test = await sharedApp()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await test.close()
})

const hostile = '<!channel> *@everyone* & [me](https://evil.example) @all x@here ada@example.com'

/** The body of the delivery for a new link with such a title, to a webhook of this format. */
async function bodyFor(format: string) {
  ada = await test.seed.account()
  receiver.received.splice(0)
  const { secret, id } = await test.seed.webhook(ada, { url: receiver.url, events: ['link.created'], format })
  const link = await test.seed.link(ada, { title: hostile })
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1)
  const [received] = receiver.received
  if (!received) throw new Error('Nothing has arrived.')
  // The signature is that of the body as it is.
  verified(secret, received)
  return { body: JSON.parse(received.body), link, id, address: `http://tack.test/${link.shortUrl}` }
}

describe('a webhook with a format', () => {
  it('slack receives one text in which nobody is mentioned', async () => {
    const { body, link, address } = await bodyFor('slack')
    // Mattermost and Rocket.Chat read this format, and call everybody who is named behind an @.
    const title =
      '&lt;!channel&gt; *@\u200beveryone* &amp; [me]\u200b(https://evil.example) @\u200ball x@\u200bhere ada@example.com'
    expect(body).toEqual({ text: `Link /${link.shortUrl} ("${title}") was created.\n${address}` })
  })

  it('discord receives a content that mentions nobody', async () => {
    const { body, link, address } = await bodyFor('discord')
    const title = '\\<!channel\\> \\*@everyone\\* & \\[me\\](https://evil.example) @all x@here ada@example.com'
    expect(body).toEqual({
      content: `Link /${link.shortUrl} ("${title}") was created.\n<${address}>`,
      allowed_mentions: { parse: [] },
    })
  })

  it('teams receives an Adaptive Card with a button', async () => {
    const { body, link, address } = await bodyFor('teams')
    expect(body).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            body: [{ type: 'TextBlock', wrap: true, text: expect.stringContaining(`Link /${link.shortUrl}`) }],
            actions: [{ type: 'Action.OpenUrl', title: 'Open', url: address }],
          },
        },
      ],
    })
  })

  it('standard receives the event, as one without a format does, and the format can be changed', async () => {
    const { body, link, id } = await bodyFor('standard')
    expect(body).toMatchObject({ type: 'link.created', data: { link: { id: link.id, title: hostile } } })
    const path = `/v1/webhooks/${id}`
    const { json } = await test.rest.patch(path, { format: 'slack' }, as(ada))
    expect(json.format).toBe('slack')
    await test.rest.post(`${path}/test`, undefined, as(ada))
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2)
    expect(JSON.parse(receiver.received[1]?.body ?? '')).toEqual({ text: expect.stringMatching(/\S/) })
    // It does not subscribe to this one.
    const sent = await test.rest.post(`${path}/test`, { event: 'qr.scanned' }, as(ada))
    expect([sent.status, sent.json.eventType, sent.json.isTest]).toEqual([201, 'qr.scanned', true])
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(3)
    const sample = await test.rest.get('/v1/webhooks/sample?event=qr.scanned&format=slack', as(ada))
    expect(receiver.received[2]?.body).toBe(sample.json.body)
    const again = await test.rest.post(`/v1/webhooks/deliveries/${sent.json.id}/redeliver`, undefined, as(ada))
    expect(again.json.isTest).toBe(true)
    expectError(await test.rest.post(`${path}/test`, { event: 'link.read' }, as(ada)), 400, 'INVALID_PARAMS', ['event'])
    for (const format of ['html', '', null])
      expectError(await test.rest.patch(path, { format }, as(ada)), 400, 'INVALID_PARAMS')
    const activity = await test.rest.get(`/v1/activity`, as(ada))
    expect(JSON.stringify(activity.json)).toContain('was changed: format.')
  })
})

describe('GET /webhooks/sample', () => {
  beforeAll(async () => {
    ada = await test.seed.account()
  })
  const sample = (query: string) => test.rest.get(`/v1/webhooks/sample?${query}`, as(ada))

  it('has the fields of a delivery, in the format', async () => {
    const { body } = await bodyFor('standard')
    const { status, json } = await sample('event=link.created')
    expect([status, json.event, json.format]).toEqual([200, 'link.created', 'standard'])
    const fieldsOf = ({ data: { link, ...data }, ...event }: typeof body) => [event, data, link].map(Object.keys)
    expect(fieldsOf(JSON.parse(json.body))).toEqual(fieldsOf(body))
    expect(JSON.parse((await sample('event=link.created&format=slack')).json.body)).toEqual({
      text: 'Link /spring-sale ("Spring sale") was created.\nhttp://tack.test/spring-sale',
    })
  })

  it('shows every event in every format, over GraphQL alike', async () => {
    const formats = ['standard', 'slack', 'discord', 'teams']
    for (const event of Object.values(EventKind)) {
      const name = event.toUpperCase().replace('.', '_')
      const fields = formats.map(
        (format) => `${format}: webhookSample(event: ${name}, format: ${format.toUpperCase()}) { body }`,
      )
      const { data } = await test.graph(`{ ${fields.join(' ')} }`, as(ada))
      const bodies = formats.map((format) => data[format].body)
      expect(JSON.parse(bodies[0])).toMatchObject({ type: event, data: {} })
      for (const body of bodies) expect(body).not.toMatch(/undefined|NaN|\[object/)
      expect((await sample(`event=${event}&format=teams`)).json.body).toBe(bodies[3])
    }
  })

  it('returns 400 for an unknown event or format, and 401 without a credential', async () => {
    expectError(await sample('event=link.read'), 400, 'INVALID_PARAMS', ['event'])
    expectError(await sample('format=slack'), 400, 'INVALID_PARAMS', ['event'])
    expectError(await sample('event=link.created&format=html'), 400, 'INVALID_PARAMS', ['format'])
    expectError(await test.rest.get('/v1/webhooks/sample?event=link.created'), 401, 'UNAUTHENTICATED')
  })
})

describe('the sentence of an event', () => {
  const link = { id: 'lnk_1', domainHost: null, code: 'sale', title: 'Sale', clickLimit: 50, isActive: true }
  const click = {
    linkId: 'lnk_1',
    domainHost: 'go.example',
    code: 'sale',
    country: 'DE',
    device: 'Mobile',
    browser: 'Firefox',
    os: 'Android',
    referrerHost: 'news.example',
    isBot: false,
  }
  const anomaly = {
    linkId: 'lnk_1',
    domainHost: null,
    code: 'sale',
    kind: 'spike',
    country: null,
    observed: 240,
    expected: 11.6,
  }
  const qr = { code: 'menu', title: 'Menu' }
  const page = { slug: 'ada', title: 'Ada' }
  const domain = { host: 'go.example', status: 'pending' }
  const changes = { title: { from: 'a', to: 'b' } }
  const member = { name: 'Grace', role: 'viewer' }
  const imported = { source: 'bitly', created: 3, skipped: 1, failed: 0 }
  const sentences: Readonly<Record<EventKind, [data: object, sentence: string]>> = {
    'link.created': [{ link }, 'Link /sale ("Sale") was created.'],
    'link.updated': [{ link, changes }, 'Link /sale ("Sale") was changed: title.'],
    'link.disabled': [{ link }, 'Link /sale ("Sale") was switched off.'],
    'link.deleted': [{ link }, 'Link /sale ("Sale") was deleted.'],
    'link.expired': [{ link }, 'Link /sale ("Sale") has expired.'],
    'link.limit_reached': [{ link }, 'Link /sale ("Sale") has reached its limit of 50 clicks.'],
    'link.expiring': [
      {
        links: [1, 2, 3, 4, 5, 6].map((day) => ({
          ...link,
          code: `sale${day}`,
          expiresAt: `2026-01-0${day}T10:00:00Z`,
        })),
      },
      '6 links expire: sale1 on 2026-01-01, sale2 on 2026-01-02, sale3 on 2026-01-03, sale4 on 2026-01-04, sale5 on 2026-01-05 and 1 more.',
    ],
    'link.blocked': [{ link, reason: 'spam' }, 'Link /sale ("Sale") was blocked: spam.'],
    'link.unreachable': [{ link, reason: 'answered 404' }, 'The destination of /sale cannot be reached: answered 404.'],
    'link.reachable': [{ link }, 'The destination of /sale can be reached again.'],
    'link.clicked': [{ click }, 'Link go.example/sale was clicked (DE, Mobile, Firefox, Android, from news.example).'],
    'qr.created': [{ qr }, 'QR code /menu ("Menu") was created.'],
    'qr.updated': [{ qr, changes }, 'QR code /menu ("Menu") was changed: title.'],
    'qr.scanned': [
      { click: { ...click, country: null, device: null, browser: null, os: null, referrerHost: null }, qrId: null },
      'The QR code of go.example/sale was scanned.',
    ],
    'bio_page.created': [{ page }, 'Bio page /p/ada ("Ada") was created.'],
    'bio_page.updated': [{ page, changes }, 'Bio page /p/ada ("Ada") was changed: title.'],
    'bio_page.published': [{ page }, 'Bio page /p/ada ("Ada") was published.'],
    'bio_page.unpublished': [{ page }, 'Bio page /p/ada ("Ada") is a draft again.'],
    'bio_page.deleted': [{ page }, 'Bio page /p/ada ("Ada") was deleted.'],
    'domain.created': [{ domain }, 'Domain go.example was added.'],
    'domain.verified': [{ domain }, 'Domain go.example was verified.'],
    'domain.updated': [
      { domain, changes: { rootUrl: { from: null, to: 'b' } } },
      'Domain go.example was changed: address of the bare domain.',
    ],
    'domain.unproven': [{ domain }, 'Domain go.example has lost its DNS record.'],
    'domain.released': [{ domain }, 'Domain go.example was released: its DNS record was missing for 14 days.'],
    'domain.deleted': [{ domain }, 'Domain go.example was deleted.'],
    'anomaly.detected': [{ anomaly }, 'Many more clicks than usual on sale: 240 in an hour, about 12 expected.'],
    'import.completed': [{ import: imported }, 'Import from bitly has ended: 3 created, 1 skipped, 0 with errors.'],
    'workspace.member_added': [{ member }, '"Grace" has joined with the role viewer.'],
    'workspace.member_removed': [{ member, reason: 'left' }, '"Grace" has left the workspace.'],
    'webhook.test': [{ message: 'It works.' }, 'It works.'],
  }

  it.each(Object.values(EventKind))('%s', (type) => {
    const [data, sentence] = sentences[type]
    expect(describeForChat({ type, data } as never)).toBe(sentence)
  })

  it('is cut where a chat would refuse it', () => {
    const payload = JSON.stringify({ type: 'link.created', data: { link: { ...link, title: 'x'.repeat(5_000) } } })
    const { content } = JSON.parse(renderBody('discord', payload, () => 'https://tack.test'))
    expect(content.length).toBeLessThan(2_000)
  })
})
