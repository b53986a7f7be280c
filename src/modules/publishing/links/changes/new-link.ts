import { parseAll } from '../../../../platform/graphql/inputs/argument-validation.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { hashingCallerOf } from '../../../../platform/graphql/request-limits.ts'
import { notBefore, notInFuture } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import { hashPassword } from '../../../../platform/shared/password-hashing.ts'
import type { CreateUrlInput } from '../link.inputs.ts'
import { assertCanCloak } from '../rules/cloaking.ts'
import { defaultTitle } from '../rules/final-destination.ts'
import { type AddressValues, readLinkOptions } from '../rules/link-options.ts'
import { assertNoOptionConflicts, type LinkRules } from '../rules/link-rules.ts'
import type { Slug } from '../rules/slug-rules.ts'
import { fillUtmValues, type UtmValues } from '../utm/utm-values.ts'

/** An input for a new link whose addresses and options are valid. */
export interface ParsedNewLink {
  readonly input: CreateUrlInput
  /** Null for a random code. */
  readonly slug: Slug | null
  readonly destinations: { readonly destination: string } & Partial<AddressValues>
}

/** Checks all rules that need no other row. Throws the error of the input. */
export function parseNewLink(linkRules: LinkRules, input: CreateUrlInput, now: Date): ParsedNewLink {
  const [slug, destination, addresses] = parseAll(
    () => linkRules.parseSlug(input.code, 'owner', { hasDomain: input.domainId != null }),
    () => linkRules.parseDestination('destination', input.destination, 'owner'),
    () => linkRules.parseAddresses(input),
    () => assertInFuture(input.expiresAt, now),
    () => assertStartsBeforeEnd(input),
    () => assertNoOptionConflicts(input),
  )
  assertCanCloak({ ...input, originalUrl: destination })
  return { input, slug, destinations: { destination, ...addresses } }
}

/** The values of the new link, without its code, folder and tags. Hashes the password. */
export async function toLinkValues(
  context: RequestContext,
  { input, slug, destinations }: ParsedNewLink,
  templateValues: Partial<UtmValues>,
) {
  const now = context.now()
  const { destination: originalUrl, ...addresses } = destinations
  return {
    id: newId('lnk', now),
    workspace: context.workspaceId,
    creator: context.accountId,
    isCustom: slug !== null,
    title: input.title?.trim() ?? defaultTitle(originalUrl),
    originalUrl,
    passwordHash: input.password ? await hashPassword(hashingCallerOf(context), input.password) : null,
    ...readLinkOptions(input),
    ...fillUtmValues(input, templateValues),
    ...addresses,
    createdAt: now,
    updatedAt: now,
  }
}

/** Throws `InvalidParams` for a link that would never be open. */
export function assertStartsBeforeEnd({
  startsAt,
  expiresAt,
}: {
  readonly startsAt?: Date | null | undefined
  readonly expiresAt?: Date | null | undefined
}): void {
  if (startsAt && expiresAt && startsAt >= expiresAt)
    throw InvalidParams.forField('startsAt', notBefore({ other: 'expiresAt' }))
}

function assertInFuture(expiresAt: Date | null | undefined, now: Date): void {
  if (expiresAt && expiresAt <= now) throw InvalidParams.forField('expiresAt', notInFuture())
}
