import { isIP } from 'node:net'
import { html } from 'ghtml'
import type { MailSender } from '../../config/mail.ts'
import { translator } from '../web/texts.ts'
import type { Mail } from './mail.ts'

/** A complete mail, as nodemailer takes it. */
export interface MailMessage {
  readonly messageId: string
  readonly date: Date
  readonly from: { readonly name: string; readonly address: string }
  readonly to: { readonly name: string; readonly address: string }
  /** Names the recipient once more, so that no parser of address lists decides who receives the mail. */
  readonly envelope: { readonly from: string; readonly to: readonly [string] }
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

export interface MessageOptions {
  /** The id of the job: every attempt has the same `Message-ID`, so that a mail server can recognise a second copy. */
  readonly id: string
  readonly sender: MailSender
  readonly publicUrl: string
  readonly date: Date
}

/**
 * What this service calls itself to mail servers (RFC 5321, 4.1.3 and 4.1.4) and in `Message-ID`: the host of `publicUrl`; if
 * it is a number or a single word, the domain of the sender; else the number in brackets, or the word.
 */
export function nameMailHost(sender: MailSender, publicUrl: string): string {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  const senderDomain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
  for (const name of [host, senderDomain]) if (isIP(name) === 0 && name.includes('.')) return name
  if (isIP(host) === 0) return host
  return isIP(host) === 6 ? `[IPv6:${host}]` : `[${host}]`
}

/** Adds the HTML part, the footer and the headers. Nothing in it is loaded from elsewhere. */
export function toMailMessage(mail: Mail, { id, sender, publicUrl, date }: MessageOptions): MailMessage {
  const to = mail.to.trim()
  const footer = translator(mail.language)('mail.footer', { host: new URL(publicUrl).host })
  return {
    messageId: `<${id}@${nameMailHost(sender, publicUrl)}>`,
    date,
    from: sender,
    to: { name: '', address: to },
    envelope: { from: sender.address, to: [to] },
    subject: toOneLine(mail.subject),
    text: renderText(mail, footer),
    html: renderHtml(mail, footer),
    headers: {
      'auto-submitted': 'auto-generated',
      'content-language': mail.language,
      ...unsubscribeHeaders(mail),
    },
  }
}

/** For the button of mail programs (RFC 2369, 3.2), which send a POST only over https (RFC 8058). */
function unsubscribeHeaders({ unsubscribeUrl }: Mail): Record<string, string> {
  if (unsubscribeUrl === undefined) return {}
  return {
    'list-unsubscribe': `<${unsubscribeUrl}>`,
    ...(unsubscribeUrl.startsWith('https:') && { 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }),
  }
}

/** Names of links and keys may contain anything but must not begin a header. */
function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

function renderText({ paragraphs, action, notes = [] }: Mail, footer: string): string {
  const actionLines = action ? [`${action.label}:\n${action.url}`] : []
  return `${[...paragraphs, ...actionLines, ...notes].map((each) => each.trim()).join('\n\n')}\n\n-- \n${footer}\n`
}

const styles = {
  body: 'margin:0;padding:24px 16px;font:16px/1.6 system-ui,-apple-system,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif',
  card: 'max-width:32rem;margin:0 auto',
  heading: 'margin:0 0 16px;font-size:22px;line-height:1.3',
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:12px 20px;border-radius:10px;background:#24201b;color:#fffefb;font-weight:600;text-decoration:none',
  small: 'margin:0 0 16px;font-size:14px;overflow-wrap:anywhere',
} as const

/** Mail programs ignore style sheets, so each element has its style. */
function renderHtml({ language, subject, paragraphs, action, notes = [] }: Mail, footer: string): string {
  const paragraph = (text: string) => html`<p style="${styles.paragraph}">${text}</p>`
  const button = action
    ? html`<p style="${styles.paragraph}"><a href="${action.url}" style="${styles.button}">${action.label}</a></p>
<p style="${styles.small}">${action.url}</p>`
    : ''
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="${styles.body}">
<div style="${styles.card}">
<h1 style="${styles.heading}">${subject}</h1>
!${paragraphs.map(paragraph)}
!${button}
!${notes.map(paragraph)}
<p style="${styles.small}">${footer}</p>
</div>
</body>
</html>
`
}
