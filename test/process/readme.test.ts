import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

describe("the README's tour", () => {
  it('works as pasted', async () => {
    const readme = await readFile('README.md', 'utf8')
    const tour = readme.slice(readme.indexOf('## A tour'), readme.indexOf('## What it does'))
    const lines = [...tour.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.trim().split('\n'))
    expect(lines.length).toBeGreaterThan(12)
    // Each line's output is kept apart by a mark, so that no line can hide behind another.
    const script = lines.map((line) => `${line}\necho; echo "== $?"`).join('\n')
    const { stdout } = await run('bash', [
      '-c',
      script.replaceAll('localhost:3000', service.base.replace('http://', '')),
    ])
    const answers = stdout.split(/^== \d+$/m).map((each) => each.trim())
    const codes = [...stdout.matchAll(/^== (\d+)$/gm)].map(([, code]) => code)
    expect(codes).toEqual(lines.map(() => '0'))
    expect(stdout).not.toContain('"error"')
    expect(stdout).not.toContain('"errors"')
    const said = (part: string) => answers[lines.findIndex((line) => line.includes(part))]
    expect(said('hello-tour | grep')).toBe('location: https://example.com/hello')
    expect(JSON.parse(said('auth/me') ?? '')).toMatchObject({ name: 'Ada', role: 'user' })
    expect(JSON.parse(said('redirect/launch') ?? '')).toMatchObject({ originalUrl: null, hasPassword: true })
    expect(JSON.parse(said('verify-password') ?? '')).toMatchObject({
      originalUrl: 'https://example.com/launch?utm_source=newsletter',
    })
    expect(JSON.parse(said('clicks/analytics') ?? '')).toMatchObject({ totalClicks: 1, uniqueVisitors: 1 })
    expect(JSON.parse(said('-X PATCH') ?? '')).toMatchObject({ title: 'Launch day', hasPassword: false })
    expect(JSON.parse(said('-X DELETE') ?? '')).toEqual({ success: true })
    expect(JSON.parse(said('Bearer $KEY') ?? '')).toMatchObject({ originalUrl: 'https://example.com/release' })
    expect(JSON.parse(said('keys/$KEY_ID') ?? '')).toEqual({ success: true })
    expect(JSON.parse(answers[lines.length - 1] ?? '').data.clicks).toHaveLength(1)
  })
})
