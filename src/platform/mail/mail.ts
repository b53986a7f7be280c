import type { Language } from '../web/language.ts'

/** What a mail says, as plain text. A module writes it in the language of the mail. */
export interface MailContent {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** A button in HTML, and an address on a line of its own in plain text. */
  readonly action?: { readonly label: string; readonly url: string }
  /** Paragraphs after the action. */
  readonly notes?: readonly string[]
  /** The address of a page where the person can end such mails, for mails that come again and again. */
  readonly unsubscribeUrl?: string
}

/** A mail to one address. */
export interface Mail extends MailContent {
  readonly to: string
  readonly language: Language
}

/** A mail to be sent: the ids it is written from. */
export interface MailOrder<T extends object> {
  readonly data: T
  /** The language of the request that caused it. */
  readonly language: Language
}

/** An order in the queue. */
export interface QueuedMail<T extends object> extends MailOrder<T> {
  /** The same in each attempt. */
  readonly id: string
}

/** A kind of mail, written when it is sent: so the queue holds ids, and neither texts nor secret links. */
export interface MailKind<T extends object> {
  /** In the queue and in the log, such as `password_reset`. */
  readonly name: string
  /** A mail that could not be sent for so long is dropped. */
  readonly ttlSeconds: number
  /** Writes the mail in the language of its order; null if there is nothing to send any more. */
  write(order: QueuedMail<T>): Promise<Mail | null>
}
