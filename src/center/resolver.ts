import { Args, Ctx, Query, Resolver } from 'type-graphql'
import { Access } from '../access/marks.ts'
import type { Context } from '../graphql/context.ts'
import { Rest } from '../rest/mark.ts'
import { CommandCenterArgs } from './args.ts'
import { CommandCenter, CommandCenterSummary } from './command.center.ts'
import type { CommandCenters } from './service.ts'

@Resolver()
export class CommandCenterResolver {
  readonly #centers: CommandCenters

  constructor(centers: CommandCenters) {
    this.#centers = centers
  }

  @Rest('GET /integrations/command-center', 200)
  @Access('read:profile')
  @Query(() => CommandCenter, {
    description:
      "The command center: how the caller's background work stands. It tells of workflows, service levels, anomalies, alerts, " +
      'what waits for a decision, what could be done and what was done.',
  })
  commandCenter(
    @Args(() => CommandCenterArgs) wish: CommandCenterArgs,
    @Ctx() context: Context,
  ): Promise<CommandCenter> {
    return this.#centers.compile(context, wish)
  }

  @Rest('GET /integrations/command-center/summary', 200)
  @Access('read:profile')
  @Query(() => CommandCenterSummary, {
    description: 'The command center in seven numbers, of the last 24 hours and as of now.',
  })
  commandCenterSummary(@Ctx() context: Context): Promise<CommandCenterSummary> {
    return this.#centers.summarize(context)
  }
}
