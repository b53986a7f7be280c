import { LockMode } from '@mikro-orm/postgresql'
import type { Plans } from '../../../../config/plan.ts'
import { DestinationBlocked, findBlockedAddresses } from '../../../../platform/addresses/block-list.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import { createPace } from '../../../../platform/shared/event-loop/pace.ts'
import { PlanLimitReached } from '../../../../platform/shared/general.errors.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import { ServiceError } from '../../../../platform/shared/service-error.ts'
import type { Clock } from '../../../../platform/shared/time.ts'
import { Workspace } from '../../../identity/workspaces/index.ts'
import { insertLinks, lockLinkCount } from '../changes/link-insert.queries.ts'
import { claimCodes } from '../codes/code.queries.ts'
import { Domain } from '../domains/domain.entity.ts'
import { SlugTaken } from '../link.errors.ts'
import { destinationsOf, listAddresses, pickBlockedFields } from '../rules/blocked-destinations.ts'
import type { LinkRules } from '../rules/link-rules.ts'
import { toRouteKey } from '../rules/slug-rules.ts'
import { planSlug } from './closest-slug.ts'
import { findTakenKeys, insertLinkTags } from './import-rows.queries.ts'
import {
  type ImportedAddress,
  type ImportedLink,
  ImportOvertaken,
  type LinkImportOptions,
  type RowResult,
  toRowFailure,
} from './imported-link.ts'
import { type ImportedRule, noRules, type PreparedRules, type RuleImporter } from './imported-rule.ts'
import { type PlacedRow, type PlannedLink, toAddress, toLinkRow } from './planned-link.ts'
import { NamedPlaces } from './row-placement.ts'
import { type CheckedRow, checkRow } from './row-rules.ts'
import { SlugPlan } from './slug-plan.ts'

interface LinkImporterDependencies {
  readonly linkRules: LinkRules
  readonly clock: Clock
  readonly plans: Plans
}

export interface ImportedSlice {
  /** In the order of the links. */
  readonly results: readonly RowResult[]
  /** The links that are created, or would be, in the same order; null for the others. */
  readonly links: readonly (ImportedAddress | null)[]
  /** The keys of new routes, which the cache may know as unknown: invalidate them after the commit. */
  readonly routeKeys: readonly string[]
}

/**
 * Creates the links of a slice of rows in the transaction of `em`, with a constant number of statements. The rules, the
 * block list and the limits of the workspace apply to each row, and when a row breaks one of them, its result says so
 * and no error is thrown.
 */
export class LinkImporter {
  private ruleImporter: RuleImporter | null = null

  constructor(private readonly dependencies: LinkImporterDependencies) {}

  /** The module of rules calls it, because that module comes later. */
  useRules(ruleImporter: RuleImporter): void {
    this.ruleImporter = ruleImporter
  }

  /** Call it before the transaction locks a row. Throws `ImportOvertaken` when the slice has to be repeated. */
  async importSlice(
    em: EntityManager,
    options: LinkImportOptions,
    rows: readonly ImportedLink[],
  ): Promise<ImportedSlice> {
    const now = this.dependencies.clock.now()
    const results = new Map<string, RowResult>()
    const attempt = <T extends LinkPosition, R>(items: readonly T[], act: (item: T) => R): R[] =>
      items.flatMap((item) => {
        try {
          return [act(item)]
        } catch (error) {
          results.set(keyOf(item), toFailure(item.row, error))
          return []
        }
      })
    const checked: CheckedRow[] = []
    const pace = createPace()
    for (const row of rows) {
      try {
        checked.push(await checkRow(row, this.dependencies.linkRules, (rules) => this.prepareRules(rules, now)))
      } catch (error) {
        results.set(keyOf(row), toFailure(row.row, error))
      }
      await pace()
    }
    const blocked = await findBlockedAddresses(em, [...new Set(checked.flatMap(addressesOf))])
    const allowed = attempt(checked, (row) => assertNotBlocked(row, blocked))
    const placed = await this.place(em, options, allowed, attempt, now)
    const planned = await this.plan(em, options, placed, results, now)
    if (!options.isDryRun && planned.length > 0) await this.insert(em, options, planned, now)
    const addresses = new Map(planned.map((each) => [keyOf(each.row), toAddress(each)]))
    return {
      results: rows.map((each) => results.get(keyOf(each)) ?? { row: each.row, status: 'created' }),
      links: rows.map((each) => addresses.get(keyOf(each)) ?? null),
      routeKeys: planned.map(({ key }) => key),
    }
  }

  /** Finds the domains, folders and tags of rows, and checks their slugs. */
  private async place(
    em: EntityManager,
    { workspaceId, isDryRun, onConflict }: LinkImportOptions,
    rows: readonly CheckedRow[],
    attempt: (rows: readonly CheckedRow[], act: (row: CheckedRow) => PlacedRow) => PlacedRow[],
    now: Date,
  ): Promise<PlacedRow[]> {
    const { linkRules } = this.dependencies
    const domains = await findDomains(em, workspaceId, [...new Set(rows.flatMap(({ host }) => host ?? []))])
    const open = { workspaceId, isDryRun, now }
    const folderNames = rows.flatMap(({ folder }) => folder ?? [])
    const folders = await NamedPlaces.open(em, 'folder', folderNames, open)
    const tagNames = rows.flatMap(({ tags }) => tags)
    const tags = await NamedPlaces.open(em, 'tag', tagNames, open)
    return attempt(rows, (row) => {
      const domain = domains.get(row.host ?? '') ?? null
      return {
        ...row,
        domain,
        plannedSlug: planSlug(row.slug, onConflict, (text) =>
          linkRules.parseSlug(text, 'owner', { hasDomain: domain !== null, isImported: true }),
        ),
        folderId: row.folder === null ? null : folders.idOf(row.folder),
        tagIds: row.tags.map((tag) => tags.idOf(tag)),
      }
    })
  }

  /** Decides about conflicts and the limit of links, in the order of the rows. */
  private async plan(
    em: EntityManager,
    { workspaceId, onConflict, plannedLinks }: LinkImportOptions,
    rows: readonly PlacedRow[],
    results: Map<string, RowResult>,
    now: Date,
  ): Promise<PlannedLink[]> {
    const slugKeys = rows.flatMap(({ plannedSlug: { slug }, domain }) =>
      slug ? toRouteKey(domain?.id ?? null, slug.key) : [],
    )
    const taken = await findTakenKeys(em, workspaceId, slugKeys, now)
    const { maximum, used } = await this.readLimit(em, workspaceId)
    const slugPlan = new SlugPlan(taken, onConflict, (code) => this.dependencies.linkRules.isCodeAllowed(code))
    const planned: PlannedLink[] = []
    for (const row of rows) {
      const toKey = (code: string) => toRouteKey(row.domain?.id ?? null, code)
      const decision = slugPlan.decide(row.plannedSlug, toKey)
      const total = used + plannedLinks + planned.length
      const set = (result: RowResult) => results.set(keyOf(row), result)
      const { isTwin } = decision
      if (decision.kind === 'skip') set({ row: row.row, status: 'skipped', isTwin })
      else if (decision.kind === 'taken')
        set(toFailure(row.row, new SlugTaken(row.plannedSlug.slug?.display ?? '', [])))
      else if (total >= maximum) set(toFailure(row.row, new PlanLimitReached('links', maximum, total, 'workspace')))
      else {
        if (decision.kind === 'renamed') set({ row: row.row, status: 'renamed', isTwin })
        const { code } = decision
        planned.push({ row, id: newId('lnk', now), code, key: toKey(code) })
      }
    }
    return planned
  }

  private async insert(
    em: EntityManager,
    { workspaceId, creatorId, importId }: LinkImportOptions,
    planned: readonly PlannedLink[],
    now: Date,
  ): Promise<void> {
    const claims = planned.map(({ key, id }) => ({ key, linkId: id, workspaceId, releasedAt: null }))
    if ((await claimCodes(em, claims, now)).size < planned.length) throw new ImportOvertaken()
    // After the codes, as for a single link, so that neither waits for the other.
    const { linkCount: used } = await lockLinkCount(em, workspaceId)
    if (used + planned.length > (await this.readLimit(em, workspaceId)).maximum) throw new ImportOvertaken()
    await insertLinks(
      em,
      workspaceId,
      planned.map((link) => toLinkRow(link, { workspaceId, creatorId, importId, now })),
    )
    const withRules = planned.map(({ id, row }) => ({ linkId: id, rules: row.preparedRules }))
    await this.ruleImporter?.insert(em, withRules)
    await insertLinkTags(
      em,
      planned.flatMap(({ id, row }) => row.tagIds.map((tag_id) => ({ link_id: id, tag_id }))),
    )
  }

  private async prepareRules(rules: readonly ImportedRule[], now: Date): Promise<PreparedRules> {
    return rules.length === 0 ? noRules : ((await this.ruleImporter?.prepare(rules, now)) ?? noRules)
  }

  private async readLimit(em: EntityManager, id: string): Promise<{ maximum: number; used: number }> {
    const options = { fields: ['plan', 'linkCount'], disableIdentityMap: true, ...withoutQueryLog() } as const
    const { plan, linkCount } = await em.findOneOrFail(Workspace, { id }, options)
    return { maximum: this.dependencies.plans[plan].links, used: linkCount }
  }
}

/** A link of a file. */
type LinkPosition = Pick<ImportedLink, 'row' | 'part'>

function keyOf({ row, part }: LinkPosition): string {
  return `${row}.${part}`
}

function addressesOf(row: CheckedRow): string[] {
  return [...listAddresses(destinationsOf(row)), ...row.preparedRules.destinations]
}

function assertNotBlocked(row: CheckedRow, blocked: ReadonlySet<string>): CheckedRow {
  const [field] = pickBlockedFields(destinationsOf(row), blocked)
  if (field) throw new DestinationBlocked(field)
  if (row.preparedRules.destinations.some((address) => blocked.has(address))) throw new DestinationBlocked('rules')
  return row
}

/** A failure that names its inputs like files and REST. */
function toFailure(row: number, error: unknown): RowResult {
  if (error instanceof ServiceError)
    error.useNames({ input: (name) => (name === 'destination' ? 'longUrl' : name === 'code' ? 'customUrl' : name) })
  return toRowFailure(row, error)
}

/** The verified domains of the workspace by their hosts, which stay until the commit. */
async function findDomains(
  em: EntityManager,
  workspace: string,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, Domain>> {
  if (hosts.length === 0) return new Map()
  const where = { workspace, status: 'verified' as const, host: { $in: [...hosts] } }
  const options = { lockMode: LockMode.PESSIMISTIC_READ, disableIdentityMap: true, ...withoutQueryLog() } as const
  const domains = await em.find(Domain, where, { ...options, orderBy: { id: 'asc' } })
  return new Map(domains.map((domain) => [domain.host, domain]))
}
