import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mail } from '../../src/platform/mail/mail.ts'
import { toMailMessage } from '../../src/platform/mail/mail-message.ts'
import { createOutboxTransport } from '../../src/platform/mail/mail-transport.ts'
import { TestClock } from '../support/clock.ts'

const clock = new TestClock()
const mail: Mail = {
  to: 'ada@example.com',
  language: 'en',
  subject: 'Choose a new "password"',
  paragraphs: ['Hello.'],
  action: { label: 'Open', url: 'http://localhost:3000/account/reset?token=abc' },
}
const options = { sender: { name: 'Tack', address: 'tack@localhost' }, publicUrl: 'http://localhost:3000' }
const messageOf = (id: string) => toMailMessage(mail, { id, ...options, date: clock.now() })

let folder: string
const lines: unknown[] = []
const log = { info: (line: unknown) => void lines.push(line) }
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'tack-outbox-')), 'outbox')
})
afterAll(() => rm(join(folder, '..'), { recursive: true }))

describe('without a mail server', () => {
  it('a mail is one readable line of the log and a file that only the owner reads', async () => {
    await createOutboxTransport(folder, { log, clock }).send(messageOf('5f0c-1'), mail)
    expect(lines).toEqual([
      'Mail to ada@example.com: "Choose a new \\"password\\"" http://localhost:3000/account/reset?token=abc',
    ])
    const [name = ''] = await readdir(folder)
    expect(name).toMatch(/^[\dTZ-]+-5f0c-1@l\.eml$/)
    expect(await readFile(join(folder, name), 'utf8')).toMatch(
      /^From: Tack <tack@localhost>\r?\nTo: ada@example.com\r?\n/m,
    )
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  it('a mail of an installation that stores nothing is a line only', async () => {
    lines.length = 0
    const transport = createOutboxTransport(undefined, { log, clock })
    await transport.send(messageOf('5f0c-2'), mail)
    await transport.runMaintenance()
    expect(lines).toHaveLength(1)
    expect(await readdir(folder)).toHaveLength(1)
  })

  it('files are deleted after a week', async () => {
    const transport = createOutboxTransport(folder, { log, clock })
    await transport.send(messageOf('7777-3'), mail)
    const [old = ''] = await readdir(folder)
    const eightDaysAgo = new Date(clock.now().getTime() - 8 * 24 * 3600 * 1000)
    await utimes(join(folder, old), eightDaysAgo, eightDaysAgo)
    await transport.runMaintenance()
    const left = await readdir(folder)
    expect(left).toHaveLength(1)
    expect(left).not.toContain(old)
  })
})
