import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { selectedFieldsOf } from '../../../platform/graphql/inputs/selected-fields.ts'
import { GraphqlOnly, InWorkspace, Throws } from '../../../platform/graphql/operations.ts'
import { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { ActivityConnection } from '../../identity/accounts/index.ts'
import { AbuseReview, loadReview } from '../abuse/index.ts'
import { AlertNotFound } from './alerts/alert.errors.ts'
import { Alert, AlertConnection } from './alerts/alerts.ts'
import { Approval } from './approvals.ts'
import { CommandCenterAlertsArgs, CommandCenterArgs } from './command-center.inputs.ts'
import type { CommandCenterService } from './command-center.service.ts'
import { CommandCenter, CommandCenterSummary } from './command-center.types.ts'
import { listActivities } from './recent-activity.ts'
import { Recommendation } from './recommendations.ts'
import { CommandCenterSubject, loadSubject } from './subjects.ts'

@Resolver()
export class CommandCenterResolver {
  constructor(private readonly commandCenterService: CommandCenterService) {}

  @Rest('GET /integrations/command-center', 200)
  @Access('read:profile')
  @InWorkspace()
  @Price('report')
  @Query(() => CommandCenter, {
    description:
      "The state of the caller's background work: workflows, service levels, anomalies, alerts, approvals, " +
      'recommendations and recent activity.',
  })
  commandCenter(
    @Args(() => CommandCenterArgs) input: CommandCenterArgs,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<CommandCenter> {
    return this.commandCenterService.compile(context, input, selectedFieldsOf(context, info))
  }

  @Rest('GET /integrations/command-center/summary', 200)
  @Access('read:profile')
  @InWorkspace()
  @Price('report')
  @Query(() => CommandCenterSummary, {
    description: 'The summary of the command center for the last 24 hours.',
  })
  commandCenterSummary(
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<CommandCenterSummary> {
    return this.commandCenterService.summarize(context, selectedFieldsOf(context, info))
  }

  @Rest('GET /integrations/command-center/alerts', 200)
  @Access('read:profile')
  @InWorkspace()
  @Price('report')
  @Query(() => AlertConnection, {
    description: 'All current alerts, the most severe first, then the oldest. Lists up to 10,000 of each kind.',
  })
  commandCenterAlerts(
    @Args(() => CommandCenterAlertsArgs) args: CommandCenterAlertsArgs,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<AlertConnection> {
    return this.commandCenterService.listAlerts(context, args, selectedFieldsOf(context, info))
  }

  @Rest('POST /integrations/command-center/alerts/{id}/acknowledge', 200)
  @Access('write:profile', { workspaceRole: 'member' })
  @InWorkspace()
  @Throws(AlertNotFound)
  @Price('report')
  @Mutation(() => Alert, {
    description:
      'Acknowledge a current alert for everybody in the workspace. It stays in the list until its cause ends.',
  })
  acknowledgeAlert(
    @Arg('id', () => ID, { description: 'Identifier of the alert.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<Alert> {
    return this.commandCenterService.acknowledge(context, id)
  }
}

@Resolver(() => CommandCenter)
export class CommandCenterActivityResolver {
  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => ActivityConnection, {
    nullable: true,
    description: 'Activities in the range that match the filters, newest first.',
  })
  activities(
    @Root() { activityFilter, workspaceId }: CommandCenter,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<ActivityConnection> {
    return listActivities(context.em, workspaceId, activityFilter, args)
  }
}

const subjectOptions = {
  nullable: true,
  description: 'The subject; null for a quota, and when it was deleted meanwhile. Needs the scope to read it.',
}

@Resolver(() => Alert)
export class AlertResolver {
  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => CommandCenterSubject, subjectOptions)
  subject(@Root() { subjectId }: Alert, @Ctx() context: RequestContext): Promise<CommandCenterSubject | null> {
    return loadSubject(context, subjectId)
  }
}

@Resolver(() => Recommendation)
export class RecommendationResolver {
  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => CommandCenterSubject, subjectOptions)
  subject(@Root() { subjectId }: Recommendation, @Ctx() context: RequestContext): Promise<CommandCenterSubject | null> {
    return loadSubject(context, subjectId)
  }
}

@Resolver(() => Approval)
export class ApprovalResolver {
  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => AbuseReview, {
    nullable: true,
    description: 'The link, as reviewers see it; null when it was deleted meanwhile. It needs a login.',
  })
  review(@Root() { subjectId }: Approval, @Ctx() context: RequestContext): Promise<AbuseReview | null> {
    return loadReview(context, subjectId)
  }
}
