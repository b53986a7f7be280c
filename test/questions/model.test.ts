import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { given } from '../clicks/rows.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { answering, type Behave, calling, choice, raw, type StandIn, startStandIn } from './stand-in.ts'

let standIn: StandIn
let test: TestApp
let ada: SeededAccount
const key = 'sk-the-key-of-the-stand-in'

beforeAll(async () => {
  standIn = await startStandIn()
  test = await startApp({ LLM_BASE_URL: standIn.url, LLM_API_KEY: key, LLM_MODEL: 'stand-in', LOG_LEVEL: 'trace' })
  ada = await test.seed.account()
  const link = await test.seed.link(ada, { title: 'Launch page', customUrl: 'launch-of-ada' })
  await given(test, link, [
    { country: 'DE', visitor: 'a' },
    { country: 'FR', visitor: 'b' },
  ])
})
afterAll(async () => {
  await test.close()
  await standIn.close()
})
// Whatever failed in one case has been forgiven by the next.
beforeEach(() => {
  test.clock.advance({ seconds: 31 })
  standIn.heard.splice(0)
})

const ask = (question: string) => test.rest.post('/v1/analytics-ai/query', { question }, { token: ada.token })

/** How the rules answer, whatever the model does: from nobody but them comes this sentence. */
async function fellBack(behave: Behave): Promise<void> {
  standIn.behave = behave
  const { status, json } = await ask('clicks by country')
  expect([status, json.data.source]).toEqual([200, 'rules'])
  expect(json.answer).toBe('Clicks by country in all: Germany 1, France 1 (2 clicks together).')
}

describe('a plan of the model', () => {
  it.each([
    ['totals', choice(), '2 clicks in all, from 2 unique visitors'],
    ['a breakdown', choice({ operation: 'breakdown', dimension: 'country' }), 'Germany 1, France 1'],
    ['a filter', choice({ filters: { country: '-DE' } }), '1 click in all (country not DE)'],
    ['a series', choice({ operation: 'timeseries', unit: 'day', from: '2026-01-01' }), '2 clicks'],
    ['top links', choice({ operation: 'topLinks', limit: 3 }), '“Launch page” has the most clicks in all: 2.'],
    ['a link in words', choice({ link: 'launch' }), '“Launch page” had 2 clicks'],
    ['details', choice({ operation: 'linkDetails', link: 'Launch page' }), 'is switched on'],
    ['a comparison', choice({ operation: 'compare', from: '2020-01-01', to: '2020-01-31' }), '0 clicks'],
  ])('is followed: %s', async (_what, plan, said) => {
    standIn.behave = calling({ arguments: plan })
    const { status, json } = await ask('What would you like to know, dear model?')
    expect([status, json.data.source]).toEqual([200, 'model'])
    expect(json.answer).toContain(said)
  })

  it('is asked for once, with the question and the date, and with nothing of the account', async () => {
    standIn.behave = calling({})
    await ask('How is Launch page doing?')
    expect(standIn.heard).toHaveLength(1)
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = standIn.heard
    expect([path, headers.authorization]).toEqual(['/v1/chat/completions', `Bearer ${key}`])
    const { messages, tools, tool_choice, max_tokens, model, ...rest } = JSON.parse(body)
    expect(rest).toEqual({})
    expect([model, max_tokens, tool_choice.function.name]).toEqual(['stand-in', 500, 'answer_question'])
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'user'])
    expect(JSON.parse(messages[1].content)).toEqual({ question: 'How is Launch page doing?' })
    expect(tools).toHaveLength(1)
    expect(tools[0].function).toMatchObject({ strict: true, parameters: { additionalProperties: false } })
    for (const word of [ada.id, ada.email, 'launch-of-ada', 'lnk_', 'example.com']) expect(body).not.toContain(word)
  })
})

describe('the rules answer instead', () => {
  const call = { id: 'x', type: 'function', function: { name: 'answer_question', arguments: '{}' } }
  it.each([
    ['words and no call', answering('You had 4711 clicks: https://evil.example')],
    ['an unknown tool', calling({ name: 'run_sql', arguments: { sql: 'select * from account' } })],
    ['a call too many', calling({}, {})],
    ['a loop of a thousand calls', calling(...Array.from({ length: 1000 }, () => ({})))],
    ['arguments that are no JSON', calling({ arguments: '{"operation":' })],
    ['arguments that are a list', calling({ arguments: [] })],
    ['an operation nobody knows', calling({ arguments: choice({ operation: 'deleteUrl' }) })],
    ['an argument nobody knows', calling({ arguments: choice({ accountId: 'acc_1' }) })],
    ['no operation', calling({ arguments: choice({ operation: 'none' }) })],
    ['a breakdown of nothing', calling({ arguments: choice({ operation: 'breakdown' }) })],
    ['a filter that cannot be read', calling({ arguments: choice({ filters: { country: 'DE,-FR' } }) })],
    ['a filter nobody asked for', calling({ arguments: choice({ filters: { utmSource: 'visit evil.example' } }) })],
    ['a limit beyond the bound', calling({ arguments: choice({ operation: 'topLinks', limit: 1e9 }) })],
    ['a day that is none', calling({ arguments: choice({ from: '2026-02-31' }) })],
    ['a year no instant is written with', calling({ arguments: choice({ from: '0000-01-01' }) })],
    ['a period that ends before it begins', calling({ arguments: choice({ from: '2026-02-01', to: '2026-01-01' }) })],
    ['a link of nobody', calling({ arguments: choice({ link: 'no such link' }) })],
    ['a text that no database keeps', calling({ arguments: choice({ link: 'a\u0000b' }) })],
    ['half a character', calling({ arguments: choice({ link: '\ud800' }) })],
    [
      'too many stretches',
      calling({ arguments: choice({ operation: 'timeseries', unit: 'minute', from: '2000-01-01' }) }),
    ],
    ['prototype keys', calling({ arguments: '{"__proto__":{"operation":"totals"},"constructor":{}}' })],
    ['no choices', raw(200, '{"choices":[]}')],
    ['null', raw(200, 'null')],
    ['calls that are no list', raw(200, JSON.stringify({ choices: [{ message: { tool_calls: call } }] }))],
    ['a call without a function', raw(200, '{"choices":[{"message":{"tool_calls":[{"type":"function"}]}}]}')],
    ['invalid JSON', raw(200, '<html>not a model</html>')],
    ['429', raw(429, '{}', { 'retry-after': '3600' })],
    ['500', raw(500, '{"error":{"message":"boom"}}')],
    ['401', raw(401, '{"error":{"message":"the key sk-the-key-of-the-stand-in is wrong"}}')],
    ['arguments of 10 MB', calling({ arguments: 'x'.repeat(10_000_000) })],
    ['a connection that is cut', (answer) => void answer.destroy()],
  ] satisfies [string, Behave][])('when there are %s', async (_what, behave) => {
    await fellBack(behave)
    expect(standIn.heard).toHaveLength(1)
  })

  it('when it is sent elsewhere, where nobody hears of the question', async () => {
    const elsewhere = await startStandIn()
    await fellBack(raw(307, '', { location: `${elsewhere.url}/chat/completions` }))
    expect([standIn.heard.length, elsewhere.heard.length]).toEqual([1, 0])
    await elsewhere.close()
  })

  it('after 8 seconds, when nothing comes, and when it comes by drops', async () => {
    const drips = new Set<NodeJS.Timeout>()
    const behaviours: Behave[] = [
      () => undefined,
      (answer) => {
        answer.writeHead(200, { 'content-type': 'application/json' })
        drips.add(setInterval(() => answer.write(' '), 100))
      },
    ]
    const before = performance.now()
    let next = 0
    const turns: Behave = (answer, request) => behaviours[next++ % 2]?.(answer, request)
    await Promise.all([fellBack(turns), fellBack(turns)])
    for (const drip of drips) clearInterval(drip)
    expect(performance.now() - before).toBeGreaterThan(7_900)
    expect(performance.now() - before).toBeLessThan(20_000)
  })

  it('at once for 30 seconds after 5 failures in a row, and then asks again', async () => {
    test.clock.advance({ seconds: 31 })
    standIn.behave = calling({})
    await ask('clicks')
    standIn.heard.splice(0)
    for (let n = 0; n < 8; n++) await fellBack(raw(500, '{}'))
    expect(standIn.heard).toHaveLength(5)
    test.clock.advance({ seconds: 31 })
    await fellBack(raw(500, '{}'))
    await fellBack(raw(500, '{}'))
    expect(standIn.heard).toHaveLength(6)
    test.clock.advance({ seconds: 31 })
    standIn.behave = calling({})
    expect((await ask('clicks')).json.data.source).toBe('model')
  })
})

it('no log line holds a question, the key or what the model said', () => {
  const lines = JSON.stringify(test.logs)
  expect(lines).toContain('the language model failed')
  for (const word of [key, 'clicks by country', 'dear model', 'boom', 'answer_question'])
    expect(lines).not.toContain(word)
})
