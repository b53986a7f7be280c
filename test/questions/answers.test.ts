import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertClickRows } from '../clicks/rows.ts'
import { emptiedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { triesAll } from '../support/size.ts'
import { expectAnswer } from './answer-checks.ts'
import { type AnswerEntry, aboutLinks, aboutOrigins } from './corpus-marketer.ts'
import { aboutClicks, aboutNumbers, aboutPeriods, aboutTimes } from './corpus-marketer-numbers.ts'
import { type LinkCode, now, rawClicks, rawLinks } from './raw-clicks.ts'

const corpus: Readonly<Record<string, readonly AnswerEntry[]>> = {
  links: aboutLinks,
  origins: aboutOrigins,
  numbers: aboutNumbers,
  times: aboutTimes,
  periods: aboutPeriods,
  clicks: aboutClicks,
}

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await emptiedApp()
  test.clock.set(now)
  ada = await test.seed.account()
  for (const code of Object.keys(rawLinks) as LinkCode[]) {
    const link = await createLink(code)
    await insertClickRows(
      test,
      link,
      rawClicks
        .filter((click) => click.link === code)
        .map(({ at, country, device, browser, os, referrer, source, medium, campaign, trigger, bot, visitor }) => ({
          ...{ at, country, device, browser, os, trigger, visitor },
          referrer_host: referrer,
          utm_source: source,
          utm_medium: medium,
          utm_campaign: campaign,
          is_bot: bot,
        })),
    )
  }
  const eve = await test.seed.account()
  const hers = await test.seed.link(eve, { title: 'Launch page' })
  await insertClickRows(test, hers, [{ country: 'DE', utm_source: 'podcast', visitor: 'eve' }])
}, 120_000)
afterAll(() => test.close())

/** The codes of QR codes are generated, so they are changed afterwards. */
async function createLink(code: LinkCode): Promise<SeededLink> {
  const { title, created, kind } = rawLinks[code]
  let link: SeededLink
  if (kind === 'link') link = await test.seed.link(ada, { title, customUrl: code })
  else {
    const input = { title, targetUrl: 'https://example.com/print' }
    const { json } = await test.rest.post('/v1/dynamic-qr', input, { token: ada.token })
    link = { ...json, id: json.urlId }
    await test.sql('update link set code = ? where id = ?', [code, link.id])
  }
  await test.sql('update link set created_at = ? where id = ?', [`${created}T12:00:00Z`, link.id])
  return link
}

async function ask(question: string) {
  const input = { question, timezone: 'Europe/Berlin' }
  return test.rest.post('/v1/analytics-ai/query', input, { token: ada.token })
}

/** Numbers of the sentence that are not in the data. */
function findForeignNumbers({ answer, data }: { answer: string; data: object }): string[] {
  const known = new Set(JSON.stringify(data).match(/\d+/g)?.map(Number))
  return (answer.match(/\d+/g) ?? []).filter((number) => !known.has(Number(number)))
}

describe.each(Object.entries(corpus))(
  '200 for questions about %s, with the numbers that follow from the clicks',
  (_part, entries) => {
    const tried = entries.filter((_entry, position) => triesAll || position % 4 === 0)

    it.each(tried.map(([question, expected]) => ({ question, expected })))(
      '$question',
      async ({ question, expected }) => {
        const { status, json } = await ask(question)
        expect(status).toBe(200)
        expectAnswer(json, expected)
        if (json.data.query) expect(findForeignNumbers(json), json.answer).toEqual([])
      },
    )
  },
)

it('asks 250 different questions', () => {
  const questions = Object.values(corpus).flatMap((entries) => entries.map(([question]) => question.toLowerCase()))
  expect(new Set(questions).size).toBe(questions.length)
  expect(questions.length).toBeGreaterThanOrEqual(250)
})
