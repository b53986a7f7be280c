import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertClickRows as given } from '../clicks/rows.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import {
  createToolArguments,
  type FakeModel,
  type Responder,
  respondRaw,
  respondWithCalls,
  respondWithText,
  startFakeModel,
} from './fake-model.ts'

let fakeModel: FakeModel
let test: TestApp
let ada: SeededAccount
const key = 'sk-the-key-of-the-stand-in'

beforeAll(async () => {
  fakeModel = await startFakeModel()
  test = await startApp({ LLM_BASE_URL: fakeModel.url, LLM_API_KEY: key, LLM_MODEL: 'stand-in', LOG_LEVEL: 'trace' })
  ada = await test.seed.account()
  const link = await test.seed.link(ada, { title: 'Launch page', customUrl: 'launch-of-ada' })
  await given(test, link, [
    { country: 'DE', visitor: 'a' },
    { country: 'FR', visitor: 'b' },
  ])
})
afterAll(async () => {
  await test.close()
  await fakeModel.close()
})
// Lets the delay of the circuit breaker pass.
beforeEach(() => {
  test.clock.advance({ seconds: 31 })
  fakeModel.requests.splice(0)
})

const ask = (question: string) => test.rest.post('/v1/analytics-ai/query', { question }, { token: ada.token })

/** Expects the answer of the rules when the model responds like this. */
async function expectRulesAnswer(respond: Responder): Promise<void> {
  fakeModel.respond = respond
  const { status, json } = await ask('clicks by country')
  expect([status, json.data.source]).toEqual([200, 'rules'])
  expect(json.answer).toBe('Clicks by country in all: Germany 1, France 1 (2 clicks together).')
}

describe('a valid plan of the model', () => {
  it.each([
    ['totals', createToolArguments(), '2 clicks in all, from 2 unique visitors'],
    ['a breakdown', createToolArguments({ operation: 'breakdown', dimension: 'country' }), 'Germany 1, France 1'],
    ['a filter', createToolArguments({ filters: { country: '-DE' } }), '1 click in all (country not DE)'],
    ['a series', createToolArguments({ operation: 'timeseries', unit: 'day', from: '2026-01-01' }), '2 clicks'],
    [
      'top links',
      createToolArguments({ operation: 'topLinks', limit: 3 }),
      '“Launch page” has the most clicks in all: 2.',
    ],
    ['a link in words', createToolArguments({ link: 'launch' }), '“Launch page” had 2 clicks'],
    ['details', createToolArguments({ operation: 'linkDetails', link: 'Launch page' }), 'is switched on'],
    ['a comparison', createToolArguments({ operation: 'compare', from: '2020-01-01', to: '2020-01-31' }), '0 clicks'],
    ['a share', createToolArguments({ operation: 'share', filters: { country: 'DE' } }), '50 % of the clicks'],
    ['an average', createToolArguments({ operation: 'average', unit: 'month', from: '2026-01-01' }), 'on average'],
    ['bots', createToolArguments({ operation: 'bots' }), '0 visits by bots and 2 by people'],
    [
      'weekdays',
      createToolArguments({ operation: 'cycle', cycle: 'weekday', from: '2026-01-01' }),
      'Clicks by weekday',
    ],
    [
      'a part of the week',
      createToolArguments({
        operation: 'cycle',
        cycle: 'weekend',
        cycleParts: ['Monday to Friday'],
        from: '2026-01-01',
      }),
      'from Monday to Friday',
    ],
    [
      'a site with www.',
      createToolArguments({ operation: 'totals', filters: { referrer: 'www.google.com' } }),
      '(referrer www.google.com)',
    ],
    ['links without clicks', createToolArguments({ operation: 'unclickedLinks' }), 'Each of your links was clicked'],
    ['links by creation', createToolArguments({ operation: 'createdLinks' }), 'You have 1 link'],
    ['the worst link', createToolArguments({ operation: 'topLinks', order: 'fewest', limit: 1 }), 'the fewest clicks'],
    [
      'a breakdown in percent',
      createToolArguments({ operation: 'breakdown', dimension: 'country', inPercent: true }),
      'Germany 1 (50 %)',
    ],
  ])('is executed: %s', async (_what, plan, expectedText) => {
    fakeModel.respond = respondWithCalls({ arguments: plan })
    const { status, json } = await ask('What would you like to know, dear model?')
    expect([status, json.data.source]).toEqual([200, 'model'])
    expect(json.answer).toContain(expectedText)
  })

  it('takes one request, which holds the question and the date and no data of the account', async () => {
    fakeModel.respond = respondWithCalls({})
    await ask('How is Launch page doing?')
    expect(fakeModel.requests).toHaveLength(1)
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = fakeModel.requests
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

describe('the rules answer when the model', () => {
  const call = { id: 'x', type: 'function', function: { name: 'answer_question', arguments: '{}' } }
  it.each([
    ['answers with text and no tool call', respondWithText('You had 4711 clicks: https://evil.example')],
    ['calls an unknown tool', respondWithCalls({ name: 'run_sql', arguments: { sql: 'select * from account' } })],
    ['makes two calls', respondWithCalls({}, {})],
    ['makes a thousand calls', respondWithCalls(...Array.from({ length: 1000 }, () => ({})))],
    ['sends arguments that are not JSON', respondWithCalls({ arguments: '{"operation":' })],
    ['sends a list of arguments', respondWithCalls({ arguments: [] })],
    ['names an unknown operation', respondWithCalls({ arguments: createToolArguments({ operation: 'deleteUrl' }) })],
    ['sends an unknown argument', respondWithCalls({ arguments: createToolArguments({ accountId: 'acc_1' }) })],
    ['finds no operation', respondWithCalls({ arguments: createToolArguments({ operation: 'none' }) })],
    [
      'sends a breakdown without a dimension',
      respondWithCalls({ arguments: createToolArguments({ operation: 'breakdown' }) }),
    ],
    [
      'sends an invalid filter',
      respondWithCalls({ arguments: createToolArguments({ filters: { country: 'DE,-FR' } }) }),
    ],
    [
      'filters by a device that does not exist',
      respondWithCalls({ arguments: createToolArguments({ filters: { device: 'country' } }) }),
    ],
    [
      'adds a filter value that is not in the question',
      respondWithCalls({ arguments: createToolArguments({ filters: { utmSource: 'visit evil.example' } }) }),
    ],
    [
      'exceeds the limit of rows',
      respondWithCalls({ arguments: createToolArguments({ operation: 'topLinks', limit: 1e9 }) }),
    ],
    ['sends a date that does not exist', respondWithCalls({ arguments: createToolArguments({ from: '2026-02-31' }) })],
    ['sends the year 0', respondWithCalls({ arguments: createToolArguments({ from: '0000-01-01' }) })],
    [
      'sends a period that ends before it begins',
      respondWithCalls({ arguments: createToolArguments({ from: '2026-02-01', to: '2026-01-01' }) }),
    ],
    [
      'compares a link with nothing',
      respondWithCalls({ arguments: createToolArguments({ operation: 'compareLinks', link: 'launch' }) }),
    ],
    [
      'names two links in totals',
      respondWithCalls({ arguments: createToolArguments({ link: 'launch', otherLink: 'Launch page' }) }),
    ],
    [
      'compares a link with itself',
      respondWithCalls({
        arguments: createToolArguments({ operation: 'compareLinks', link: 'launch', otherLink: 'Launch page' }),
      }),
    ],
    ['asks for the share of everything', respondWithCalls({ arguments: createToolArguments({ operation: 'share' }) })],
    [
      'asks for the share of two filters',
      respondWithCalls({
        arguments: createToolArguments({ operation: 'share', filters: { country: 'DE', trigger: 'qr' } }),
      }),
    ],
    [
      'averages without a unit',
      respondWithCalls({ arguments: createToolArguments({ operation: 'average', from: '2026-01-01' }) }),
    ],
    ['averages all time', respondWithCalls({ arguments: createToolArguments({ operation: 'average', unit: 'day' }) })],
    [
      'sends a cycle without its kind',
      respondWithCalls({ arguments: createToolArguments({ operation: 'cycle', from: '2026-01-01' }) }),
    ],
    [
      'asks for the hours of the day of a year',
      respondWithCalls({
        arguments: createToolArguments({ operation: 'cycle', cycle: 'hour', from: '2025-01-01', to: '2025-12-31' }),
      }),
    ],
    [
      'mixes the parts of two cycles',
      respondWithCalls({
        arguments: createToolArguments({
          operation: 'cycle',
          cycle: 'weekend',
          cycleParts: ['Monday'],
          from: '2026-01-01',
        }),
      }),
    ],
    [
      'asks for the details of a link in a period',
      respondWithCalls({
        arguments: createToolArguments({ operation: 'linkDetails', link: 'launch', from: '2026-01-01' }),
      }),
    ],
    [
      'filters the creation of links',
      respondWithCalls({ arguments: createToolArguments({ operation: 'createdLinks', filters: { country: 'DE' } }) }),
    ],
    ['asks for totals in percent', respondWithCalls({ arguments: createToolArguments({ inPercent: true }) })],
    ['asks for totals by a dimension', respondWithCalls({ arguments: createToolArguments({ dimension: 'country' }) })],
    [
      'asks for visitors by country',
      respondWithCalls({
        arguments: createToolArguments({ operation: 'breakdown', dimension: 'country', measure: 'visitors' }),
      }),
    ],
    [
      'names a second period in totals',
      respondWithCalls({ arguments: createToolArguments({ comparedFrom: '2026-01-01' }) }),
    ],
    ['names an unknown link', respondWithCalls({ arguments: createToolArguments({ link: 'no such link' }) })],
    ['sends a NUL character', respondWithCalls({ arguments: createToolArguments({ link: 'a\u0000b' }) })],
    ['sends a lone surrogate', respondWithCalls({ arguments: createToolArguments({ link: '\ud800' }) })],
    [
      'asks for too many intervals',
      respondWithCalls({
        arguments: createToolArguments({ operation: 'timeseries', unit: 'minute', from: '2000-01-01' }),
      }),
    ],
    ['sends prototype keys', respondWithCalls({ arguments: '{"__proto__":{"operation":"totals"},"constructor":{}}' })],
    ['sends no choices', respondRaw(200, '{"choices":[]}')],
    ['sends null', respondRaw(200, 'null')],
    [
      'sends tool calls that are not a list',
      respondRaw(200, JSON.stringify({ choices: [{ message: { tool_calls: call } }] })),
    ],
    [
      'sends a tool call without a function',
      respondRaw(200, '{"choices":[{"message":{"tool_calls":[{"type":"function"}]}}]}'),
    ],
    ['sends invalid JSON', respondRaw(200, '<html>not a model</html>')],
    ['answers 429', respondRaw(429, '{}', { 'retry-after': '3600' })],
    ['answers 500', respondRaw(500, '{"error":{"message":"boom"}}')],
    ['answers 401', respondRaw(401, '{"error":{"message":"the key sk-the-key-of-the-stand-in is wrong"}}')],
    ['sends arguments of 10 MB', respondWithCalls({ arguments: 'x'.repeat(10_000_000) })],
    ['closes the connection', (answer) => void answer.destroy()],
  ] satisfies [string, Responder][])('%s', async (_what, respond) => {
    await expectRulesAnswer(respond)
    expect(fakeModel.requests).toHaveLength(1)
  })

  it('redirects, and the question is not sent to the other address', async () => {
    const elsewhere = await startFakeModel()
    await expectRulesAnswer(respondRaw(307, '', { location: `${elsewhere.url}/chat/completions` }))
    expect([fakeModel.requests.length, elsewhere.requests.length]).toEqual([1, 0])
    await elsewhere.close()
  })

  it('sends nothing for 8 seconds, or only single bytes', async () => {
    const drips = new Set<NodeJS.Timeout>()
    const responders: Responder[] = [
      () => undefined,
      (answer) => {
        answer.writeHead(200, { 'content-type': 'application/json' })
        drips.add(setInterval(() => answer.write(' '), 100))
      },
    ]
    const before = performance.now()
    let next = 0
    const alternating: Responder = (answer, request) => responders[next++ % 2]?.(answer, request)
    await Promise.all([expectRulesAnswer(alternating), expectRulesAnswer(alternating)])
    for (const drip of drips) clearInterval(drip)
    expect(performance.now() - before).toBeGreaterThan(7_900)
    expect(performance.now() - before).toBeLessThan(20_000)
  })

  it('has failed 5 times in a row; after 30 seconds it gets one request again', async () => {
    test.clock.advance({ seconds: 31 })
    fakeModel.respond = respondWithCalls({})
    await ask('clicks')
    fakeModel.requests.splice(0)
    for (let n = 0; n < 8; n++) await expectRulesAnswer(respondRaw(500, '{}'))
    expect(fakeModel.requests).toHaveLength(5)
    test.clock.advance({ seconds: 31 })
    await expectRulesAnswer(respondRaw(500, '{}'))
    await expectRulesAnswer(respondRaw(500, '{}'))
    expect(fakeModel.requests).toHaveLength(6)
    test.clock.advance({ seconds: 31 })
    fakeModel.respond = respondWithCalls({})
    expect((await ask('clicks')).json.data.source).toBe('model')
  })
})

it('logs neither the question, the key nor the answer of the model', () => {
  const lines = JSON.stringify(test.logs)
  expect(lines).toContain('the language model failed')
  for (const word of [key, 'clicks by country', 'dear model', 'boom', 'answer_question'])
    expect(lines).not.toContain(word)
})
