import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { GraphqlOnly, InWorkspace, inputOptions, Throws } from '../../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../../platform/graphql/pagination/node.resolver.ts'
import { ConnectionArgs, OptionallyPagedConnectionArgs } from '../../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { deletionOf, SuccessResponse } from '../../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../../platform/shared/general.errors.ts'
import { Workspace } from '../../../identity/workspaces/index.ts'
import { UtmTemplate, UtmTemplateConnection } from './utm-template.entity.ts'
import { UtmTemplateNameTaken, UtmTemplateNotFound } from './utm-template.errors.ts'
import { CreateUtmTemplateInput, UpdateUtmTemplateInput } from './utm-template.inputs.ts'
import type { UtmTemplateService } from './utm-template.service.ts'

const templateIdOptions = { description: 'Identifier of the template.' }

@Resolver(() => UtmTemplate)
export class UtmTemplateResolver {
  constructor(private readonly utmTemplateService: UtmTemplateService) {}

  @Rest('GET /utm-templates', 200)
  @Access('read:links')
  @InWorkspace()
  @Price('list')
  @Query(() => UtmTemplateConnection, { description: "The caller's UTM templates, newest first." })
  utmTemplates(
    @Args(() => OptionallyPagedConnectionArgs) page: OptionallyPagedConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<UtmTemplateConnection> {
    return this.utmTemplateService.list(context, page)
  }

  @Rest('GET /utm-templates/{id}', 200)
  @Access('read:links')
  @FindsNode('utm')
  @Throws(UtmTemplateNotFound)
  @Price('lookup')
  @Query(() => UtmTemplate, { description: 'A UTM template of the caller by its id.' })
  utmTemplate(
    @Arg('id', () => ID, templateIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<UtmTemplate> {
    return this.utmTemplateService.get(context, id)
  }

  @Rest('POST /utm-templates', 201, {
    example: { name: 'Newsletter', utmSource: 'newsletter', utmMedium: 'email' },
  })
  @Access('write:links')
  @InWorkspace()
  @Throws(PlanLimitReached, UtmTemplateNameTaken)
  @Price('write')
  @Mutation(() => UtmTemplate, {
    description: 'Create a UTM template, at most 100 per workspace. New links copy its values with `utmTemplateId`.',
  })
  createUtmTemplate(
    @Arg('input', () => CreateUtmTemplateInput, inputOptions) input: CreateUtmTemplateInput,
    @Ctx() context: RequestContext,
  ): Promise<UtmTemplate> {
    return this.utmTemplateService.create(context, input)
  }

  @Rest('PATCH /utm-templates/{id}', 200)
  @Access('write:links')
  @Throws(UtmTemplateNotFound, UtmTemplateNameTaken)
  @Price('write')
  @Mutation(() => UtmTemplate, {
    description: 'Change a UTM template. Absent fields keep their value. Links that copied its values keep them.',
  })
  updateUtmTemplate(
    @Arg('id', () => ID, templateIdOptions) id: string,
    @Arg('input', () => UpdateUtmTemplateInput, inputOptions) input: UpdateUtmTemplateInput,
    @Ctx() context: RequestContext,
  ): Promise<UtmTemplate> {
    return this.utmTemplateService.update(context, id, input)
  }

  @Rest('DELETE /utm-templates/{id}', 200)
  @Access('write:links')
  @Throws(UtmTemplateNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description: 'Delete a UTM template. Links that copied its values keep them.',
  })
  async deleteUtmTemplate(
    @Arg('id', () => ID, templateIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    return deletionOf(id, await this.utmTemplateService.delete(context, id))
  }
}

/** Adds `utmTemplates` to a workspace, because the workspaces module does not import this one. */
@Resolver(() => Workspace)
export class WorkspaceUtmTemplatesResolver {
  constructor(private readonly utmTemplateService: UtmTemplateService) {}

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => UtmTemplateConnection, { description: 'UTM templates of the workspace, newest first.' })
  utmTemplates(
    @Root() { id }: Workspace,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<UtmTemplateConnection> {
    return this.utmTemplateService.list(context.inWorkspace(id), page)
  }
}
