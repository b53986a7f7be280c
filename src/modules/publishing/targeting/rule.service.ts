import type { EntityManager } from '../../../platform/database/database.ts'
import type { FieldChanges } from '../../../platform/events/domain-events.ts'
import type { EventPublisher } from '../../../platform/events/event-publisher.ts'
import type { MovedLinks, TransactionHook } from '../../../platform/events/transaction-hook.ts'
import { rejectNulls } from '../../../platform/graphql/inputs/argument-validation.ts'
import { batchPerRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import type { ParentIds } from '../../../platform/graphql/success-response.types.ts'
import { defineIssue } from '../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { newId } from '../../../platform/shared/ids.ts'
import {
  assertDestinationsNotBlocked,
  assertNoOptionConflicts,
  Link,
  LinkNotFound,
  type LinkRules,
  loadOwnedLink,
  lockOwnedLink,
  publishLinkChanges,
  type RouteCache,
} from '../links/index.ts'
import { RoutingRule } from './routing-rule.entity.ts'
import { assertRoomForRule, assertValidRule, type RuleKindDefinition, sortRules, toRouteRules } from './rule-kinds.ts'
import { RuleNotFound } from './targeting.errors.ts'

const otherRules = defineIssue('OTHER_RULES', 'must name each of the {count} {kind} of the link once')

export interface RuleServiceDependencies {
  readonly linkRules: LinkRules
  readonly routeCache: RouteCache
  readonly eventPublisher: EventPublisher
  readonly linksMoved: TransactionHook<MovedLinks>
}

/** The fields of an input, in the form that a client sends. */
export type RuleInput = Readonly<Record<string, unknown>> & {
  readonly destination?: string | null
  readonly priority?: number | null
  readonly isActive?: boolean | null
}

/** A locked link with all of its rules. */
export interface LockedRules {
  readonly em: EntityManager
  readonly link: Link
  readonly rules: RoutingRule[]
}

/** The rules of the caller's links. A change locks the link, so the rules of a link change one after the other. */
export class RuleService {
  /** The rules of a link in the order in which they are tried. */
  readonly loadAll = batchPerRequest<string, RoutingRule[]>(async ({ em }, linkIds) => {
    const rules = await em.find(RoutingRule, { link: { $in: [...linkIds] } })
    const rulesByLink = Map.groupBy(rules, ({ link }) => link.id)
    return linkIds.map((id) => sortRules(rulesByLink.get(id) ?? []))
  })

  constructor(private readonly dependencies: RuleServiceDependencies) {}

  /** The rules of one kind of a link, in their order. Throws `LinkNotFound`. */
  async list(context: RequestContext, { kind }: RuleKindDefinition, linkId: string): Promise<RoutingRule[]> {
    const link = await loadOwnedLink(context, linkId)
    if (link?.kind !== 'link') throw new LinkNotFound()
    return context.em.find(RoutingRule, { link: linkId, kind }, { orderBy: { priority: 'asc' } })
  }

  /** Adds a rule. Throws `LinkNotFound`, `PlanLimitReached`, `OptionConflict` and the errors of destinations. */
  create(
    context: RequestContext,
    definition: RuleKindDefinition,
    linkId: string,
    input: RuleInput,
  ): Promise<RoutingRule> {
    const now = context.now()
    const { destination = null, ...fields } = this.parseFields(definition, input)
    return this.change(context, linkId, { destination }, async ({ em, link, rules }) => {
      const siblings = assertRoomForRule(definition, rules)
      const { redirectType, isCloaked, privacyMode } = link
      assertNoOptionConflicts({ redirectType, isCloaked, privacyMode, ruleCount: rules.length + 1 })
      const rule = createRule(definition, { ...fields, destination, isActive: input.isActive ?? true }, now)
      assertValidRule(definition, rule)
      rule.link = em.getReference(Link, link.id, { wrapped: true })
      moveRule(siblings, rule, input.priority ?? siblings.length + 1)
      em.persist(rule)
      rules.push(rule)
      return { result: rule, changes: { [definition.changeName]: { from: null, to: describeRule(definition, rule) } } }
    })
  }

  /** Changes the given fields of a rule. Throws the errors of `create`, and `RuleNotFound`. */
  update(
    context: RequestContext,
    definition: RuleKindDefinition,
    { id, ruleId }: { readonly id: string; readonly ruleId: string },
    input: RuleInput,
  ): Promise<RoutingRule> {
    const clearable = new Set(definition.clearableFields)
    rejectNulls(Object.fromEntries(Object.entries(input).filter(([name]) => !clearable.has(name))))
    const fields = this.parseFields(definition, input)
    return this.change(context, id, { destination: fields.destination ?? null }, async ({ rules }) => {
      const rule = findRule(rules, definition, ruleId)
      const before = describeRule(definition, rule)
      const changes = { ...fields, ...(input.isActive != null && { isActive: input.isActive }) }
      assertValidRule(definition, Object.assign(Object.create(Object.getPrototypeOf(rule)), { ...rule }, changes))
      Object.assign(rule, changes, { updatedAt: context.now() })
      if (input.priority != null)
        moveRule(
          rules.filter((each) => each.kind === rule.kind && each !== rule),
          rule,
          input.priority,
        )
      return {
        result: rule,
        changes: { [definition.changeName]: { from: before, to: describeRule(definition, rule) } },
      }
    })
  }

  /** Deletes a rule. Clicks keep its id. Throws `LinkNotFound` and `RuleNotFound`. */
  async delete(
    context: RequestContext,
    definition: RuleKindDefinition,
    id: string,
    ruleId: string,
  ): Promise<ParentIds> {
    await this.change(context, id, {}, async ({ em, rules }) => {
      const rule = findRule(rules, definition, ruleId)
      rules.splice(rules.indexOf(rule), 1)
      em.remove(rule)
      renumber(rules.filter(({ kind }) => kind === rule.kind))
      return { result: rule, changes: { [definition.changeName]: { from: describeRule(definition, rule), to: null } } }
    })
    return { linkId: id }
  }

  /**
   * Gives the rules of one kind a new order. `ruleIds` must have the ids of all rules of this kind. Throws
   * `InvalidParams` and `LinkNotFound`.
   */
  async reorder(
    context: RequestContext,
    definition: RuleKindDefinition,
    id: string,
    ruleIds: readonly string[],
  ): Promise<RoutingRule[]> {
    return this.change(context, id, {}, async ({ rules }) => {
      const siblings = sortRules(rules.filter(({ kind }) => kind === definition.kind))
      const from = siblings.map((rule) => rule.id)
      const ruleById = new Map(siblings.map((rule) => [rule.id, rule]))
      const ordered = ruleIds.flatMap((ruleId) => ruleById.get(ruleId) ?? [])
      if (ruleIds.length !== siblings.length || new Set(ordered).size !== siblings.length)
        throw InvalidParams.forField('ruleIds', otherRules({ count: siblings.length, kind: definition.pluralName }))
      for (const [index, rule] of ordered.entries()) rule.priority = index + 1
      return { result: ordered, changes: { [`${definition.changeName}Order`]: { from, to: ruleIds } } }
    })
  }

  /**
   * Runs a change under the lock of the link, then stores its active rules in the form that redirects read.
   * `destinations` are new ones by their fields, which must not be on the block list. Returns the result of `apply`.
   */
  async change<R>(
    context: RequestContext,
    linkId: string,
    destinations: Readonly<Record<string, string | null>>,
    apply: (locked: LockedRules) => Promise<{ readonly result: R; readonly changes: FieldChanges }>,
  ): Promise<R> {
    const { routeCache, eventPublisher, linksMoved } = this.dependencies
    let routeKey = ''
    const changed = await context.em.transactional(async (em) => {
      await assertDestinationsNotBlocked(em, destinations)
      const link = await lockOwnedLink(context, em, linkId)
      const rules = await em.find(RoutingRule, { link: linkId }, { refresh: true })
      const { result, changes } = await apply({ em, link, rules })
      link.routeRules = toRouteRules(rules)
      link.ruleCount = rules.length
      if (Object.keys(changes).length > 0) link.updatedAt = context.now()
      await publishLinkChanges(eventPublisher, context, em, link, changes)
      await em.flush()
      // A block may end when a rule no longer has a destination.
      if (link.isBlocked) await linksMoved.run(em, { linkIds: [linkId], at: link.updatedAt })
      routeKey = link.routeKey
      return result
    })
    routeCache.invalidateAfterCommit(context, routeKey)
    return changed
  }

  /** The fields of this kind in an input, normalized. Absent fields are left out. Throws the errors of destinations. */
  parseFields(definition: RuleKindDefinition, input: RuleInput): Partial<RoutingRule> {
    const given = definition.fields.filter((name) => input[name] !== undefined)
    const fields = Object.fromEntries(given.map((name) => [name, input[name]])) as Partial<RoutingRule>
    const { destination } = input
    return {
      ...(definition.normalize?.(fields) ?? fields),
      ...(destination !== undefined && {
        destination:
          destination === null
            ? null
            : this.dependencies.linkRules.parseDestination('destination', destination, 'owner'),
      }),
    }
  }
}

/** A new rule of a link that is set later, at no position yet. */
export function createRule(definition: RuleKindDefinition, fields: Partial<RoutingRule>, now: Date): RoutingRule {
  const own = { id: newId('rul', now), kind: definition.kind, createdAt: now, updatedAt: now }
  return Object.assign(new definition.entity(), own, fields)
}

function findRule(rules: readonly RoutingRule[], { kind }: RuleKindDefinition, ruleId: string): RoutingRule {
  const rule = rules.find((each) => each.id === ruleId && each.kind === kind)
  if (!rule) throw new RuleNotFound()
  return rule
}

/** Puts a rule at a position among the others, or at the end. */
export function moveRule(others: readonly RoutingRule[], rule: RoutingRule, priority: number): void {
  const sorted = others.toSorted((a, b) => a.priority - b.priority)
  for (const [index, each] of sorted.toSpliced(priority - 1, 0, rule).entries()) each.priority = index + 1
}

function renumber(rules: readonly RoutingRule[]): void {
  for (const [index, rule] of sortRules(rules).entries()) rule.priority = index + 1
}

/** A rule in the payload of an event. */
export function describeRule({ fields }: RuleKindDefinition, rule: RoutingRule): Record<string, unknown> {
  const { id, destination, priority, isActive } = rule
  const ofKind = Object.fromEntries(fields.map((name) => [name, rule[name as keyof RoutingRule]]))
  return { id, ...ofKind, destination, priority, isActive }
}
