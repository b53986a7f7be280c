import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriesOf } from '../http/series.ts'
import { sharedApp, type TestApp } from '../support/app.ts'

const rulesFile = 'ops/prometheus/alerts.yml'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const run = promisify(execFile)
const hasPromtool = await run('promtool', ['--version']).then(
  () => true,
  () => false,
)

/** Series of Prometheus itself are left out. */
function seriesIn(text: string): string[] {
  return [...new Set(text.match(/\b(?:tack|process|nodejs)_\w+/g))]
}

describe('ops/', () => {
  it.each([rulesFile, 'ops/grafana/tack.json', 'ops/prometheus/alerts.test.yml'])(
    'names only series in %s that /metrics exposes',
    async (file) => {
      const named = seriesIn(await readFile(file, 'utf8'))
      expect(named.length).toBeGreaterThan(10)
      // Values of the database are missing until they were read once, for which one scrape does not wait.
      const findMissing = async () => {
        const exposed = new Set(seriesOf(await test.metrics()))
        return named.filter((name) => !exposed.has(name) && !exposed.has(name.replace(/_(bucket|sum|count)$/, '')))
      }
      await expect.poll(findMissing, { timeout: 10_000 }).toEqual([])
    },
  )

  it('has a section in docs/runbook.md for each alert, a summary and a severity, and no other section', async () => {
    const [, ...alerts] = (await readFile(rulesFile, 'utf8')).split(/^ +- alert: /m)
    const names = alerts.map((text) => text.split('\n', 1)[0] ?? '')
    for (const [index, text] of alerts.entries()) {
      expect(text).toContain(`runbook_url: docs/runbook.md#${names[index]?.toLowerCase()}\n`)
      expect(text).toMatch(/severity: (critical|warning) /)
      expect(text).toMatch(/summary: '[A-Z].*\.'\n/)
    }
    const runbook = await readFile('docs/runbook.md', 'utf8')
    const [, ...sections] = runbook.split(/^## /m)
    expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(names)
    for (const section of sections)
      for (const part of ['Means', 'How bad', 'Do', 'Over when']) expect(section).toContain(`- **${part}**: `)
  })

  it('has a test for each alert', async () => {
    const tests = await readFile('ops/prometheus/alerts.test.yml', 'utf8')
    for (const [, name] of (await readFile(rulesFile, 'utf8')).matchAll(/ alert: (\w+)/g))
      expect(tests).toContain(`alertname="${name}"`)
  })

  it.runIf(hasPromtool)('is valid, raises what its tests say, and /metrics has no lint warning', async () => {
    await run('promtool', ['check', 'config', 'ops/prometheus/prometheus.yml'])
    await run('promtool', ['test', 'rules', 'ops/prometheus/alerts.test.yml'])
    const checked = run('promtool', ['check', 'metrics'])
    checked.child.stdin?.end(await test.metrics())
    expect(await checked).toEqual({ stdout: '', stderr: '' })
  })

  it.skipIf(hasPromtool)(
    'cannot be checked further: promtool is not installed (package prometheus of Debian)',
    () => undefined,
  )
})
