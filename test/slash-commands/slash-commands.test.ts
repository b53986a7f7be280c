import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

const secret = '8f742231b10e8888abcd99yyyzzz85a5'
const mattermostToken = 'xr3j5x3p4pfk7kk6ck7b4e6ghh'

let test: TestApp
let ada: SeededAccount
let settings: Record<string, string>
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  const { key } = await test.seed.key(ada, { scopes: ['write:links'] })
  // The first link of a process takes longer than its commands may.
  await test.seed.link(ada)
  settings = {
    SLACK_SIGNING_SECRET: secret,
    SLACK_API_KEY: key,
    MATTERMOST_TOKEN: mattermostToken,
    MATTERMOST_API_KEY: key,
  }
  test.change(settings)
})
afterAll(async () => {
  test.change({})
  await test.close()
})

const path = '/v1/slack/commands'
const formType = 'application/x-www-form-urlencoded'
const now = () => Math.floor(test.clock.now().getTime() / 1000)

/** The form of Slack for a command, as the documentation of Slack shows it. */
const formOf = (text: string) =>
  new URLSearchParams({
    token: 'gIkuvaNzQIHg97ATvDxqgjtO',
    team_id: 'T0001',
    user_id: 'U2147483697',
    command: '/shorten',
    text,
    response_url: 'https://hooks.slack.com/commands/1234/5678',
    trigger_id: test.seed.word(),
  }).toString()

interface Signing {
  readonly at?: number | string
  readonly secret?: string
  /** What is signed, if it is not the body. */
  readonly signed?: string
}

function signed(body: string | Buffer, { at = now(), secret: own = secret, signed: text }: Signing = {}) {
  const signature = createHmac('sha256', own)
    .update(`v0:${at}:`)
    .update(text ?? body)
    .digest('hex')
  return { 'x-slack-request-timestamp': String(at), 'x-slack-signature': `v0=${signature}` }
}

async function send(body: string | Buffer, headers: Record<string, string>, type = formType) {
  const answer = await test.app.server.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': type, ...headers },
    payload: body,
  })
  return { status: answer.statusCode, text: answer.json().text as string, json: answer.json() }
}

/** Sends a command as Slack does. */
const say = (text: string) => {
  const body = formOf(text)
  return send(body, signed(body))
}

const linksTo = (destination: string) =>
  test.sql<{ id: string }>('select id from link where original_url = ?', [destination])

describe('a command of Slack', () => {
  it('makes a link, which only the person sees who wrote it', async () => {
    const { status, json } = await say('https://example.com/a?b=1&c=2 slack-1')
    expect([status, json]).toEqual([200, { response_type: 'ephemeral', text: 'http://tack.test/slack-1' }])
    const found = await test.rest.get('/v1/urls?search=slack-1', { token: ada.token })
    expect(found.json[0]).toMatchObject({ originalUrl: 'https://example.com/a?b=1&c=2' })
    expect((await say('  https://example.com/random  ')).text).toMatch(/^http:\/\/tack\.test\/\w+$/)
  })

  it('may have the address in the marks of Slack', async () => {
    const destination = `https://example.com/${test.seed.word()}?a=1&b=2`
    await say(`<${destination.replace('&', '&amp;')}|example.com>`)
    expect(await linksTo(destination)).toHaveLength(1)
  })

  it('explains itself without an address', async () => {
    for (const text of ['', 'help', 'https://example.com a b'])
      expect((await say(text)).text).toContain('/shorten https://example.com/a/long/page spring-sale')
  })

  it('says in the chat what is wrong', async () => {
    await say('https://example.com/taken slack-taken')
    expect(await say('https://example.com/other slack-taken')).toMatchObject({
      status: 200,
      text: expect.stringMatching(/taken.*slack-taken-/s),
    })
    expect((await say('example')).text).toMatch(/^the address: /)
    expect((await say('https://example.com x_y')).text).toMatch(/^the slug: /)
    expect((await say('<script>')).text).not.toContain('<')
  })

  it('makes one link when it is sent again, also at the same time', async () => {
    const destination = `https://example.com/${test.seed.word()}`
    const body = formOf(destination)
    const headers = signed(body)
    const first = await send(body, headers)
    expect((await send(body, headers)).text).toBe(first.text)
    expect(await linksTo(destination)).toHaveLength(1)
    const other = formOf(`${destination}/2`)
    const crowd = await Promise.all(Array.from({ length: 5 }, () => send(other, signed(other))))
    expect(crowd.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await linksTo(`${destination}/2`)).toHaveLength(1)
    // The same words of the same person later are a new command.
    test.clock.advance({ seconds: 1 })
    await say(destination)
    expect(await linksTo(destination)).toHaveLength(2)
  })

  it('is answered within the 3 seconds that Slack waits, and makes no link afterwards', { tags: 'race' }, async () => {
    const destination = `https://example.com/${test.seed.word()}`
    const locking = test.app.database.orm.em.fork()
    await locking.begin()
    await locking.execute('lock table code in access exclusive mode')
    const startedAt = performance.now()
    const { text } = await say(destination)
    expect(performance.now() - startedAt).toBeLessThan(3000)
    expect(text).toContain('too slow')
    await locking.rollback()
    await expect.poll(async () => (await say(`${destination}/next`)).text).toMatch(/^http/)
    expect(await linksTo(destination)).toHaveLength(0)
  })
})

describe('a request that does not prove where it comes from', () => {
  it.each([
    ['has no signature', () => ({})],
    ['is signed with another secret', (body: string) => signed(body, { secret: 'x'.repeat(32) })],
    ['was changed on its way', () => signed(formOf('https://example.com/other'))],
    ['is older than five minutes', (body: string) => signed(body, { at: now() - 301 })],
    ['is of the future', (body: string) => signed(body, { at: now() + 301 })],
    ['has no time', (body: string) => signed(body, { at: '' })],
    ['has a time that is no number', (body: string) => signed(body, { at: '1e9' })],
    [
      'has a new time with the old signature',
      (body: string) => ({
        ...signed(body, { at: now() - 400 }),
        'x-slack-request-timestamp': String(now()),
      }),
    ],
    [
      'has a signature of another version',
      (body: string) => ({
        ...signed(body),
        'x-slack-signature': signed(body)['x-slack-signature'].replace('v0=', 'v1='),
      }),
    ],
    ['has an empty signature', (body: string) => ({ ...signed(body), 'x-slack-signature': '' })],
  ])('%s: 401, and no link', async (_title, headersOf: (body: string) => Record<string, string>) => {
    const destination = `https://example.com/${test.seed.word()}`
    const body = formOf(destination)
    expect(await send(body, headersOf(body))).toMatchObject({ status: 401, text: expect.stringMatching(/\w/) })
    expect(await linksTo(destination)).toHaveLength(0)
  })

  it('is accepted with a time four minutes ago', async () => {
    const body = formOf('https://example.com/four')
    expect(await send(body, signed(body, { at: now() - 240 }))).toMatchObject({ status: 200 })
  })

  it('may be nonsense or huge', async () => {
    const nonsense = Buffer.from([0xff, 0xfe, 0x00, 0x26, 0x3d, 0x25])
    expect((await send(nonsense, {})).status).toBe(401)
    expect(await send(nonsense, signed(nonsense))).toMatchObject({
      status: 200,
      text: expect.stringContaining('/shorten'),
    })
    const huge = formOf('x'.repeat(41 * 1024))
    expect((await send(huge, signed(huge))).status).toBe(413)
    const json = JSON.stringify({ text: 'https://example.com' })
    expect((await send(json, signed(json), 'application/json')).status).toBe(415)
    expect((await test.rest.get(path)).status).toBe(405)
  })
})

describe('a command of Mattermost', () => {
  const bodyOf = (text: string, fields: Record<string, string> = {}) =>
    new URLSearchParams({ token: mattermostToken, command: '/kurz', text, trigger_id: 'one', ...fields }).toString()

  it('makes one link for each invocation, and is refused with another token', async () => {
    const destination = `https://example.com/${test.seed.word()}`
    // Mattermost sends the token in a header too, where others send a key.
    const headers = { authorization: `Token ${mattermostToken}` }
    const first = await send(bodyOf(destination), headers)
    expect(first).toMatchObject({ status: 200, text: expect.stringMatching(/^http:\/\/tack\.test\/\w+$/) })
    expect((await send(bodyOf(destination), headers)).text).toBe(first.text)
    await send(bodyOf(destination, { trigger_id: 'two' }), headers)
    expect(await linksTo(destination)).toHaveLength(2)
    for (const token of ['', 'wrong', `${mattermostToken}x`])
      expect((await send(bodyOf(destination, { token }), headers)).status).toBe(401)
    expect(await linksTo(destination)).toHaveLength(2)
    expect((await send(bodyOf('help'), headers)).text).toContain('/kurz https://')
  })
})

describe('the settings', () => {
  it('may name a key that is revoked, or none: the chat says who can help', async () => {
    const { id, key } = await test.seed.key(ada)
    await test.rest.delete(`/v1/keys/${id}`, { token: ada.token })
    for (const [SLACK_API_KEY, reason] of [
      [key, 'API_KEY_REVOKED'],
      ['nonsense', 'INVALID_TOKEN'],
      [ada.token, 'none'],
    ] as const) {
      test.change({ ...settings, SLACK_API_KEY })
      const { status, text } = await say('https://example.com')
      expect([status, text]).toEqual([200, expect.stringMatching(`Tell the operator .*SLACK_API_KEY.*${reason}`)])
    }
  })

  it('bound the links by the limits of the account of the key', async () => {
    test.change({ ...settings, RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '1' })
    await say('https://example.com/first')
    expect(await say('https://example.com/second')).toMatchObject({
      status: 200,
      text: expect.stringMatching(/^Too many requests. Try again in \d+ seconds?\.$/),
    })
  })

  it('are needed: without them there is no such address', async () => {
    test.change({})
    const body = formOf('https://example.com')
    expect((await test.rest.post(path, body, { headers: { 'content-type': formType } })).status).toBe(404)
    expect(JSON.stringify(test.logs)).not.toContain(secret)
  })
})
