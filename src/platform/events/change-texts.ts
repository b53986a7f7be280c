import type { FieldChange } from '../audit-log/activity.entity.ts'
import type { FieldChanges } from './domain-events.ts'

/** What a person calls the fields of links, QR codes, bio pages, domains, pages with statistics and webhooks. */
const fieldNames: Record<string, string> = {
  code: 'short code',
  title: 'title',
  name: 'name',
  originalUrl: 'destination',
  targetUrl: 'destination',
  url: 'URL',
  notFoundUrl: 'address for unknown links',
  rootUrl: 'address of the bare domain',
  isDefault: 'default for new links',
  appleApps: 'apps for iPhones',
  androidApps: 'apps for Android',
  design: 'design',
  events: 'events',
  format: 'format',
  linkIds: 'links',
  slug: 'slug',
  logoUrl: 'logo',
  clickRetentionDays: 'days for which clicks are kept',
  weeklyExport: 'weekly export',
  expiryNoticeDays: 'days before a link expires',
  deviceRule: 'device rule',
  geoRule: 'geo rule',
  languageRule: 'language rule',
  timeRule: 'time rule',
  splitRule: 'split rule',
  deviceRuleOrder: 'order of device rules',
  geoRuleOrder: 'order of geo rules',
  languageRuleOrder: 'order of language rules',
  timeRuleOrder: 'order of time rules',
  splitRuleOrder: 'order of split rules',
  rules: 'rules',
  pixelIds: 'pixels',
  description: 'description',
  theme: 'theme',
  seoTitle: 'title for search engines',
  seoDescription: 'description for search engines',
  avatarFile: 'avatar',
  socialImageFile: 'image in previews',
  block: 'a block',
  blockOrder: 'order of blocks',
  showsLinkTitles: 'titles of links',
  folderId: 'folder',
  tagIds: 'tags',
}

/** Adds the words for the fields of a module. */
export function nameFields(names: Readonly<Record<string, string>>): void {
  Object.assign(fieldNames, names)
}

/** Says in the words of a person what was changed, such as `was changed: title, expiry date, password replaced`. */
export function describeChanges({ isActive, hasPassword, ...changes }: FieldChanges): string {
  const details = [
    ...Object.keys(changes).map((name) => fieldNames[name] ?? name),
    ...(hasPassword ? [describePasswordChange(hasPassword)] : []),
  ]
  const isSwitched = isActive ? [`switched ${isActive.to ? 'on' : 'off'}`] : []
  return details.length === 0 ? `was ${isSwitched.join()}` : `was changed: ${[...details, ...isSwitched].join(', ')}`
}

function describePasswordChange({ from, to }: FieldChanges[string]): string {
  if (!to) return 'password removed'
  return from ? 'password replaced' : 'password added'
}

/** Texts of this length are kept whole. */
const maxValueLength = 300

/** The changes as the audit log keeps them. */
export function toFieldChanges(changes: FieldChanges): FieldChange[] {
  return Object.entries(changes).map(([field, { from, to }]) => ({ field, from: toText(from), to: toText(to) }))
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength - 1)}\u2026` : text
}
