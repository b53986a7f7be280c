import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as the server received it. */
export interface ReceivedMail {
  /** The recipients that the client named to the server. The headers may name others. */
  readonly recipients: readonly string[]
  readonly isEncrypted: boolean
  readonly raw: string
  header(name: string): string
  /** The decoded parts. */
  readonly text: string
  readonly html: string
}

export interface MailServer {
  readonly port: number
  readonly url: string
  readonly mails: ReceivedMail[]
  /** Every recipient that a client named, also if it was rejected. */
  readonly attempts: string[]
  /** Decides about the next recipients: undefined accepts, an error rejects, and a promise takes its time. */
  respond: (recipient: string) => Promise<Error | undefined> | Error | undefined
  /** The first mail to an address, when it has arrived. */
  mailTo(address: string): Promise<ReceivedMail>
  close(): Promise<void>
}

/** An answer of a mail server that is no success. */
export const smtpError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** A mail server on loopback. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const attempts: string[] = []
  const arrivals = new Set<() => void>()
  const server = new SMTPServer({
    authOptional: true,
    ...options,
    onRcptTo: async ({ address }, _session, callback) => {
      attempts.push(address)
      callback(await state.respond(address))
    },
    onData: async (stream, session, callback) => {
      const raw = await text(stream)
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      mails.push(parseMail(raw, recipients, session.secure))
      callback()
      for (const notify of arrivals) notify()
    },
  })
  // A client that distrusts the certificate hangs up.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const state: MailServer = {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    attempts,
    respond: () => undefined,
    mailTo: (address) => {
      const { promise, resolve } = Promise.withResolvers<ReceivedMail>()
      const check = () => {
        const found = mails.find(({ recipients }) => recipients.includes(address))
        if (!found) return
        arrivals.delete(check)
        resolve(found)
      }
      arrivals.add(check)
      check()
      return promise
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return state
}

/** The address that a mail tells to open. */
export function linkOf({ text: body }: ReceivedMail): URL {
  return new URL(/^http\S+$/m.exec(body)?.[0] ?? '')
}

function parseMail(raw: string, recipients: readonly string[], isEncrypted: boolean): ReceivedMail {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => decodeWords(new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1] ?? '')
  const part = (type: string) => {
    const [, rest = ''] = raw.split(`Content-Type: ${type}`)
    const end = rest.indexOf('\r\n\r\n')
    const [body = ''] = rest.slice(end + 4).split('\r\n----', 1)
    return decodeBody(body, /Transfer-Encoding: (\S+)/i.exec(rest.slice(0, end))?.[1]).replaceAll('\r\n', '\n')
  }
  return { recipients, isEncrypted, raw, header, text: part('text/plain'), html: part('text/html') }
}

/** Decodes encoded words (RFC 2047). */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_word, encoding: string, body: string) =>
      decodeBody(body.replaceAll('_', ' '), encoding.toLowerCase() === 'b' ? 'base64' : 'quoted-printable'),
    )
}

function decodeBody(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
