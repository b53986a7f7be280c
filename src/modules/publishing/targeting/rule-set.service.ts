import type { FieldChanges } from '../../../platform/events/domain-events.ts'
import { validateInput } from '../../../platform/graphql/inputs/argument-validation.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { nestErrors } from '../../../platform/shared/service-error.ts'
import { assertNoOptionConflicts, Link, ruleKinds } from '../links/index.ts'
import type { RoutingRule, RuleKind } from './routing-rule.entity.ts'
import {
  createRule,
  describeRule,
  type LockedRules,
  moveRule,
  type RuleInput,
  type RuleService,
} from './rule.service.ts'
import { assertValidRule, type RuleKindDefinition, ruleDefinitions, sortRules } from './rule-kinds.ts'
import type { SetUrlRulesInput } from './rule-set.inputs.ts'

/** A rule that a link shall have. */
interface WantedRule {
  readonly definition: RuleKindDefinition
  /** Where it stands in the input, such as `geoRules.0`. */
  readonly path: string
  readonly rule: RoutingRule
  readonly priority: number | null
}

/** Replaces all rules of a link in one transaction: visitors meet the old rules or the new ones. */
export class RuleSetService {
  constructor(private readonly ruleService: RuleService) {}

  /**
   * A rule that the link has already, with the same fields, keeps its id, by which clicks are counted. Setting the same rules again
   * changes nothing. Throws the errors of `RuleService.create`.
   */
  async set(context: RequestContext, linkId: string, input: SetUrlRulesInput): Promise<Link> {
    const wanted = await this.readRules(context, input)
    const destinations = Object.fromEntries(
      wanted.map(({ path, rule }) => [`${path}.destination`, rule.destination] as const),
    )
    return this.ruleService.change(context, linkId, destinations, async (locked) => ({
      result: locked.link,
      changes: replaceRules(locked, wanted, context.now()),
    }))
  }

  /** Reads and checks the rules of an input. The first problem is named with its place. */
  private async readRules(context: RequestContext, input: SetUrlRulesInput): Promise<WantedRule[]> {
    const wanted: WantedRule[] = []
    for (const kind of ruleKinds as readonly RuleKind[]) {
      const definition = ruleDefinitions[kind]
      for (const [index, given] of (input[`${kind}Rules`] ?? []).entries()) {
        const path = `${kind}Rules.${index}`
        await nestErrors(path, async () => {
          await validateInput(given)
          const { priority, isActive, ...fields } = given as unknown as RuleInput
          const { destination = null, ...own } = this.ruleService.parseFields(definition, fields)
          const rule = createRule(definition, { ...own, destination, isActive: isActive ?? true }, context.now())
          assertValidRule(definition, rule)
          wanted.push({ definition, path, rule, priority: priority ?? null })
        })
      }
    }
    return wanted
  }
}

function replaceRules({ em, link, rules }: LockedRules, wanted: readonly WantedRule[], now: Date): FieldChanges {
  const { redirectType, isCloaked, privacyMode } = link
  assertNoOptionConflicts({ redirectType, isCloaked, privacyMode, ruleCount: wanted.length })
  const from = describeAll(rules)
  const unused = new Set(sortRules(rules))
  const kept = wanted.map((each) => {
    const same = [...unused].find((rule) => contentOf(rule) === contentOf(each.rule))
    if (!same) return { ...each, isNew: true }
    unused.delete(same)
    if (same.isActive !== each.rule.isActive) Object.assign(same, { isActive: each.rule.isActive, updatedAt: now })
    return { ...each, rule: same, isNew: false }
  })
  for (const ofKind of Map.groupBy(kept, ({ rule }) => rule.kind).values()) {
    const placed: RoutingRule[] = []
    for (const { rule, priority } of ofKind) {
      moveRule(placed, rule, priority ?? placed.length + 1)
      placed.push(rule)
    }
  }
  for (const rule of unused) em.remove(rule)
  for (const { rule, isNew } of kept) {
    if (!isNew) continue
    rule.link = em.getReference(Link, link.id, { wrapped: true })
    em.persist(rule)
  }
  rules.splice(0, rules.length, ...kept.map(({ rule }) => rule))
  const to = describeAll(rules)
  return JSON.stringify(from) === JSON.stringify(to) ? {} : { rules: { from, to } }
}

/** What makes two rules the same: everything but their ids, their places and whether they are used. */
function contentOf(rule: RoutingRule): string {
  const {
    id: _id,
    priority: _priority,
    isActive: _isActive,
    ...content
  } = describeRule(ruleDefinitions[rule.kind], rule)
  return JSON.stringify([rule.kind, content])
}

function describeAll(rules: readonly RoutingRule[]) {
  return sortRules(rules).map((rule) => ({ kind: rule.kind, ...describeRule(ruleDefinitions[rule.kind], rule) }))
}
