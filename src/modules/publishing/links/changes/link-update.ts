import { ref } from '@mikro-orm/postgresql'
import { DestinationBlocked } from '../../../../platform/addresses/block-list.ts'
import { parseAll, rejectNulls } from '../../../../platform/graphql/inputs/argument-validation.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Link } from '../link.entity.ts'
import { LinkChanged } from '../link.errors.ts'
import type { UpdateUrlInput } from '../link.inputs.ts'
import type { Folder } from '../organizing/folder.entity.ts'
import { destinationsOf } from '../rules/blocked-destinations.ts'
import { assertCanCloak } from '../rules/cloaking.ts'
import { defaultTitle } from '../rules/final-destination.ts'
import { type AddressValues, fixedOptions, readLinkOptions } from '../rules/link-options.ts'
import {
  assertNoOptionConflicts,
  assertStartsBeforeEnd,
  type LinkRules,
  type RedirectOptions,
  type SlugContext,
} from '../rules/link-rules.ts'
import type { Slug } from '../rules/slug-rules.ts'

type Destinations = { readonly destination: string | undefined } & Partial<AddressValues>

/** An input for an update whose addresses are valid. An undefined value stays. */
export interface ParsedLinkUpdate {
  readonly input: UpdateUrlInput
  readonly slug: Slug | null | undefined
  readonly destinations: Destinations
}

/** Checks all rules that need no row. Throws the error of the input. */
export function parseLinkUpdate(linkRules: LinkRules, input: UpdateUrlInput, codeRules: SlugContext): ParsedLinkUpdate {
  const [slug, destination, addresses] = parseAll(
    () => (input.code === undefined ? undefined : linkRules.parseSlug(input.code, 'owner', codeRules)),
    () =>
      input.destination == null ? undefined : linkRules.parseDestination('destination', input.destination, 'owner'),
    () => linkRules.parseAddresses(input),
  )
  return { input, slug, destinations: { destination, ...addresses } }
}

/** Throws `InvalidParams` for null where an option always has a value. */
export function rejectNullOptions(input: UpdateUrlInput): void {
  const names = ['destination', 'isActive', ...fixedOptions] as const
  rejectNulls(Object.fromEntries(names.map((name) => [name, input[name]])))
}

/** What an update needs besides its input, from rows that are locked. */
export interface UpdateFacts {
  /** The fields whose new address is on the block list. */
  readonly blockedFields: readonly (keyof Destinations)[]
  readonly folder: Folder | null | undefined
  readonly passwordHash: string | null
}

/** The changes of the locked link, without its code and tags. Throws the first error. */
export function findLinkChanges(
  context: RequestContext,
  link: Link,
  { input, destinations }: ParsedLinkUpdate,
  { blockedFields, folder, passwordHash }: UpdateFacts,
): Partial<Link> {
  if (input.ifUnmodifiedSince && link.updatedAt > input.ifUnmodifiedSince) throw new LinkChanged(link.updatedAt)
  // An unchanged destination is not checked: an addition to the block list also blocks the existing links.
  const present = destinationsOf(link)
  const blockedField = blockedFields.find((field) => present[field] !== destinations[field])
  if (blockedField) throw new DestinationBlocked(blockedField)
  const { destination, ...addresses } = destinations
  const changes = omitUndefined({
    originalUrl: destination,
    title: input.title === null ? defaultTitle(destination ?? link.originalUrl) : input.title?.trim(),
    isActive: input.isActive ?? undefined,
    ...readLinkOptions(input),
    ...addresses,
    folder: folder && ref(folder),
    ...(destination !== undefined && destination !== link.originalUrl && { isFrameable: null }),
    ...(input.password !== undefined && { passwordHash, passwordVersion: link.passwordVersion + 1 }),
    updatedAt: laterOf(context.now(), new Date(link.updatedAt.getTime() + 1)),
  })
  assertNoOptionConflicts(pickRedirectOptions(link, input))
  const { startsAt = link.startsAt, expiresAt = link.expiresAt } = changes
  if (changes.startsAt || changes.expiresAt) assertStartsBeforeEnd({ startsAt, expiresAt })
  // A link that an earlier version has cloaked stays cloaked when other options change.
  const { originalUrl = link.originalUrl, isCloaked = link.isCloaked } = changes
  if (isCloaked && (originalUrl !== link.originalUrl || !link.isCloaked)) assertCanCloak(originalUrl)
  return changes
}

/** The options that exclude each other, with their values after the update. */
function pickRedirectOptions(link: Link, input: UpdateUrlInput): RedirectOptions {
  return {
    redirectType: input.redirectType ?? link.redirectType,
    clickLimit: input.clickLimit === undefined ? link.clickLimit : input.clickLimit,
    password: input.password === undefined ? link.passwordHash : input.password,
    expiresAt: input.expiresAt === undefined ? link.expiresAt : input.expiresAt,
    ruleCount: link.ruleCount,
    isCloaked: input.isCloaked ?? link.isCloaked,
    privacyMode: input.privacyMode ?? link.privacyMode,
    hasPixels: link.hasPixels,
  }
}

/** Two updates never have one time, so that `ifUnmodifiedSince` tells them apart. */
function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other
}

/** Removes the keys whose value is undefined, so that absent options are not assigned. */
function omitUndefined<T extends object>(changes: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as never
}
