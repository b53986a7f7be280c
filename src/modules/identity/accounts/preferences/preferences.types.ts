import { createEnumType } from '../../../../platform/shared/enum-type.ts'
import type { Language } from '../../../../platform/web/language.ts'

export const LanguageType = createEnumType<Language>('Language', 'A language of the pages and mails of the service.', {
  en: 'English.',
  de: 'German.',
  fr: 'French.',
  es: 'Spanish.',
})

/**
 * The mails that a person can do without. The others are about the security of the account, or say why the service has blocked
 * a link.
 */
export type OptionalMail =
  | 'api_key_expires'
  | 'webhook_disabled'
  | 'domain_unproven'
  | 'link_expiring'
  | 'weekly_export'
export const OptionalMail = createEnumType<OptionalMail>('OptionalMail', 'A mail that a person can do without.', {
  api_key_expires: 'An API key of the person expires in 7 days.',
  webhook_disabled: 'The service has switched off a webhook. To owners and admins.',
  domain_unproven: 'The DNS record of a domain is missing. To owners and admins.',
  link_expiring: 'Links expire soon. To owners and admins, and to members those that they have created.',
  weekly_export: 'The weekly export of a workspace is ready. To owners and admins.',
})
