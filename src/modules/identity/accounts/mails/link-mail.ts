import type { MailContent } from '../../../../platform/mail/mail.ts'
import type { Language } from '../../../../platform/web/language.ts'
import { translator } from '../../../../platform/web/texts.ts'

/** A mail with one link, by its name in the catalogues of texts. */
export type LinkMailName =
  | 'password_reset'
  | 'email_verification'
  | 'email_change'
  | 'email_change_stop'
  | 'provider_address'

/**
 * The content of a mail with one link. It does not contain the name of the account, because anybody can register the
 * address of somebody else.
 */
export function writeLinkMail(language: Language, name: LinkMailName, email: string, url: string): MailContent {
  const t = translator(language)
  return {
    subject: t(`mail.link.${name}.subject`),
    paragraphs: [t(`mail.link.${name}.lead`, { email })],
    action: { label: t(`mail.link.${name}.action`), url },
    notes: [t(`mail.link.${name}.notes.1`), t(`mail.link.${name}.notes.2`)],
  }
}
