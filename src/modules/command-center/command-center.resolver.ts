import { Args, Ctx, Query, Resolver } from 'type-graphql'
import { Access } from '../../platform/auth/authorization.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { CommandCenterArgs } from './command-center.inputs.ts'
import type { CommandCenterService } from './command-center.service.ts'
import { CommandCenter, CommandCenterSummary } from './command-center.types.ts'

@Resolver()
export class CommandCenterResolver {
  constructor(private readonly commandCenterService: CommandCenterService) {}

  @Rest('GET /integrations/command-center', 200)
  @Access('read:profile')
  @Query(() => CommandCenter, {
    description:
      "The state of the caller's background work: workflows, service levels, anomalies, alerts, approvals, " +
      'recommendations and recent activity.',
  })
  commandCenter(
    @Args(() => CommandCenterArgs) input: CommandCenterArgs,
    @Ctx() context: RequestContext,
  ): Promise<CommandCenter> {
    return this.commandCenterService.compile(context, input)
  }

  @Rest('GET /integrations/command-center/summary', 200)
  @Access('read:profile')
  @Query(() => CommandCenterSummary, {
    description: 'The summary of the command center for the last 24 hours.',
  })
  commandCenterSummary(@Ctx() context: RequestContext): Promise<CommandCenterSummary> {
    return this.commandCenterService.summarize(context)
  }
}
