import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Without a language model, the service understands questions in English. */
const english = 'Which link did best this week?'

/** A sign of two parts, or a quotation mark, without its no-break space. */
const bareSign = /(?:^|[^\u00a0\u202f!?])[:;!?»](?=[\s)»]|$)|«(?![\u00a0\u202f])/

it('has a no-break space before : ; ! ? and inside of « », in every French text', () => {
  const french = Object.entries(JSON.parse(readFileSync('texts/fr.json', 'utf8')) as Record<string, string>)
  expect(french.length).toBeGreaterThan(2000)
  expect(french.filter(([, text]) => bareSign.test(text.replace(english, '')))).toEqual([])
})
