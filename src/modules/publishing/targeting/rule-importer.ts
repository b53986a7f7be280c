import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged } from '../../../platform/database/statements.ts'
import { validateInput } from '../../../platform/graphql/inputs/argument-validation.ts'
import { missingValue, notABoolean } from '../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import {
  type ImportedRule,
  type LinkRules,
  type PreparedRules,
  type RuleImporter,
  ruleKinds,
  toColumnName,
  unreadableRules,
} from '../links/index.ts'
import type { RoutingRule, RuleKind } from './routing-rule.entity.ts'
import * as creates from './rule.inputs.ts'
import { createRule } from './rule.service.ts'
import { assertRoomForRule, assertValidRule, ruleDefinitions, toRouteRules } from './rule-kinds.ts'

const inputs: Readonly<Record<RuleKind, new () => object>> = {
  device: creates.CreateDeviceRuleInput,
  geo: creates.CreateGeoRuleInput,
  language: creates.CreateLanguageRuleInput,
  time: creates.CreateTimeRuleInput,
  split: creates.CreateSplitRuleInput,
}

/** The defaults for absent fields of a rule, the same as in the API. */
const defaults: Readonly<Partial<Record<RuleKind, object>>> = {
  geo: { condition: 'in', action: 'redirect', blockMessage: null },
  time: { timezone: 'UTC', days: null, startTime: null, endTime: null, startsAt: null, endsAt: null },
  split: { weight: 1 },
}

const dateFields = ['startsAt', 'endsAt']

/** Creates rules of imported links, with the checks of rules that are created one by one. */
export class TargetingRuleImporter implements RuleImporter {
  constructor(private readonly linkRules: LinkRules) {}

  async prepare(rules: readonly ImportedRule[], now: Date): Promise<PreparedRules> {
    const created: RoutingRule[] = []
    for (const rule of rules) created.push(await this.readRule(rule, created, now))
    const routeRules = toRouteRules(created)
    const destinations = created.flatMap(({ destination }) => destination ?? [])
    return { count: created.length, destinations, routeRules, rows: created.map(toRow) }
  }

  /** One statement for all links. Raw SQL, because each kind of rule is an entity of its own. */
  async insert(em: EntityManager, links: Parameters<RuleImporter['insert']>[1]): Promise<void> {
    const rows = links.flatMap(({ linkId, rules }) => rules.rows.map((row) => ({ ...row, link_id: linkId })))
    if (rows.length === 0) return
    const sql = 'insert into routing_rule select * from jsonb_populate_recordset(null::routing_rule, ?::jsonb)'
    await executeUnlogged(em, sql, [JSON.stringify(rows)])
  }

  private async readRule(rule: ImportedRule, before: readonly RoutingRule[], now: Date): Promise<RoutingRule> {
    const { kind, destination = null, isActive = true } = rule
    if (!ruleKinds.includes(kind)) throw InvalidParams.forField('rules', unreadableRules({ need: 'have a known kind' }))
    const definition = ruleDefinitions[kind]
    const siblings = assertRoomForRule(definition, before)
    const given = Object.fromEntries(
      definition.fields.flatMap((name) => (rule[name] == null ? [] : [[name, readValue(name, rule[name])]])),
    )
    if (typeof isActive !== 'boolean') throw InvalidParams.forField('isActive', notABoolean())
    if (destination !== null && typeof destination !== 'string')
      throw InvalidParams.forField('destination', unreadableRules({ need: 'be text' }))
    const fields = { ...defaults[kind], ...given }
    await validateInput(Object.assign(new inputs[kind](), fields, { destination }))
    const isRequired = kind !== 'geo' && kind !== 'split'
    if (isRequired && destination === null) throw InvalidParams.forField('destination', missingValue())
    const ownFields: Partial<RoutingRule> = {
      priority: siblings.length + 1,
      destination: destination === null ? null : this.linkRules.parseDestination('rules', destination, 'owner'),
      isActive,
      ...(definition.normalize?.(fields) ?? fields),
    }
    const created = createRule(definition, ownFields, now)
    const missing = definition.fields.find(
      (name) => (created as unknown as Readonly<Record<string, unknown>>)[name] === undefined,
    )
    if (missing) throw InvalidParams.forField(missing, missingValue())
    assertValidRule(definition, created)
    return created
  }
}

function readValue(name: string, value: unknown): unknown {
  if (!dateFields.includes(name)) return value
  const date = new Date(String(value))
  if (Number.isNaN(date.getTime())) throw InvalidParams.forField(name, unreadableRules({ need: 'be a date' }))
  return date
}

/** The values of a rule by the names of its columns. */
function toRow(rule: RoutingRule): object {
  const { id, kind, priority, destination, isActive, createdAt, updatedAt } = rule
  const values = rule as unknown as Readonly<Record<string, unknown>>
  const own = ruleDefinitions[kind].fields.map((name) => [otherColumns[name] ?? toColumnName(name), values[name]])
  return {
    ...{ id, kind, priority, destination, is_active: isActive, created_at: createdAt, updated_at: updatedAt },
    ...Object.fromEntries(own),
  }
}

/** The columns that are not named by their property. */
const otherColumns: Readonly<Record<string, string>> = { values: 'places' }
