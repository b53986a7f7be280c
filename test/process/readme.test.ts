import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser } from '../oauth/browser.ts'
import { type ServiceProcess, startProcess } from '../support/process.ts'

const run = promisify(execFile)

let service: ServiceProcess
beforeAll(async () => {
  service = await startProcess({ DATABASE_URL: 'memory://', LOG_LEVEL: 'error' })
})
afterAll(async () => {
  service.child.kill('SIGTERM')
  await service.ended
})

/** The lines of the shell in the README, from one heading to the next. */
async function linesOf(from: string, to: string): Promise<string[]> {
  const readme = await readFile('README.md', 'utf8')
  const part = readme.slice(readme.indexOf(from), readme.indexOf(to))
  return [...part.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.trim().split('\n'))
}

/** Pastes them into one shell, and answers with what each printed; every one must end well. */
async function paste(lines: readonly string[]): Promise<string[]> {
  // Each line's output is kept apart by a mark, so that no line can hide behind another.
  const script = lines.map((line) => `${line}\necho; echo "== $?"`).join('\n')
  const { stdout } = await run('bash', ['-c', script.replaceAll('localhost:3000', service.base.replace('http://', ''))])
  const codes = [...stdout.matchAll(/^== (\d+)$/gm)].map(([, code]) => code)
  expect(codes).toEqual(lines.map(() => '0'))
  return stdout.split(/^== \d+$/m).map((each) => each.trim())
}

describe("the README's tour", () => {
  it('works as pasted', async () => {
    const lines = await linesOf('## A tour', '## OAuth in')
    expect(lines.length).toBeGreaterThan(12)
    const answers = await paste(lines)
    expect(answers.join()).not.toContain('"error"')
    expect(answers.join()).not.toContain('"errors"')
    const said = (part: string) => answers[lines.findIndex((line) => line.includes(part))]
    expect(said('hello-tour | grep')).toBe('location: https://example.com/hello')
    expect(JSON.parse(said('auth/me') ?? '')).toMatchObject({ name: 'Ada', role: 'user' })
    expect(JSON.parse(said('redirect/launch') ?? '')).toMatchObject({ originalUrl: null, hasPassword: true })
    expect(JSON.parse(said('verify-password') ?? '')).toMatchObject({
      originalUrl: 'https://example.com/launch?utm_source=newsletter',
    })
    expect(JSON.parse(said('clicks/analytics') ?? '')).toMatchObject({ totalClicks: 1, uniqueVisitors: 1 })
    expect(JSON.parse(said('analytics-ai') ?? '').answer).toBe('“example.com/launch” has the most clicks this week: 1.')
    expect(JSON.parse(said('-X PATCH') ?? '')).toMatchObject({ title: 'Launch day', hasPassword: false })
    expect(JSON.parse(said('-X DELETE') ?? '')).toEqual({ success: true })
    expect(JSON.parse(said('Bearer $KEY') ?? '')).toMatchObject({ originalUrl: 'https://example.com/release' })
    expect(JSON.parse(said('keys/$KEY_ID') ?? '')).toEqual({ success: true })
    expect(said('/image?size')).toMatch(/^<svg .*width="300".*#1f2937/)
    expect(JSON.parse(said('PATCH localhost:3000/v1/dynamic-qr') ?? '')).toMatchObject({
      ...{ title: 'Poster', targetUrl: 'https://example.com/autumn', scans: 0 },
    })
    expect(JSON.parse(answers[lines.length - 1] ?? '').data.clicks).toHaveLength(1)
  })

  it('goes on with OAuth, when somebody logs in and allows it between the lines', async () => {
    const lines = await linesOf('## OAuth in', '## What it does')
    const pause = lines.findIndex((line) => line.startsWith('CODE='))
    const names = 'CLIENT_ID CLIENT_SECRET VERIFIER'
    const before = await paste([...lines.slice(0, pause), `declare -p ${names}`])
    const browser = new Browser(service.base)
    const login = await browser.open(before[pause - 1] ?? '')
    const person = { email: 'ada@example.com', password: 'correct horse battery' }
    const consent = await browser.submit(login, { act: 'login', ...person })
    const answer = new URL((await browser.submit(consent, { act: 'allow' })).url)
    expect(answer.searchParams.get('state')).toBe('a-word-you-check')

    const after = lines.slice(pause + 1)
    const kept = (before[pause] ?? '').split('\n')
    const script = [...kept, `CODE=${answer.searchParams.get('code')}`, ...after]
    const answers = await paste(script)
    const said = (part: string) => answers[script.findIndex((line) => line.includes(part))] ?? ''
    expect(JSON.parse(said('v1/urls'))).toHaveLength(2)
    expect(JSON.parse(said('auth/me'))).toMatchObject({ error: { code: 'INSUFFICIENT_SCOPE' } })
    expect(said('oauth/revoke')).toBe('')
    expect(JSON.parse(answers[script.length - 1] ?? '')).toMatchObject({ error: { code: 'INVALID_TOKEN' } })
  })
})
