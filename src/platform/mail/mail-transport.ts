import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { SmtpSettings } from '../../config/mail.ts'
import type { Settings } from '../../config.ts'
import type { Logger } from '../shared/logger.ts'
import { type Clock, dayMs, secondMs } from '../shared/time.ts'
import type { Mail } from './mail.ts'
import { type MailMessage, nameMailHost } from './mail-message.ts'

/** Sends mails. Throws `MailRejected` if another attempt is useless, and any other error if it is not. */
export interface MailTransport {
  send(message: MailMessage, mail: Mail): Promise<void>
  /** Deletes what has become old. */
  runMaintenance(): Promise<void>
}

/** A mail was not sent. The message has what the server answered, without the address of the recipient. */
export class MailNotSent extends Error {
  override readonly name: string = 'MailNotSent'
}

/** The server will never accept this mail. */
export class MailRejected extends MailNotSent {
  override readonly name = 'MailRejected'
}

/** Longest wait for one answer of the server. After the text it may take a while to look for spam. */
const answerTimeoutMs = 30 * secondMs
const connectTimeoutMs = 10 * secondMs

/** The errors of nodemailer. */
interface SmtpError extends Error {
  readonly code?: string
  /** The command that failed, such as `RCPT TO`. */
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/**
 * A password is sent over TLS only. Without one, TLS is used where the server offers it, but not to this machine, where
 * certificates are self-signed. Others are always verified.
 */
export function createSmtpConnection({ host, port, isSecure, auth }: SmtpSettings, ehloName: string) {
  return createTransport({
    host,
    port,
    secure: isSecure,
    ...(auth && { auth }),
    requireTLS: auth !== undefined,
    ignoreTLS: auth === undefined && /^(localhost|127\..*|::1)$/.test(host),
    name: ehloName,
    connectionTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    greetingTimeout: answerTimeoutMs,
    socketTimeout: answerTimeoutMs,
    // A text is never the name of a file or an address to load.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Sends mails to a server, each over a connection of its own. */
export function createSmtpTransport(settings: SmtpSettings, ehloName: string): MailTransport {
  const transporter = createSmtpConnection(settings, ehloName)
  return {
    send: async (message) => {
      assertSingleAddress(message.to.address)
      try {
        await transporter.sendMail({ ...message, envelope: { ...message.envelope, to: [...message.envelope.to] } })
      } catch (error) {
        throw toMailError(error as SmtpError, message.envelope.to[0])
      }
    },
    runMaintenance: async () => undefined,
  }
}

/**
 * The library reads an address as a list of addresses, and finds two in some. Nobody uses the spellings in which it could,
 * with spaces and quotes, though registration accepts them. Throws `MailRejected`.
 */
function assertSingleAddress(address: string): void {
  if (!/^[^\s\p{Cc}"(),:;<>@[\\\]]+@[^\s\p{Cc}"(),:;<>@\\]+$/u.test(address))
    throw new MailRejected('no mail can be sent to an address of this form')
}

/**
 * A final answer (5xx) to the recipient or to the text concerns this mail alone, and so does an address that the library
 * refuses. Everything else concerns the server or the settings, and the mail waits until that is repaired.
 */
function toMailError(error: SmtpError, recipient: string): MailNotSent {
  const { code = 'unknown', command = '', response, responseCode } = error
  const isFinalAnswer = (responseCode ?? 0) >= 500 && (command === 'RCPT TO' || command === 'DATA')
  const isImpossible = code === 'EENVELOPE' && responseCode === undefined
  const reason = `${code} ${command}: ${response ?? error.message}`.replaceAll(recipient, '<recipient>')
  // Without the error itself as the cause, because it repeats the recipient.
  return isFinalAnswer || isImpossible ? new MailRejected(reason) : new MailNotSent(reason)
}

/** Without SMTP_URL: the log, and a folder unless the database is in memory. */
export function createMailTransport(
  { smtp, mailSender, publicUrl, database, dataFolder }: Settings,
  dependencies: OutboxDependencies,
): MailTransport {
  if (smtp) return createSmtpTransport(smtp, nameMailHost(mailSender, publicUrl))
  return createOutboxTransport(database.kind === 'memory' ? undefined : join(dataFolder, 'outbox'), dependencies)
}

interface OutboxDependencies {
  readonly log: Pick<Logger, 'info'>
  readonly clock: Clock
}

/** How long files of the outbox are kept. */
const outboxRetentionMs = 7 * dayMs

/**
 * Without a mail server: writes each mail to the log, with its link, and to a file that mail programs open. No folder for
 * an installation that stores nothing.
 */
export function createOutboxTransport(folder: string | undefined, { log, clock }: OutboxDependencies): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true })
  return {
    send: async (message, { to, subject, action }) => {
      if (folder !== undefined) {
        const { message: bytes } = await composer.sendMail({
          ...message,
          envelope: { ...message.envelope, to: [...message.envelope.to] },
        })
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const name = `${message.date.toISOString().replaceAll(/[:.]/g, '-')}-${message.messageId.slice(1, 9)}.eml`
        await writeFile(join(folder, name), bytes as Buffer, { mode: 0o600 })
      }
      log.info(`Mail to ${to}: ${JSON.stringify(subject)}${action ? ` ${action.url}` : ''}`)
    },
    runMaintenance: async () => {
      const names = folder === undefined ? [] : await readdir(folder).catch(() => [])
      for (const name of names.filter((each) => each.endsWith('.eml'))) {
        const file = join(folder ?? '', name)
        if (clock.now().getTime() - (await stat(file)).mtimeMs > outboxRetentionMs) await rm(file, { force: true })
      }
    },
  }
}
