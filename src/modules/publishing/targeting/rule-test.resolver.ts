import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { inputOptions, Throws } from '../../../platform/graphql/operations.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { LinkNotFound } from '../links/index.ts'
import type { RuleTestService } from './rule-test.service.ts'
import { RuleTestResult, TestUrlRulesInput } from './rule-test.types.ts'

@Resolver()
export class RuleTestResolver {
  constructor(private readonly ruleTestService: RuleTestService) {}

  @Rest('POST /urls/{id}/rules/test', 200, { example: { country: 'DE', device: 'ios', language: 'de' } })
  @Access('read:links')
  @Throws(LinkNotFound)
  @Price('lookup')
  @Query(() => RuleTestResult, {
    description:
      'Try the rules of a link with a given visitor. Nothing is recorded, and the state of the link is ignored.',
  })
  testUrlRules(
    @Arg('id', () => ID, { description: 'Identifier of the link.' }) id: string,
    @Arg('input', () => TestUrlRulesInput, inputOptions) input: TestUrlRulesInput,
    @Ctx() context: RequestContext,
  ): Promise<RuleTestResult> {
    return this.ruleTestService.test(context, id, input)
  }
}
