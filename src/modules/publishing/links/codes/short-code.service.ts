import { randomBytes as secureRandomBytes } from 'node:crypto'
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { DeferMode, type Ref } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { dayMs } from '../../../../platform/shared/time.ts'
import { Workspace } from '../../../identity/workspaces/index.ts'
import { Link } from '../link.entity.ts'
import { SlugNotAllowed, SlugReserved, SlugTaken } from '../link.errors.ts'
import type { LinkRules } from '../rules/link-rules.ts'
import { pageCodePrefix, type Slug, toRouteKey } from '../rules/slug-rules.ts'
import { type CodeClaim, claimCodes, retireCodes } from './code.queries.ts'
import type { CodeCheck, CodeIssue } from './code-check.types.ts'

/**
 * A code in the namespace of a domain, or in the namespace of the service itself. The key (`toRouteKey`) is unique as
 * the primary key. When its link is deleted, the row stays as a tombstone without a link until `releasedAt`, or for
 * ever.
 */
@Entity({ tableName: 'code' })
export class ShortCode {
  @PrimaryKey({ type: 'text' })
  key!: string

  @Index({ name: 'code_link_id_index' })
  @ManyToOne(() => Link, { ref: true, nullable: true, deleteRule: 'set null', deferMode: DeferMode.INITIALLY_DEFERRED })
  link: Ref<Link> | null = null

  @Index({ name: 'code_workspace_id_index' })
  @ManyToOne(() => Workspace, { ref: true, nullable: true, deleteRule: 'set null' })
  workspace: Ref<Workspace> | null = null

  /** When the code becomes available to everyone. Null: never. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  releasedAt: Date | null = null
}

/** How long the code of a deleted link without clicks stays reserved for its former owner. */
export const unclickedReservationMs = 180 * dayMs

/** Claims and releases codes. Call it in the transaction that changes the link. */
export class ShortCodeService {
  constructor(private readonly linkRules: LinkRules) {}

  /**
   * Claims the slug, or a random code if it is null. Returns the code in its display spelling, or throws `SlugTaken` with
   * up to three available suggestions.
   */
  async claimSlugOrRandom(
    context: RequestContext,
    em: EntityManager,
    slug: Slug | null,
    claim: CodeClaim,
  ): Promise<string> {
    const [code] = await this.claimAll(context, em, [{ slug, claim }])
    if (typeof code !== 'string') throw code
    return code
  }

  /**
   * Claims a slug or a random code for each of several links, in a constant number of statements. Returns for each the
   * code in its display spelling, or `SlugTaken`. `SlugTaken` is also returned for a slug of an earlier link in the
   * same call.
   */
  async claimAll(
    context: RequestContext,
    em: EntityManager,
    requests: readonly { readonly slug: Slug | null; readonly claim: CodeClaim }[],
  ): Promise<(string | SlugTaken)[]> {
    const results: (string | undefined)[] = requests.map(() => undefined)
    for (let attempt = 0; ; attempt++) {
      const wanted = new Map<string, { position: number; code: string }>()
      for (const [position, { slug, claim }] of requests.entries()) {
        if (results[position] !== undefined || (slug && attempt > 0)) continue
        const code = slug?.display ?? this.generateAllowed(attempt)
        const key = toRouteKey(claim.domainId, slug?.key ?? code)
        if (!wanted.has(key)) wanted.set(key, { position, code })
      }
      if (wanted.size > 0) {
        const claims = [...wanted].flatMap(([key, { position }]) => {
          const { claim } = requests[position] ?? {}
          return claim ? [{ key, ...claim }] : []
        })
        for (const key of await claimCodes(em, claims, context.now())) {
          const found = wanted.get(key)
          if (found) results[found.position] = found.code
        }
      }
      if (requests.every(({ slug }, position) => slug || results[position] !== undefined)) break
    }
    const taken = requests.flatMap(({ slug, claim }, position) =>
      slug && results[position] === undefined
        ? [{ slug: slug.display, toKey: (each: string) => toRouteKey(claim.domainId, each) }]
        : [],
    )
    const suggestions = await this.suggestSlugs(em, taken)
    return requests.map(({ slug }, position) => {
      const code = results[position]
      if (code !== undefined) return code
      return new SlugTaken(slug?.display ?? '', suggestions.shift() ?? [])
    })
  }

  /**
   * Whether a code can be taken now by a link of the workspace, on a domain or on the host of the service. Nothing is
   * claimed: another caller can take the code afterwards.
   */
  check(context: RequestContext, text: string, domainId: string | null): Promise<CodeCheck> {
    const parse = () => this.linkRules.parseSlug(text, 'owner', { hasDomain: domainId !== null })
    return this.checkSlug(context, parse, (each) => toRouteKey(domainId, each))
  }

  /** Whether a bio page of the workspace can have this slug now. Nothing is claimed. */
  checkPageSlug(context: RequestContext, text: string): Promise<CodeCheck> {
    return this.checkSlug(context, () => this.linkRules.parsePageSlug(text), toPageRouteKey)
  }

  private async checkSlug(
    context: RequestContext,
    parse: () => Slug | null,
    toKey: (slug: string) => string,
  ): Promise<CodeCheck> {
    let slug: Slug | null
    try {
      slug = parse()
    } catch (error) {
      return { isAvailable: false, issue: issueOf(error), suggestions: [] }
    }
    if (!slug) return { isAvailable: true, issue: null, suggestions: [] }
    const code = await context.em.findOne(ShortCode, { key: toKey(slug.key) })
    const isReleased = code?.releasedAt != null && code.releasedAt <= context.now()
    const isFormer = code !== null && code.link === null && code.workspace?.id === context.workspaceId
    if (code === null || isReleased || isFormer) return { isAvailable: true, issue: null, suggestions: [] }
    const [suggestions = []] = await this.suggestSlugs(context.em, [{ slug: slug.display, toKey }])
    return { isAvailable: false, issue: 'taken', suggestions }
  }

  private generateAllowed(attempt: number): string {
    for (;;) {
      const code = generateCode(attempt < 5 ? codeLength : codeLength + 1)
      if (this.linkRules.isCodeAllowed(code)) return code
    }
  }

  /** Claims the slug of a page and returns its code, such as `p/ada`. Throws `SlugTaken` like `claimSlugOrRandom`. */
  async claimPageSlug(context: RequestContext, em: EntityManager, slug: Slug, claim: CodeClaim): Promise<string> {
    const claimed = await claimCodes(em, [{ key: toPageRouteKey(slug.key), ...claim }], context.now())
    if (claimed.size > 0) return `${pageCodePrefix}${slug.display}`
    const [suggestions = []] = await this.suggestSlugs(em, [{ slug: slug.display, toKey: toPageRouteKey }])
    throw new SlugTaken(slug.display, suggestions, 'slug')
  }

  /**
   * Leaves a tombstone, so that nobody else gets the code. If the link was never clicked, the code becomes available
   * after 180 days.
   */
  async retire(context: RequestContext, em: EntityManager, link: Link): Promise<void> {
    await this.retireAll(context, em, [link])
  }

  /** Like `retire`, for several links. */
  async retireAll(
    context: RequestContext,
    em: EntityManager,
    links: readonly Pick<Link, 'id' | 'routeKey' | 'currentClicks'>[],
  ): Promise<void> {
    if (links.length === 0) return
    const unclickedReleasedAt = new Date(context.now().getTime() + unclickedReservationMs)
    const codes = links.map(({ id: linkId, routeKey: key, currentClicks }) => ({
      key,
      linkId,
      releasedAt: currentClicks > 0 ? null : unclickedReleasedAt,
    }))
    await retireCodes(em, codes)
  }

  /** Suggestions for each of several slugs that are taken. `toKey` makes the key of a slug where it is claimed. */
  private async suggestSlugs(
    em: EntityManager,
    taken: readonly { readonly slug: string; toKey(slug: string): string }[],
  ): Promise<string[][]> {
    if (taken.length === 0) return []
    const lists = taken.map(({ slug, toKey }) =>
      this.generateCandidates(slug).map((candidate) => ({ candidate, key: toKey(candidate) })),
    )
    const takenKeys = await findTakenKeys(
      em,
      lists.flatMap((list) => list.map(({ key }) => key)),
    )
    const toFree = (list: (typeof lists)[number]) => list.filter(({ key }) => !takenKeys.has(key)).slice(0, 3)
    return lists.map((list) => toFree(list).map(({ candidate }) => candidate))
  }

  private generateCandidates(slug: string): string[] {
    return Array.from({ length: 6 }, () => `${slug.slice(0, 60)}-${generateCode(3)}`).filter((candidate) =>
      this.linkRules.isCodeAllowed(candidate.toLowerCase()),
    )
  }
}

/** Why a slug cannot be parsed. Throws what is no mistake of the slug. */
function issueOf(error: unknown): CodeIssue {
  if (error instanceof SlugReserved) return 'reserved'
  if (error instanceof SlugNotAllowed) return 'notAllowed'
  if (error instanceof InvalidParams) return 'malformed'
  throw error
}

async function findTakenKeys(em: EntityManager, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const codes = await em.find(ShortCode, { key: { $in: [...keys] } }, { fields: ['key'], disableIdentityMap: true })
  return new Set(codes.map(({ key }) => key))
}

/** 31 characters of one case. The look-alikes 0, o, 1, i and l are left out. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** The largest multiple of 31 in a byte. Higher bytes are skipped, because they would make some characters more likely. */
const unbiasedByteLimit = 256 - (256 % alphabet.length)

/** 31 to the power of 7 gives 2.7 × 10¹⁰ codes. */
export const codeLength = 7

/** A random code of `length` characters, all equally likely, from a cryptographic source. */
export function generateCode(length: number, randomBytes: (n: number) => Uint8Array = secureRandomBytes): string {
  let code = ''
  while (code.length < length) {
    for (const byte of randomBytes(length - code.length)) {
      if (byte < unbiasedByteLimit) code += alphabet.charAt(byte % alphabet.length)
    }
  }
  return code
}

/** The key of the code of a bio page. */
function toPageRouteKey(slug: string): string {
  return toRouteKey(null, `${pageCodePrefix}${slug}`)
}
