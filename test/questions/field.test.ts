import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertClickRows } from '../clicks/rows.ts'
import { tokenOf } from '../contract/oauth.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  test.clock.set(new Date('2026-11-18T12:00:00Z'))
  ada = await test.seed.account()
  const create = async (path: string, name: string) =>
    (await test.rest.post(`/v1/${path}`, { name }, { token: ada.token })).json.id as string
  const [folderId, tagId] = [await create('folders', 'Campaigns 2026'), await create('tags', 'Spring')]
  await create('folders', 'Empty')
  await create('tags', 'Autumn')
  const both = await test.seed.link(ada, { title: 'Poster', folderId, tagIds: [tagId] })
  const tagged = await test.seed.link(ada, { title: 'Flyer', tagIds: [tagId] })
  const plain = await test.seed.link(ada, { title: 'Plain' })
  await test.seed.link(ada, { title: 'Unclicked' })
  await insertClickRows(test, both, days(14, { country: 'ES', region: 'ES-MD', city: 'Madrid' }))
  await insertClickRows(test, tagged, [...days(3, { country: 'DE', utm_source: 'newsletter' }), ...days(1, {})])
  await insertClickRows(test, plain, [...days(2, { os: 'iOS' }), ...days(1, { os: 'Android', device: 'Mobile' })])
  await setUnreachable(plain)
}, 60_000)
afterAll(() => test.close())

/** A click on each of the first days of October. */
function days(count: number, fields: object) {
  return Array.from({ length: count }, (_, n) => ({ ...fields, at: new Date(Date.UTC(2026, 9, n + 1, 12)) }))
}

async function setUnreachable({ id }: SeededLink): Promise<void> {
  await test.rest.patch(`/v1/urls/${id}/health`, { isWatched: true }, { token: ada.token })
  await test.sql(
    `update link_health set is_ok = false, failure_count = 2, failing_since = now(), last_error = 'answered 410',
            next_check_at = '2098-01-01', version = version + 1 where link_id = ?`,
    [id],
  )
}

const ask = async (question: string, token = ada.token) =>
  (await test.rest.post('/v1/analytics-ai/query', { question }, { token })).json

it.each([
  [
    'How many clicks did the folder Campaigns 2026 get in October?',
    'had 14 clicks in October 2026 (folder “Campaigns 2026”)',
  ],
  ['How did the folder campaigns 2026 do this week?', 'clicked this week (folder “Campaigns 2026”)'],
  ['Which tag did best in October?', 'Clicks by tag in October 2026: Spring 18 (of 21 clicks).'],
  ['clicks by folder', 'Clicks by folder in all: Campaigns 2026 14, Empty 0 (of 21 clicks).'],
  ['Which folder did worst?', 'Clicks by folder in all, fewest first: Empty 0 (of 21 clicks).'],
  [
    'Clicks on links tagged spring, by country',
    'in all (tag “Spring”): Spain 14, Germany 3, Unknown 1 (18 clicks together)',
  ],
  ['top 5 links tagged spring', '“Poster” has the most clicks in all (tag “Spring”): 14. Then “Flyer” with 4.'],
  [
    'Which links in the folder "Campaigns 2026" have no clicks?',
    'Each of your links was clicked in all (folder “Campaigns 2026”).',
  ],
  ['How many links are tagged spring?', 'You have 2 links (tag “Spring”).'],
  [
    'share of Spain on links tagged spring',
    '77.8 % of the clicks of your links (tag “Spring”) in all have the country ES: 14 of 18.',
  ],
  ['How many clicks from Madrid?', 'had 14 clicks in all (city Madrid)'],
  ['How is the newsletter campaign doing?', 'had 3 clicks in all (UTM source newsletter)'],
  ['clicks of medium newsletter', 'Your clicks have the source “newsletter”. Say which you mean'],
  ['What was the busiest day since 3 October?', 'the most on 3 October 2026: 2.'],
  ['What was our best month this year?', 'the most in October 2026: 21.'],
  ['What was our best week this year?', 'the most in the week of 28 September 2026: 11.'],
  ['What was the busiest day since 4 October?', 'the most on 11 days with 1 click each.'],
  ['iPhone or Android, who clicks more?', '(operating system iOS, Android): iOS 2, Android 1'],
  ['Mobile vs desktop in percent for October', 'Desktop 20 (95.2 %), Mobile 1 (4.8 %)'],
  ['Which links are dead?', '1 watched link has a destination that cannot be reached: “Plain”.'],
  [
    'Links with fewer than 4 clicks',
    '2 of your links had fewer than 4 clicks in all: “Unclicked” with 0 and “Plain” with 3.',
  ],
  ['links with more than 4 clicks', '1 of your links had more than 4 clicks in all: “Poster” with 14.'],
  ['how many links had at least 90 clicks', 'None of your links had at least 90 clicks in all.'],
  ['Clicks in the first half of the year', 'clicked in the first half of 2026'],
])('answers "%s" with what the clicks say', async (question, sentence) => {
  const { answer, data } = await ask(question)
  expect(answer).toContain(sentence)
  const known = new Set(JSON.stringify(data).match(/\d+/g)?.map(Number))
  if (data.query)
    expect((answer.match(/\d+/g) ?? []).filter((number: string) => !known.has(Number(number)))).toEqual([])
  if (!data.query) return
  const repeated = await test.graph(data.query.document, { token: ada.token, variables: data.query.variables })
  expect(repeated.errors).toBeUndefined()
})

it('names a folder that does not exist, and never takes it for a link', async () => {
  await test.seed.link(ada, { title: 'Old things' })
  expect((await ask('clicks in the folder "Old things"')).answer).toContain('You have no folder “old things”.')
})

it.each([
  ['Wie viele Klicks diese Woche?', 'nur auf Englisch'],
  ['Combien de clics cette semaine ?', 'en anglais'],
  ['¿Cuántos clics esta semana?', 'en inglés'],
  ['Quantos cliques ontem?', 'em inglês'],
])('answers %s in its language, with the setting that connects a model', async (question, sentence) => {
  const { answer, data } = await ask(question)
  expect([answer.includes(sentence), answer.includes('LLM_BASE_URL'), data.query]).toEqual([true, true, null])
})

it('keeps the names of folders and tags from a caller without the scope read:links', async () => {
  const token = await tokenOf({ test, account: ada, word: () => test.seed.word() }, 'read:analytics')
  for (const question of ['clicks by tag', 'clicks in the folder Campaigns 2026', 'which links are dead'])
    expect(JSON.stringify(await ask(question, token))).not.toMatch(/Spring|Campaigns|Plain/)
})
