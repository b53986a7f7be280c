import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Visitor } from '../../../src/modules/publishing/targeting/visitor-facts.ts'
import { parseUserAgent } from '../../../src/platform/http/agents/user-agent.ts'

/** User agents as browsers, apps and robots send them. The values were written by hand, from the words in each. */
const agents = readFileSync(new URL('agents.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [device: string, browser: string, os: string, robot: string, userAgent: string])

describe('the corpus of user agents', () => {
  it.each(agents)('says %s, %s, %s, robot "%s" for %s', (device, browser, os, robot, userAgent) => {
    const botName = robot || null
    expect(parseUserAgent(userAgent)).toEqual({ device, browser, os, isBot: botName !== null, botName })
  })

  it('has at least 200, none twice', () => {
    expect(new Set(agents.map((fields) => fields.at(-1))).size).toBeGreaterThanOrEqual(200)
  })
})

it.each([
  ['ios', 'iOS'],
  ['android', 'Android'],
  ['macos', 'macOS'],
])('a device rule for %s matches who has %s, and nobody else', (rule, system) => {
  for (const [, , os, , userAgent] of agents) {
    const details = { location: { country: null, region: null }, acceptLanguage: undefined, now: new Date(), sample: 0 }
    const { devices } = new Visitor({ agent: parseUserAgent(userAgent), ...details })
    expect([...devices].includes(rule as never), userAgent).toBe(os === system)
  }
})
