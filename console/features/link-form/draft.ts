import { ownTitle, withScheme } from '../../app/addresses.ts'
import type { CreateUrlInput, LinkDetailsFragment, UpdateUrlInput } from '../../graph/types.ts'
import { toLocalTime } from '../../texts/local-time.ts'

/** What a form holds: texts as they are written, so that nothing is lost while somebody writes. */
export interface LinkDraft {
  readonly destination: string
  readonly code: string
  readonly domainId: string
  readonly title: string
  readonly folderId: string
  readonly tagIds: readonly string[]
  /** They are no part of `createUrl` and `updateUrl`. */
  readonly pixelIds: readonly string[]
  /** Local times of the browser, such as `2026-11-28T14:05`. */
  readonly startsAt: string
  readonly expiresAt: string
  readonly clickLimit: string
  readonly expiredUrl: string
  readonly password: string
  readonly removesPassword: boolean
  readonly utmSource: string
  readonly utmMedium: string
  readonly utmCampaign: string
  readonly utmTerm: string
  readonly utmContent: string
  readonly ogTitle: string
  readonly ogDescription: string
  readonly ogImage: string
  readonly redirectType: string
  readonly forwardQuery: boolean
  readonly forwardPath: boolean
  readonly isCloaked: boolean
  readonly privacyMode: boolean
  readonly note: string
  /** When the link was last changed; empty for a new one. */
  readonly updatedAt: string
}

/** What each part of the form gets. */
export interface FormProps {
  readonly draft: LinkDraft
  readonly onChange: (changes: Partial<LinkDraft>) => void
  /** What the service found wrong, by the names of the fields. */
  readonly problems: Readonly<Record<string, string>>
}

/** What a link has that is created with a destination alone. */
export const emptyDraft: LinkDraft = {
  destination: '',
  code: '',
  domainId: '',
  title: '',
  folderId: '',
  tagIds: [],
  pixelIds: [],
  startsAt: '',
  expiresAt: '',
  clickLimit: '',
  expiredUrl: '',
  password: '',
  removesPassword: false,
  utmSource: '',
  utmMedium: '',
  utmCampaign: '',
  utmTerm: '',
  utmContent: '',
  ogTitle: '',
  ogDescription: '',
  ogImage: '',
  redirectType: '302',
  forwardQuery: true,
  forwardPath: false,
  isCloaked: false,
  privacyMode: false,
  note: '',
  updatedAt: '',
}

export const utmFields = ['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent'] as const

/** A link as a form holds it. */
export function toDraft(link: LinkDetailsFragment): LinkDraft {
  const { tags, pixels, startsAt, expiresAt, clickLimit, redirectType, ...fields } = link
  const texts = Object.keys(emptyDraft).flatMap((name) => {
    const value = fields[name as keyof typeof fields]
    return value === undefined ? [] : [[name, value ?? '']]
  })
  return {
    ...emptyDraft,
    ...Object.fromEntries(texts),
    title: ownTitle(link),
    tagIds: tags.map((tag) => tag.id),
    pixelIds: (pixels ?? []).map((pixel) => pixel.id),
    startsAt: toLocalTime(startsAt),
    expiresAt: toLocalTime(expiresAt),
    clickLimit: clickLimit === null ? '' : String(clickLimit),
    redirectType: String(redirectType),
  }
}

/** What `createUrl` needs: the fields that are filled in. */
export function toCreateInput(draft: LinkDraft): CreateUrlInput {
  const { code, domainId, destination, ...options } = draft
  return {
    destination: withScheme(destination.trim()),
    ...(code.trim() && { code: code.trim() }),
    ...(domainId && { domainId }),
    ...changedOptions(emptyDraft, { ...emptyDraft, ...options }),
  }
}

/** The fields of which `draft` has another value than `before`. */
function changedFields(before: LinkDraft, draft: LinkDraft): (keyof LinkDraft)[] {
  const names = Object.keys(emptyDraft) as (keyof LinkDraft)[]
  return names.filter((name) => name !== 'updatedAt' && String(draft[name]) !== String(before[name]))
}

/** What was written over `begun`, written over `saved` instead: fields that only one of the two has changed are as it has them. */
export function mergeDraft(begun: LinkDraft, saved: LinkDraft, draft: LinkDraft): LinkDraft {
  const own = changedFields(begun, draft).map((name) => [name, draft[name]])
  return { ...saved, ...Object.fromEntries(own) }
}

/** The fields that both have changed, and not alike. */
export function findConflicts(begun: LinkDraft, saved: LinkDraft, draft: LinkDraft): (keyof LinkDraft)[] {
  const savedFields = changedFields(begun, saved)
  return changedFields(saved, mergeDraft(begun, saved, draft)).filter((name) => savedFields.includes(name))
}

export function changesPixels(before: LinkDraft, draft: LinkDraft): boolean {
  return String(before.pixelIds) !== String(draft.pixelIds)
}

/** Whether visitors of such a link never see the page on which pixels run. */
export function excludesPixels(draft: LinkDraft, hasPassword: boolean): boolean {
  const { redirectType, isCloaked, privacyMode } = draft
  return ['301', '308'].includes(redirectType) || isProtected(draft, hasPassword) || isCloaked || privacyMode
}

/** Whether the link has a password when this is saved; `hasPassword` says whether it has one now. */
export function isProtected({ password, removesPassword }: LinkDraft, hasPassword: boolean): boolean {
  return password !== '' || (hasPassword && !removesPassword)
}

/** What `updateUrl` needs: the fields that were changed; null where one was emptied. */
export function toUpdateInput(before: LinkDraft, draft: LinkDraft): UpdateUrlInput {
  return {
    ...(draft.destination !== before.destination && {
      destination: withScheme(draft.destination.trim()),
      // A link without a title of its own has the one of its new destination.
      ...(draft.title === '' && { title: null }),
    }),
    ...(draft.code !== before.code && { code: draft.code.trim() }),
    ...changedOptions(before, draft),
    ...(draft.removesPassword && { password: null }),
  }
}

function changedOptions(before: LinkDraft, draft: LinkDraft): Omit<CreateUrlInput, 'destination'> {
  const fixed = ['destination', 'code', 'domainId', 'pixelIds', 'removesPassword']
  const changed = changedFields(before, draft).filter((name) => !fixed.includes(name))
  return Object.fromEntries(changed.map((name) => [name, toInput(name, draft[name])]))
}

function toInput(name: string, value: unknown): unknown {
  if (value === '') return null
  if (name === 'startsAt' || name === 'expiresAt') return new Date(String(value)).toISOString()
  if (name === 'clickLimit' || name === 'redirectType') return Number(value)
  return value
}

/** The destination with the UTM parameters that the redirect adds; null while there is none or it is no address. */
export function addressWithUtm(draft: LinkDraft): string | null {
  const given = utmFields.filter((name) => draft[name].trim())
  if (given.length === 0) return null
  try {
    const url = new URL(withScheme(draft.destination.trim()))
    for (const name of given)
      url.searchParams.set(
        name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`),
        draft[name].trim(),
      )
    return url.href
  } catch {
    return null
  }
}
