import { Args, Ctx, Query, Resolver } from 'type-graphql'
import { Access } from '../../platform/auth/authorization.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { CommandCenterArgs } from './command-center.inputs.ts'
import type { CommandCenterService } from './command-center.service.ts'
import { CommandCenter, CommandCenterSummary } from './command-center.types.ts'

@Resolver()
export class CommandCenterResolver {
  readonly #commandCenter: CommandCenterService

  constructor(commandCenter: CommandCenterService) {
    this.#commandCenter = commandCenter
  }

  @Rest('GET /integrations/command-center', 200)
  @Access('read:profile')
  @Query(() => CommandCenter, {
    description:
      "The command center: how the caller's background work stands. It tells of workflows, service levels, anomalies, alerts, " +
      'what waits for a decision, what could be done and what was done.',
  })
  commandCenter(
    @Args(() => CommandCenterArgs) input: CommandCenterArgs,
    @Ctx() context: RequestContext,
  ): Promise<CommandCenter> {
    return this.#commandCenter.compile(context, input)
  }

  @Rest('GET /integrations/command-center/summary', 200)
  @Access('read:profile')
  @Query(() => CommandCenterSummary, {
    description: 'The command center in seven numbers, of the last 24 hours and as of now.',
  })
  commandCenterSummary(@Ctx() context: RequestContext): Promise<CommandCenterSummary> {
    return this.#commandCenter.summarize(context)
  }
}
