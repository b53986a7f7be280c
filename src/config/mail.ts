import { z } from 'zod'

/** A mail server. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** Whether TLS begins with the connection, and not with STARTTLS. */
  readonly isSecure: boolean
  readonly auth: { readonly user: string; readonly pass: string } | undefined
}

/** The sender of all mails. */
export interface MailSender {
  readonly name: string
  readonly address: string
}

/** `SMTP_URL`: `smtp://user:password@host:port`, or `smtps://`. */
export const mailServer = z
  .url({ protocol: /^smtps?$/, hostname: /./ })
  .transform((text) => new URL(text))
  // A user without a password, or an encoding that cannot be decoded, would only fail when the first mail is sent.
  .refine(({ pathname, search, hash }) => /^\/?$/.test(pathname) && search === '' && hash === '')
  .refine(({ username, password }) => (username === '') === (password === '') && isDecodable(username + password))
  .transform(
    ({ protocol, hostname, port, username, password }): SmtpSettings => ({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'smtps:' ? 465 : 587),
      isSecure: protocol === 'smtps:',
      auth: username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  )

/** `MAIL_FROM`: `ada@example.com` or `Ada <ada@example.com>`. */
export const mailSender = z
  .string()
  .regex(
    /^(?:[^\p{Cc}<>"@,;:]{1,100} <[^\s<>"@,;:]{1,64}@[^\s<>"@,;:]{1,190}>|[^\s<>"@,;:]{1,64}@[^\s<>"@,;:]{1,190})$/u,
  )
  .transform((text): MailSender => {
    const [, name = '', address = text] = /^(.*?) *<(.*)>$/.exec(text) ?? []
    return { name, address }
  })

/** `SECURITY_CONTACT`, as an address of security.txt (RFC 9116). */
export const securityContact = z.union([
  z.email().transform((address) => `mailto:${address}`),
  // The parser leaves out line breaks, which would begin another field.
  z
    .string()
    .regex(/^\S+$/)
    .pipe(z.url({ protocol: /^https$/, hostname: /./ })),
])

/** Whether percent-encoded text is UTF-8. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
