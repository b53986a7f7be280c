import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { readSettings } from '../../src/config.ts'
import type { Mail } from '../../src/platform/mail/mail.ts'
import { nameMailHost, toMailMessage } from '../../src/platform/mail/mail-message.ts'
import { createSmtpTransport, MailNotSent, MailRejected } from '../../src/platform/mail/mail-transport.ts'
import { localCertificate, localCertificateKey } from '../support/certificate.ts'
import { linkOf, type MailServer, smtpError, startMailServer } from '../support/mail-server.ts'

const mail: Mail = {
  to: 'ada@example.com',
  language: 'de',
  subject: 'Grüße an „Ada“',
  paragraphs: ['Hällo <b>Ada</b> & Grace.', 'Noch ein Absatz.'],
  action: { label: 'Öffnen', url: `https://tack.test/account/reset?token=${'x'.repeat(43)}&a=1` },
  notes: ['Gilt eine Stunde.'],
}

let server: MailServer | undefined
const defaultCertificates = getCACertificates('default')
afterEach(async () => {
  setDefaultCACertificates(defaultCertificates)
  await server?.close()
  server = undefined
})

/** Sends over the server that the setting names. */
function send(url: string, changes: Partial<Mail> = {}): Promise<void> {
  const { smtp, mailSender: sender } = readSettings({ SMTP_URL: url, MAIL_FROM: 'Tack <tack@example.com>' })
  if (!smtp) throw new Error('no server')
  const changed = { ...mail, ...changes }
  const options = { id: 'job-1', sender, publicUrl: 'https://tack.test/base', date: new Date('2026-11-23T10:00:00Z') }
  return createSmtpTransport(smtp, 'tack.test').send(toMailMessage(changed, options), changed)
}

/** The error of a mail that was not sent. */
const failure = async (sending: Promise<void>) => {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(MailNotSent)
  return error as Error
}

it.each([
  ['https://go.example.com', 'ada@example.org', 'go.example.com'],
  ['http://127.0.0.1:3000', 'ada@example.org', 'example.org'],
  ['http://[::1]:3000', 'ada@localhost', '[IPv6:::1]'],
  ['http://127.0.0.1:3000', 'tack@localhost', '[127.0.0.1]'],
  ['http://links:3000', 'ada@example.org', 'example.org'],
  ['http://links:3000', 'ada@10.0.0.1', 'links'],
])('the service at %s that writes as %s calls itself %s', async (publicUrl, address, name) => {
  const greeted: string[] = []
  server = await startMailServer({
    onMailFrom: (_address, session, callback) => {
      greeted.push(session.hostNameAppearsAs)
      callback()
    },
  })
  const { smtp, mailSender: sender } = readSettings({ SMTP_URL: server.url, MAIL_FROM: `Tack <${address}>` })
  if (!smtp) throw new Error('no server')
  const message = toMailMessage(mail, { id: 'job-1', sender, publicUrl, date: new Date('2026-11-23T10:00:00Z') })
  await createSmtpTransport(smtp, nameMailHost(sender, publicUrl)).send(message, mail)
  expect(greeted).toEqual([name.toLowerCase()])
  expect(server.mails[0]?.header('Message-ID')).toBe(`<job-1@${name}>`)
})

describe('a mail', () => {
  it('has a plain and an HTML part in its language, and headers that stay the same in each attempt', async () => {
    server = await startMailServer()
    await send(server.url)
    await send(server.url)
    const [first, second] = server.mails
    expect(first?.recipients).toEqual(['ada@example.com'])
    expect(first?.header('From')).toBe('Tack <tack@example.com>')
    expect(first?.header('To')).toBe('ada@example.com')
    expect(first?.header('Subject')).toBe('Grüße an „Ada“')
    expect(first?.header('Content-Language')).toBe('de')
    expect(first?.header('Auto-Submitted')).toBe('auto-generated')
    expect(first?.header('Message-ID')).toBe('<job-1@tack.test>')
    expect(second?.header('Message-ID')).toBe('<job-1@tack.test>')
    expect(first?.text).toBe(
      `Hällo <b>Ada</b> & Grace.\n\nNoch ein Absatz.\n\nÖffnen:\n${mail.action?.url}\n\nGilt eine Stunde.\n\n` +
        '-- \nDiese Nachricht hat Tack auf tack.test gesendet. Antworten werden nicht gelesen.\n',
    )
    expect(linkOf(first as never).href).toBe(mail.action?.url)
    expect(first?.html).toContain('<html lang="de">')
    expect(first?.html).toContain('Hällo &#60;b&#62;Ada&#60;/b&#62; &#38; Grace.')
    expect(first?.html).toContain(
      `href="${mail.action?.url.replaceAll(/[&=]/g, (character) => `&#${character.charCodeAt(0)};`)}"`,
    )
    // Nothing is loaded from elsewhere.
    expect(first?.html).not.toMatch(/<(img|link|script|style|iframe)|url\(|@import/i)
  })

  it('has no header of its subject, whatever that contains', async () => {
    server = await startMailServer()
    await send(server.url, { subject: 'Key "a\r\nBcc: eve@example.com\u2028X-Own: 1\u0000"\n\n<b>text</b>' })
    const [received] = server.mails
    expect(received?.recipients).toEqual(['ada@example.com'])
    expect(received?.header('Bcc')).toBe('')
    expect(received?.header('X-Own')).toBe('')
    expect(received?.header('Subject')).toBe('Key "a Bcc: eve@example.com X-Own: 1 " <b>text</b>')
  })

  it.each([
    '"eve@example.net, ada"@example.com',
    '"ada eve@example.net"@example.com',
    '"<eve@example.net>"@example.com',
    'ada@example.com\r\nRCPT TO:<eve@example.net>',
    'ada@example.com, eve@example.net',
    'ada@example.com@example.net',
  ])('is not sent to %j, which could be read as more than one address', async (to) => {
    server = await startMailServer()
    expect(await failure(send(server.url, { to }))).toBeInstanceOf(MailRejected)
    expect(server.attempts).toEqual([])
  })
})

describe('a server that does not accept a mail', () => {
  it('is asked again after a temporary answer', async () => {
    server = await startMailServer()
    server.respond = () => smtpError(451, 'Try again later')
    const error = await failure(send(server.url))
    expect(error).not.toBeInstanceOf(MailRejected)
    expect(error.message).toContain('451')
  })

  it('is not asked again after a final answer, which is kept without the address', async () => {
    server = await startMailServer()
    server.respond = (recipient) => smtpError(550, `No user <${recipient}> here`)
    const error = await failure(send(server.url))
    expect(error).toBeInstanceOf(MailRejected)
    expect(error.message).toContain('550 No user <<recipient>> here')
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('ada@example.com')
  })

  it('is asked again when it cannot be reached', async () => {
    server = await startMailServer()
    const { url } = server
    await server.close()
    expect(await failure(send(url))).not.toBeInstanceOf(MailRejected)
  })
})

describe('TLS', () => {
  const tls = { cert: localCertificate, key: localCertificateKey }
  const trust = () => setDefaultCACertificates([...defaultCertificates, localCertificate])
  const credentials = 'ada:hunter2%40'
  const acceptAda: SMTPServerOptions = {
    onAuth: ({ username, password }, _session, callback) =>
      callback(null, username === 'ada' && password === 'hunter2@' ? { user: 'ada' } : { message: 'no' }),
  }

  it('is used from the beginning with smtps', async () => {
    trust()
    server = await startMailServer({ ...tls, ...acceptAda, secure: true, authOptional: false })
    await send(`smtps://${credentials}@localhost:${server.port}`)
    expect(server.mails).toMatchObject([{ isEncrypted: true }])
  })

  it('is required by a password', async () => {
    trust()
    server = await startMailServer({ ...tls, ...acceptAda, authOptional: false })
    await send(`smtp://${credentials}@localhost:${server.port}`)
    expect(server.mails).toMatchObject([{ isEncrypted: true }])
  })

  it('that a server does not offer is an error before a password is sent', async () => {
    const passwords: unknown[] = []
    server = await startMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, callback) => {
        passwords.push(password)
        callback(null, { user: 'ada' })
      },
    })
    expect((await failure(send(`smtp://${credentials}@localhost:${server.port}`))).message).toContain('ETLS')
    expect(passwords).toEqual([])
    expect(server.mails).toEqual([])
  })

  it('with an unknown certificate is an error', async () => {
    server = await startMailServer({ ...tls, ...acceptAda, secure: true })
    const error = await failure(send(`smtps://${credentials}@localhost:${server.port}`))
    expect(error).not.toBeInstanceOf(MailRejected)
    expect(error.message).toMatch(/certificate/)
    expect(server.mails).toEqual([])
  })

  it('and a wrong password is an error that may be repaired, without the password', async () => {
    trust()
    server = await startMailServer({ ...tls, ...acceptAda, secure: true, authOptional: false })
    const error = await failure(send(`smtps://ada:hunter3%40@localhost:${server.port}`))
    expect(error).not.toBeInstanceOf(MailRejected)
    expect(error.message).toContain('EAUTH')
    expect(error.message).not.toContain('hunter3')
  })
})
