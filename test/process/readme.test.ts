import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser } from '../oauth/browser.ts'
import { freePort } from '../support/port.ts'
import { type ServiceProcess, startProcess } from '../support/process.ts'

const run = promisify(execFile)

let service: ServiceProcess
beforeAll(async () => {
  service = await startProcess({ DATABASE_URL: 'memory://', LOG_LEVEL: 'error', OUTWARD_NETWORKS: 'any' })
})
afterAll(async () => {
  service.child.kill('SIGTERM')
  await service.ended
})

/** The lines of the shell blocks of a page, from one heading to the next where these are given. */
async function readShellLines(file: string, from = '', to?: string): Promise<string[]> {
  const page = await readFile(file, 'utf8')
  const section = page.slice(page.indexOf(from), to === undefined ? undefined : page.indexOf(to))
  return [...section.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.trim().split('\n'))
}

/** Runs the lines in one shell and returns the output of each. Every line must succeed. */
async function runLines(lines: readonly string[]): Promise<string[]> {
  // A mark with the exit code separates the outputs, so that no failure stays hidden.
  const script = lines.map((line) => `${line}\necho; echo "== $?"`).join('\n')
  const { stdout } = await run('bash', ['-c', script.replaceAll('localhost:3000', service.base.replace('http://', ''))])
  const codes = [...stdout.matchAll(/^== (\d+)$/gm)].map(([, code]) => code)
  expect(codes).toEqual(lines.map(() => '0'))
  return stdout.split(/^== \d+$/m).map((each) => each.trim())
}

function unescapeHtml(text: string): string {
  return text.replace(/&#(\d+);/g, (_entity, code) => String.fromCharCode(Number(code)))
}

describe('the documents', () => {
  it('have a tour in the README that works as pasted', async () => {
    const lines = await readShellLines('README.md', '## A tour', '## What it does')
    expect(lines.length).toBeGreaterThan(12)
    const answers = await runLines(lines)
    expect(answers.join()).not.toContain('"error"')
    expect(answers.join()).not.toContain('"errors"')
    const outputOf = (part: string) => answers[lines.findIndex((line) => line.includes(part))]
    expect(outputOf('hello-tour | grep')).toBe('location: https://example.com/hello')
    expect(JSON.parse(outputOf('auth/me') ?? '')).toMatchObject({ name: 'Ada', role: 'user' })
    expect(JSON.parse(outputOf('redirect/launch') ?? '')).toMatchObject({ originalUrl: null, hasPassword: true })
    expect(JSON.parse(outputOf('verify-password') ?? '')).toMatchObject({
      originalUrl: 'https://example.com/launch?utm_source=newsletter',
    })
    expect(JSON.parse(outputOf('clicks/analytics') ?? '')).toMatchObject({ totalClicks: 1, uniqueVisitors: 1 })
    expect(JSON.parse(outputOf('analytics-ai') ?? '').answer).toBe(
      '“example.com/launch” has the most clicks this week: 1.',
    )
    expect(JSON.parse(outputOf('-X PATCH') ?? '')).toMatchObject({ title: 'Launch day', hasPassword: false })
    expect(JSON.parse(outputOf('-X DELETE') ?? '')).toEqual({ success: true })
    expect(outputOf('get-app -A')).toBe('location: https://example.com/ios')
    expect(JSON.parse(outputOf('Bearer $KEY') ?? '')).toMatchObject({ originalUrl: 'https://example.com/release' })
    expect(JSON.parse(outputOf('keys/$KEY_ID') ?? '')).toEqual({ success: true })
    expect(outputOf('/image?size')).toMatch(/^<svg .*width="300".*#1f2937/)
    expect(JSON.parse(outputOf('PATCH localhost:3000/v1/dynamic-qr') ?? '')).toMatchObject({
      title: 'Poster',
      targetUrl: 'https://example.com/autumn',
      scans: 0,
    })
    expect(JSON.parse(answers[lines.length - 1] ?? '').data.clicks.nodes).toHaveLength(2)
  })

  it('have a quick start in the reference that works as pasted', async () => {
    const page = await (await fetch(`${service.base}/docs`)).text()
    const blocks = [...page.matchAll(/<pre><code>(.*?)<\/code><\/pre>/gs)].map(([, block = '']) => unescapeHtml(block))
    expect(blocks).toHaveLength(3)
    const { stdout } = await run('bash', ['-euc', blocks.join('\n')])
    const [link = '', location, analytics = ''] = stdout.trim().split(/\r?\n/)
    expect(JSON.parse(link)).toMatchObject({ originalUrl: 'https://example.com/hello' })
    expect(location).toBe('location: https://example.com/hello')
    expect(JSON.parse(analytics)).toMatchObject({ totalClicks: 1 })
  })

  it('have a page about webhooks that works as pasted', async () => {
    const page = await readFile('docs/webhooks.md', 'utf8')
    const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
    expect(blocks).toHaveLength(4)
    const script = ['set -eu', ...blocks]
      .join('\n')
      .replaceAll('localhost:3000', service.base.replace('http://', ''))
      .replaceAll('4000', String(await freePort()))
    const { stdout } = await run('bash', ['-c', script], { timeout: 60_000 })
    expect(stdout).toContain("type: 'webhook.test'")
    expect(stdout).toContain("type: 'link.created'")
    expect(stdout).toContain('"state":"succeeded"')
    expect(stdout).not.toContain('"error":{')
  }, 90_000)

  it('have an OAuth page that works as pasted, with a login and consent between the lines', async () => {
    const lines = await readShellLines('docs/oauth.md')
    const pause = lines.findIndex((line) => line.startsWith('CODE='))
    const names = 'CLIENT_ID CLIENT_SECRET VERIFIER'
    const before = await runLines([...lines.slice(0, pause), `declare -p ${names}`])
    const browser = new Browser(service.base)
    const login = await browser.open(before[pause - 1] ?? '')
    const person = { email: 'ada@example.com', password: 'correct horse battery' }
    const consent = await browser.submit(login, { act: 'login', ...person })
    const answer = new URL((await browser.submit(consent, { act: 'allow' })).url)
    expect(answer.searchParams.get('state')).toBe('a-word-you-check')

    const after = lines.slice(pause + 1)
    const variables = (before[pause] ?? '').split('\n')
    const script = [...variables, `CODE=${answer.searchParams.get('code')}`, ...after]
    const answers = await runLines(script)
    const outputOf = (part: string) => answers[script.findIndex((line) => line.includes(part))] ?? ''
    expect(JSON.parse(outputOf('v1/urls'))).toHaveLength(3)
    expect(JSON.parse(outputOf('auth/me'))).toMatchObject({ error: { code: 'INSUFFICIENT_SCOPE' } })
    expect(outputOf('oauth/revoke')).toBe('')
    expect(JSON.parse(answers[script.length - 1] ?? '')).toMatchObject({ error: { code: 'INVALID_TOKEN' } })
  })
})
