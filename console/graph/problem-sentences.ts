import type { I18n } from '@lingui/core'
import type { TextId } from '../texts/texts.ts'

/** Why an operation failed, in the words of the console (problem-sentences.ts). */
export interface Problem {
  /** A sentence for people. */
  readonly message: string
  /** What is wrong with the fields of a form, by their names. */
  readonly fields: Readonly<Record<string, string>>
  readonly code?: string
}

/** What the service says about something that it refuses: codes and values, with sentences for developers. */
export interface ReportedError {
  readonly message: string
  readonly code?: string
  readonly details?: readonly ReportedField[]
  /** How long to wait; REST says it in a header. */
  readonly retryAfterSeconds?: number
}

interface ReportedField {
  readonly field: string
  readonly issue: string
  readonly code?: string
  readonly values?: Readonly<Record<string, string | number>>
}

/** What the forms call the fields of inputs. */
export const labels: Readonly<Record<string, TextId>> = {
  destination: 'field.destination',
  url: 'field.destination',
  longUrl: 'field.destination',
  code: 'field.code',
  customUrl: 'field.code',
  name: 'field.name',
  title: 'form.title',
  slug: 'field.slug',
  email: 'field.email',
  newPassword: 'form.newPassword',
  password: 'form.password',
  startsAt: 'form.startsAt',
  expiresAt: 'form.expiresAt',
  clickLimit: 'form.clickLimit',
  expiredUrl: 'form.expiredUrl',
  notFoundUrl: 'form.notFoundUrl',
  rootUrl: 'form.rootUrl',
  host: 'form.host',
  appId: 'domains.appId',
  components: 'domains.components',
  packageName: 'domains.packageName',
  sha256CertFingerprints: 'domains.sha256CertFingerprints',
  pixelId: 'form.pixelId',
  folderId: 'form.folder',
  folder: 'form.folder',
  tagIds: 'form.tags',
  tags: 'form.tags',
  pixelIds: 'form.pixels',
  isCloaked: 'form.cloaked',
  redirectType: 'form.redirectType',
  forwardQuery: 'form.forwardQuery',
  forwardPath: 'form.forwardPath',
  privacyMode: 'form.privacy',
  note: 'form.note',
  ogTitle: 'form.ogTitle',
  ogDescription: 'form.ogDescription',
  ogImage: 'form.ogImage',
  utmSource: 'form.utmSource',
  utmMedium: 'form.utmMedium',
  utmCampaign: 'form.utmCampaign',
  utmTerm: 'form.utmTerm',
  utmContent: 'form.utmContent',
  values: 'rules.matchType',
  languages: 'rules.languages',
  days: 'rules.days',
  startTime: 'rules.startTime',
  endTime: 'rules.endTime',
  timezone: 'rules.timezone',
  endsAt: 'rules.endsAt',
  weight: 'rules.weight',
  blockMessage: 'rules.blockMessage',
  color: 'qr.color',
  background: 'qr.background',
  margin: 'qr.margin',
  image: 'qr.logo',
  logoId: 'qr.logo',
  question: 'ask.question',
  events: 'webhooks.events',
  redirectUris: 'applications.addresses',
  scopes: 'keys.scopes',
  accentColor: 'pages.accent',
  content: 'pages.content',
}

/** A sentence about the whole of an error, and one for each field of a form. `texts` has all texts. */
export function describeError({ message, ...extensions }: ReportedError, texts: I18n): Problem {
  const t = (id: TextId, values?: object) => texts._(id, { ...values })
  const find = (id: string) => id in texts.messages
  const { code, details = [] } = extensions
  const general = (issue: string) => t('error.other', { message: issue })
  const values = { ...details[0], ...extensions, wait: describeWait(texts.locale, extensions.retryAfterSeconds) }
  const own = find(`error.${code}`) ? t(`error.${code}` as TextId, values) : undefined
  const sentences = details.map(({ field, issue, code, values }) => {
    const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field
    const path = field.replace(/^input\./, '')
    return {
      name,
      path,
      sentence: find(`issue.${code}`) ? t(`issue.${code}` as TextId, values) : (own ?? general(issue)),
    }
  })
  const [first] = sentences
  const label = first && labels[first.name]
  const about = label ? t('error.field', { name: t(label), sentence: first.sentence }) : first?.sentence
  const fields = Object.fromEntries(
    sentences.flatMap(({ name, path, sentence }) =>
      // A field of one of several is named with its place too, such as `blocks.2.url`.
      name in labels ? [[name, sentence] as const, [path, sentence] as const] : [],
    ),
  )
  return { message: own ?? about ?? general(message), fields, ...(code && { code }) }
}

/** In seconds below a minute, otherwise in whole minutes, rounded up. */
function describeWait(locale: string, seconds = 60): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
