import {
  Arg,
  Args,
  ArgsType,
  type ClassType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql'
import { DestinationBlocked } from '../../../platform/addresses/block-list.ts'
import { Access } from '../../../platform/auth/authorization.ts'
import { MaxItems } from '../../../platform/graphql/inputs/argument-validation.ts'
import { GraphqlOnly, inputOptions, Throws } from '../../../platform/graphql/operations.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { deletionOf, SuccessResponse } from '../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { DestinationLoop, DestinationNotAllowed, Link, LinkNotFound, OptionConflict } from '../links/index.ts'
import { RoutingRule, type RuleKind } from './routing-rule.entity.ts'
import * as inputs from './rule.inputs.ts'
import type { RuleInput, RuleService } from './rule.service.ts'
import { ruleDefinitions } from './rule-kinds.ts'
import { SetUrlRulesInput } from './rule-set.inputs.ts'
import type { RuleSetService } from './rule-set.service.ts'

import * as rules from './rules.entity.ts'
import { RuleNotFound } from './targeting.errors.ts'

const linkIdOptions = { description: 'Identifier of the link.' }
const writeErrors = [LinkNotFound, DestinationLoop, DestinationNotAllowed, DestinationBlocked]

@ArgsType()
class RuleIdArgs {
  @Field(() => ID, linkIdOptions)
  id!: string

  @Field(() => ID, { description: 'Identifier of the rule.' })
  ruleId!: string
}

@ArgsType()
class ReorderRulesArgs {
  @Field(() => ID, linkIdOptions)
  id!: string

  @MaxItems(50)
  @Field(() => [ID], { description: 'Identifiers of all rules of this kind of the link, in their new order.' })
  ruleIds!: string[]
}

/** How the operations of a kind of rule are named and described. */
interface RuleOperations {
  readonly kind: RuleKind
  readonly type: ClassType<RoutingRule>
  readonly createInput: ClassType
  readonly updateInput: ClassType
  /** The last part of the paths, such as `geo-rules`. */
  readonly path: string
  /** Of a rule, such as `geo rule`, in descriptions. */
  readonly label: string
  /** A body that works unchanged. */
  readonly example: Readonly<Record<string, unknown>>
}

/** What the resolvers of all kinds of rules have in common. */
export type RuleResolver = new (ruleService: RuleService) => object

/** The five operations of a kind of rule: list, create, update, delete and reorder. */
function createRuleResolver(operations: RuleOperations): RuleResolver {
  const { kind, type, createInput, updateInput, path, label, example } = operations
  const definition = ruleDefinitions[kind]
  const typeName = type.name
  const listName = `${typeName[0]?.toLowerCase()}${typeName.slice(1)}s`

  @Resolver(() => type)
  class KindResolver {
    constructor(private readonly ruleService: RuleService) {}

    @Rest(`GET /urls/{id}/${path}`, 200)
    @Access('read:links')
    @Throws(LinkNotFound)
    @Price('list')
    @Query(() => [type], { name: listName, description: `The ${label}s of a link, in their order.` })
    list(@Arg('id', () => ID, linkIdOptions) id: string, @Ctx() context: RequestContext): Promise<RoutingRule[]> {
      return this.ruleService.list(context, definition, id)
    }

    @Rest(`POST /urls/{id}/${path}`, 201, { example })
    @Access('write:links')
    @Throws(...writeErrors, OptionConflict, PlanLimitReached)
    @Price('write')
    @Mutation(() => type, { name: `create${typeName}`, description: `Add a ${label} to a link, which can have 50.` })
    create(
      @Arg('id', () => ID, linkIdOptions) id: string,
      @Arg('input', () => createInput, inputOptions) input: RuleInput,
      @Ctx() context: RequestContext,
    ): Promise<RoutingRule> {
      return this.ruleService.create(context, definition, id, input)
    }

    @Rest(`PATCH /urls/{id}/${path}/{ruleId}`, 200)
    @Access('write:links')
    @Throws(...writeErrors, RuleNotFound, PlanLimitReached)
    @Price('write')
    @Mutation(() => type, {
      name: `update${typeName}`,
      description: `Change a ${label}. Absent fields keep their value.`,
    })
    update(
      @Args(() => RuleIdArgs) ids: RuleIdArgs,
      @Arg('input', () => updateInput, inputOptions) input: RuleInput,
      @Ctx() context: RequestContext,
    ): Promise<RoutingRule> {
      return this.ruleService.update(context, definition, ids, input)
    }

    @Rest(`DELETE /urls/{id}/${path}/{ruleId}`, 200)
    @Access('write:links')
    @Throws(LinkNotFound, RuleNotFound)
    @Price('write')
    @Mutation(() => SuccessResponse, {
      name: `delete${typeName}`,
      description: `Delete a ${label}. Clicks keep its id.`,
    })
    async delete(
      @Args(() => RuleIdArgs) { id, ruleId }: RuleIdArgs,
      @Ctx() context: RequestContext,
    ): Promise<SuccessResponse> {
      return deletionOf(ruleId, await this.ruleService.delete(context, definition, id, ruleId))
    }

    @Rest(`PUT /urls/{id}/${path}/order`, 200)
    @Access('write:links')
    @Throws(LinkNotFound)
    @Price('write')
    @Mutation(() => [type], { name: `reorder${typeName}s`, description: `Give the ${label}s of a link a new order.` })
    reorder(
      @Args(() => ReorderRulesArgs) { id, ruleIds }: ReorderRulesArgs,
      @Ctx() context: RequestContext,
    ): Promise<RoutingRule[]> {
      return this.ruleService.reorder(context, definition, id, ruleIds)
    }
  }

  return KindResolver as RuleResolver
}

const destination = 'https://example.com/app'

export const ruleResolvers: readonly RuleResolver[] = [
  createRuleResolver({
    kind: 'device',
    type: rules.DeviceRule,
    createInput: inputs.CreateDeviceRuleInput,
    updateInput: inputs.UpdateDeviceRuleInput,
    path: 'device-rules',
    label: 'device rule',
    example: { device: 'ios', destination },
  }),
  createRuleResolver({
    kind: 'geo',
    type: rules.GeoRule,
    createInput: inputs.CreateGeoRuleInput,
    updateInput: inputs.UpdateGeoRuleInput,
    path: 'geo-rules',
    label: 'geo rule',
    example: { matchType: 'country', values: ['DE', 'AT'], destination },
  }),
  createRuleResolver({
    kind: 'language',
    type: rules.LanguageRule,
    createInput: inputs.CreateLanguageRuleInput,
    updateInput: inputs.UpdateLanguageRuleInput,
    path: 'language-rules',
    label: 'language rule',
    example: { languages: ['fr'], destination },
  }),
  createRuleResolver({
    kind: 'time',
    type: rules.TimeRule,
    createInput: inputs.CreateTimeRuleInput,
    updateInput: inputs.UpdateTimeRuleInput,
    path: 'time-rules',
    label: 'time rule',
    example: { startTime: '09:00', endTime: '17:00', timezone: 'Europe/Berlin', destination },
  }),
  createRuleResolver({
    kind: 'split',
    type: rules.SplitRule,
    createInput: inputs.CreateSplitRuleInput,
    updateInput: inputs.UpdateSplitRuleInput,
    path: 'split-rules',
    label: 'split rule',
    example: { name: 'B', weight: 1, destination },
  }),
]

@Resolver()
export class RuleSetResolver {
  constructor(private readonly ruleSetService: RuleSetService) {}

  @Rest('PUT /urls/{id}/rules', 200, {
    example: { geoRules: [{ matchType: 'country', values: ['DE', 'AT'], destination }] },
  })
  @Access('write:links')
  @Throws(...writeErrors, OptionConflict, PlanLimitReached)
  @Price('write')
  @Mutation(() => Link, {
    description:
      'Replace all rules of a link at once: visitors meet the old rules or the new ones. A rule that the link has already keeps its id.',
  })
  setUrlRules(
    @Arg('id', () => ID, linkIdOptions) id: string,
    @Arg('input', () => SetUrlRulesInput, inputOptions) input: SetUrlRulesInput,
    @Ctx() context: RequestContext,
  ): Promise<Link> {
    return this.ruleSetService.set(context, id, input)
  }
}

/** Adds `rules` to a link, because the links module does not import this one. */
@Resolver(() => Link)
export class LinkRulesResolver {
  constructor(private readonly ruleService: RuleService) {}

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => [RoutingRule], {
    description: 'The rules that decide where visitors go, in the order in which they are tried.',
  })
  rules(@Root() { id, ruleCount }: Link, @Ctx() context: RequestContext): Promise<RoutingRule[]> | RoutingRule[] {
    return ruleCount === 0 ? [] : this.ruleService.loadAll(context, id)
  }
}
