import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { InWorkspace, Throws } from '../../../../platform/graphql/operations.ts'
import { findOwned } from '../../../../platform/graphql/owned/owned-rows.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Domain } from '../domains/domain.entity.ts'
import { DomainNotFound } from '../domains/domain.errors.ts'
import { CodeCheck } from './code-check.types.ts'
import type { ShortCodeService } from './short-code.service.ts'

@Resolver()
export class CodeCheckResolver {
  constructor(private readonly shortCodeService: ShortCodeService) {}

  @Access('read:links')
  @InWorkspace()
  @Throws(DomainNotFound)
  @Price('list')
  @Query(() => CodeCheck, {
    description: 'Whether a link can have this code, for forms that say so while somebody writes. Nothing is reserved.',
  })
  async codeCheck(
    @Arg('code', () => String, { description: 'The code.' }) code: string,
    @Arg('domainId', () => ID, {
      nullable: true,
      description: 'Identifier of the domain of the link. Default: the host of the service.',
    })
    domainId: string | null | undefined,
    @Arg('isPage', () => Boolean, {
      defaultValue: false,
      description: 'Whether it is the slug of a bio page, which are on the host of the service.',
    })
    isPage: boolean,
    @Ctx() context: RequestContext,
  ): Promise<CodeCheck> {
    if (isPage) return this.shortCodeService.checkPageSlug(context, code)
    const domain = domainId == null ? null : await findOwned(context, Domain, { id: domainId }, DomainNotFound)
    return this.shortCodeService.check(context, code, domain?.id ?? null)
  }
}
